#include "frame-worker.h"
#include "../client/glint-client.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct FrameWorker {
    FrameWorkerCalls calls;
    pthread_t thread;
    /// Protects everything below except the pixels, which belong to the thread while it works.
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_ending;

    char *look;
    bool is_look_new;
    double rate, strength;

    enum { is_free,
           has_work,
           is_finished } state;
    WorkerFrame frame;
    double seconds;
    int64_t number;
    uint8_t *pixels;
    size_t capacity;

    /// Made by the thread for the size of frames; set with the mutex held.
    GlintClient *client;
    uint32_t client_width, client_height;
    /// Used by the thread alone.
    bool has_recipe;
};

/// Makes a client for the size of the frame; the thread calls it with the mutex held.
static bool has_client(FrameWorker *worker) {
    const WorkerFrame *frame = &worker->frame;
    if (worker->client && worker->client_width == frame->width && worker->client_height == frame->height)
        return true;
    GlintClient *former = worker->client;
    worker->client = glint_client_create((int) frame->width, (int) frame->height, GLINT_RGBA8, "Glint");
    worker->client_width = frame->width;
    worker->client_height = frame->height;
    worker->is_look_new = true;
    if (worker->client)
        glint_client_set_report(worker->client, worker->calls.report);
    // Its program may take a while to end.
    pthread_mutex_unlock(&worker->mutex);
    glint_client_destroy(former);
    pthread_mutex_lock(&worker->mutex);
    return worker->client;
}

/// Filters the frame; the thread calls it with the mutex held.
static bool filter(FrameWorker *worker) {
    if (!has_client(worker))
        return false;
    char *look = worker->is_look_new ? strdup(worker->look ? worker->look : "") : NULL;
    worker->is_look_new = false;
    double rate = worker->rate, strength = worker->strength;
    pthread_mutex_unlock(&worker->mutex);

    if (look) {
        char *recipe = worker->calls.recipe(look);
        glint_client_set_recipe(worker->client, recipe);
        worker->has_recipe = recipe;
        free(recipe);
        free(look);
    }
    glint_client_set_rate(worker->client, rate);
    bool is_filtered =
        worker->has_recipe
        && glint_client_filter(
            worker->client, worker->pixels, worker->pixels, worker->seconds, worker->number, strength);
    pthread_mutex_lock(&worker->mutex);
    return is_filtered;
}

static void *work(void *pointer) {
    FrameWorker *worker = pointer;
    pthread_mutex_lock(&worker->mutex);
    while (!worker->is_ending) {
        if (worker->state != has_work) {
            pthread_cond_wait(&worker->changed, &worker->mutex);
            continue;
        }
        worker->frame.is_filtered = filter(worker);
        worker->state = is_finished;
    }
    pthread_mutex_unlock(&worker->mutex);
    return NULL;
}

FrameWorker *frame_worker_create(const FrameWorkerCalls *calls) {
    FrameWorker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    worker->calls = *calls;
    pthread_mutex_init(&worker->mutex, NULL);
    pthread_cond_init(&worker->changed, NULL);
    if (pthread_create(&worker->thread, NULL, work, worker) == 0)
        return worker;
    free(worker);
    return NULL;
}

void frame_worker_destroy(FrameWorker *worker) {
    if (!worker)
        return;
    pthread_mutex_lock(&worker->mutex);
    worker->is_ending = true;
    if (worker->client)
        glint_client_cancel(worker->client);
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
    pthread_join(worker->thread, NULL);
    glint_client_destroy(worker->client);
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->mutex);
    free(worker->look);
    free(worker->pixels);
    free(worker);
}

void frame_worker_set(FrameWorker *worker, const char *look, double rate, double strength) {
    pthread_mutex_lock(&worker->mutex);
    if (!worker->look || strcmp(worker->look, look) != 0) {
        free(worker->look);
        worker->look = strdup(look);
        worker->is_look_new = true;
    }
    worker->rate = rate;
    worker->strength = strength;
    pthread_mutex_unlock(&worker->mutex);
}

bool frame_worker_is_free(FrameWorker *worker) {
    pthread_mutex_lock(&worker->mutex);
    bool result = worker->state == is_free;
    pthread_mutex_unlock(&worker->mutex);
    return result;
}

void frame_worker_give(
    FrameWorker *worker, const uint8_t *pixels, uint32_t row_length, uint32_t width, uint32_t height,
    double seconds, int64_t number) {
    size_t packed_length = (size_t) width * 4, length = packed_length * height;
    if (worker->capacity < length) {
        free(worker->pixels);
        worker->pixels = malloc(length);
        worker->capacity = worker->pixels ? length : 0;
        if (!worker->pixels)
            return;
    }
    for (uint32_t row = 0; row < height; row++)
        memcpy(worker->pixels + row * packed_length, pixels + (size_t) row * row_length, packed_length);
    pthread_mutex_lock(&worker->mutex);
    worker->frame = (WorkerFrame) {.pixels = worker->pixels, .width = width, .height = height};
    worker->seconds = seconds;
    worker->number = number;
    worker->state = has_work;
    pthread_cond_signal(&worker->changed);
    pthread_mutex_unlock(&worker->mutex);
}

bool frame_worker_take(FrameWorker *worker, WorkerFrame *frame) {
    pthread_mutex_lock(&worker->mutex);
    bool result = worker->state == is_finished;
    if (result) {
        *frame = worker->frame;
        worker->state = is_free;
    }
    pthread_mutex_unlock(&worker->mutex);
    return result;
}
