#pragma once

// The functions of PipeWire in use, which `pipewire.c` loads.

#include <pipewire/pipewire.h>

#include "clive-failure.h"
#include "lazy-library.h"

#define PIPEWIRE_FUNCTIONS(F) \
    F(pw_context_connect) \
    F(pw_context_connect_fd) \
    F(pw_context_destroy) \
    F(pw_context_new) \
    F(pw_core_disconnect) \
    F(pw_init) \
    F(pw_properties_new) \
    F(pw_proxy_destroy) \
    F(pw_stream_add_listener) \
    F(pw_stream_connect) \
    F(pw_stream_dequeue_buffer) \
    F(pw_stream_destroy) \
    F(pw_stream_new) \
    F(pw_stream_new_simple) \
    F(pw_stream_queue_buffer) \
    F(pw_stream_trigger_process) \
    F(pw_stream_update_params) \
    F(pw_thread_loop_destroy) \
    F(pw_thread_loop_get_loop) \
    F(pw_thread_loop_get_time) \
    F(pw_thread_loop_lock) \
    F(pw_thread_loop_new) \
    F(pw_thread_loop_signal) \
    F(pw_thread_loop_start) \
    F(pw_thread_loop_stop) \
    F(pw_thread_loop_timed_wait_full) \
    F(pw_thread_loop_unlock)

extern struct PipeWire {
    PIPEWIRE_FUNCTIONS(LAZY_FUNCTION)
} pw;

/// Loads PipeWire if necessary.
bool pipewire_load(CLiveFailure *failure);
