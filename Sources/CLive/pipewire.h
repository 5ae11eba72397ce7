#pragma once

// The functions of PipeWire in use, which `pipewire.c` loads.

#include <pipewire/pipewire.h>

#include "lazy-library.h"

#define PIPEWIRE_FUNCTIONS(F) \
    F(pw_init) \
    F(pw_properties_new) \
    F(pw_stream_connect) \
    F(pw_stream_dequeue_buffer) \
    F(pw_stream_destroy) \
    F(pw_stream_new_simple) \
    F(pw_stream_queue_buffer) \
    F(pw_stream_trigger_process) \
    F(pw_stream_update_params) \
    F(pw_thread_loop_destroy) \
    F(pw_thread_loop_get_loop) \
    F(pw_thread_loop_lock) \
    F(pw_thread_loop_new) \
    F(pw_thread_loop_start) \
    F(pw_thread_loop_stop) \
    F(pw_thread_loop_unlock)
