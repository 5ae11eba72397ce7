#pragma once

// The functions of PipeWire that are used here, declared after their documentation: to find its headers a package would have
// to link it as well. A test compares these declarations with the headers.

#include <spa/buffer/buffer.h>
#include <spa/param/video/format-utils.h>
#include <spa/pod/command.h>
#include <spa/utils/dict.h>

#ifndef PIPEWIRE_STREAM_H
struct pw_buffer {
    struct spa_buffer *buffer;
    void *user_data;
    uint64_t size, requested;
};

enum pw_stream_state {
    PW_STREAM_STATE_ERROR = -1,
    PW_STREAM_STATE_UNCONNECTED = 0,
    PW_STREAM_STATE_STREAMING = 3,
};
enum pw_stream_flags { PW_STREAM_FLAG_MAP_BUFFERS = 1 << 2, PW_STREAM_FLAG_DRIVER = 1 << 3 };
enum { PW_VERSION_STREAM_EVENTS = 2 };
enum { PW_ID_ANY = -1 };

struct pw_stream_events {
    uint32_t version;
    void (*destroy)(void *data);
    void (*state_changed)(void *data, enum pw_stream_state old, enum pw_stream_state state, const char *error);
    void (*control_info)(void *data, uint32_t id, const void *control);
    void (*io_changed)(void *data, uint32_t id, void *area, uint32_t size);
    void (*param_changed)(void *data, uint32_t id, const struct spa_pod *param);
    void (*add_buffer)(void *data, struct pw_buffer *buffer);
    void (*remove_buffer)(void *data, struct pw_buffer *buffer);
    void (*process)(void *data);
    void (*drained)(void *data);
    void (*command)(void *data, const struct spa_command *command);
    void (*trigger_done)(void *data);
};
#endif

struct pw_loop;
struct pw_properties;
struct pw_stream;
struct pw_thread_loop;

void pw_init(int *count, char **arguments[]);
struct pw_properties *pw_properties_new(const char *key, ...);
int pw_stream_connect(
    struct pw_stream *stream, enum spa_direction direction, uint32_t target, enum pw_stream_flags flags,
    const struct spa_pod **params, uint32_t count);
struct pw_buffer *pw_stream_dequeue_buffer(struct pw_stream *stream);
void pw_stream_destroy(struct pw_stream *stream);
struct pw_stream *pw_stream_new_simple(
    struct pw_loop *loop, const char *name, struct pw_properties *properties, const struct pw_stream_events *events,
    void *data);
int pw_stream_queue_buffer(struct pw_stream *stream, struct pw_buffer *buffer);
int pw_stream_trigger_process(struct pw_stream *stream);
int pw_stream_update_params(struct pw_stream *stream, const struct spa_pod **params, uint32_t count);
void pw_thread_loop_destroy(struct pw_thread_loop *loop);
struct pw_loop *pw_thread_loop_get_loop(struct pw_thread_loop *loop);
void pw_thread_loop_lock(struct pw_thread_loop *loop);
struct pw_thread_loop *pw_thread_loop_new(const char *name, const struct spa_dict *properties);
int pw_thread_loop_start(struct pw_thread_loop *loop);
void pw_thread_loop_stop(struct pw_thread_loop *loop);
void pw_thread_loop_unlock(struct pw_thread_loop *loop);

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
