#include "frame-worker.h"
#include "../client/glint-client.h"
#include "../client/glint-program.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct FrameWorker {
    FrameWorkerCalls calls;
    pthread_t thread;
    /// Protects everything below except the pixels, which belong to the thread while it works.
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool is_ending;

    char *look;
    bool is_look_new;
    double strength;

    enum { is_free,
           has_work,
           is_finished } state;
    /// True if nobody wants the frame any more.
    bool is_discarded;
    WorkerFrame frame;
    double rate, seconds;
    int64_t number;
    uint8_t *pixels;
    size_t capacity;

    /// Made by the thread; set with the mutex held.
    GlintClient *client;
    /// Used by the thread alone: the recipe, as JSON or a path, or NULL; and when its file was written, as of
    /// the time when this was last looked up.
    char *recipe;
    struct timespec written;
    double look_time;
};

/// When a recipe's file was written; zeros if there is none.
static struct timespec write_time(const char *recipe) {
    struct stat info;
    bool is_file = recipe && *recipe != '{' && stat(recipe, &info) == 0;
    return is_file ? info.st_mtim : (struct timespec) {.tv_sec = 0};
}

/// Takes the recipe of a new look, or else looks once per second whether its file has changed.
static void follow_recipe(FrameWorker *worker, const char *look) {
    double time = glint_now();
    if (!look && time < worker->look_time + 1)
        return;
    worker->look_time = time;
    if (look) {
        free(worker->recipe);
        worker->recipe = worker->calls.recipe(look);
        glint_client_set_recipe(worker->client, worker->recipe);
    }
    // The program reads the file later, so whatever is written meanwhile is noticed.
    struct timespec written = write_time(worker->recipe);
    if (written.tv_sec != worker->written.tv_sec || written.tv_nsec != worker->written.tv_nsec)
        glint_client_begin_again(worker->client);
    worker->written = written;
}

/// Filters the frame; the thread calls it with the mutex held.
static bool filter(FrameWorker *worker) {
    int width = (int) worker->frame.width, height = (int) worker->frame.height;
    if (!worker->client) {
        worker->client = glint_client_create(width, height, GLINT_RGBA8, "Glint");
        if (!worker->client)
            return false;
        glint_client_set_report(worker->client, worker->calls.report);
    }
    char *look = worker->is_look_new ? strdup(worker->look ? worker->look : "") : NULL;
    worker->is_look_new = false;
    double strength = worker->strength;
    pthread_mutex_unlock(&worker->mutex);

    follow_recipe(worker, look);
    free(look);
    glint_client_set_size(worker->client, width, height);
    glint_client_set_rate(worker->client, worker->rate);
    bool is_filtered =
        worker->recipe && *worker->recipe
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
        worker->state = worker->is_discarded ? is_free : is_finished;
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
    free(worker->recipe);
    free(worker->pixels);
    free(worker);
}

void frame_worker_set(FrameWorker *worker, const char *look, double strength) {
    pthread_mutex_lock(&worker->mutex);
    if (!worker->look || strcmp(worker->look, look) != 0) {
        free(worker->look);
        worker->look = strdup(look);
        worker->is_look_new = true;
    }
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
    double rate, double seconds, int64_t number) {
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
    worker->rate = rate;
    worker->seconds = seconds;
    worker->number = number;
    worker->is_discarded = false;
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

void frame_worker_discard(FrameWorker *worker) {
    pthread_mutex_lock(&worker->mutex);
    if (worker->state == is_finished)
        worker->state = is_free;
    worker->is_discarded = true;
    pthread_mutex_unlock(&worker->mutex);
}
