#pragma once
#include <stdbool.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

/// Filters one frame at a time in a thread of its own, so that the host's thread never waits.
///
/// The functions are for one thread of the host; settings may come from others.
typedef struct FrameWorker FrameWorker;

/// What a worker does beyond filtering, in its own thread.
typedef struct {
    /// The recipe of a look, as a path or JSON, which the worker releases; NULL, with a message of its own,
    /// if there is none. A file is read again when it changes.
    char *(*recipe)(const char *look);
    /// Gets messages.
    void (*report)(const char *message);
} FrameWorkerCalls;

/// A frame of RGBA with 8 bits in straight alpha, in rows without padding.
typedef struct {
    const uint8_t *pixels;
    uint32_t width, height;
    /// False if it could not be filtered.
    bool is_filtered;
} WorkerFrame;

/// NULL if there is no memory or no thread.
FrameWorker *frame_worker_create(const FrameWorkerCalls *calls);

/// Ends the frame that is being filtered, and the thread. NULL is allowed.
void frame_worker_destroy(FrameWorker *worker);

/// Sets the look, and how much of the filtered frame is mixed with the frame, from the next frame on. Any
/// thread may call it.
void frame_worker_set(FrameWorker *worker, const char *look, double strength);

/// True if the worker can take a frame.
bool frame_worker_is_free(FrameWorker *worker);

/// Gives a free worker a frame, whose rows begin `row_length` bytes apart, with the frames per second, its
/// time and its number.
void frame_worker_give(
    FrameWorker *worker, const uint8_t *pixels, uint32_t row_length, uint32_t width, uint32_t height,
    double rate, double seconds, int64_t number);

/// Takes the finished frame, which stays valid until the next one is given; false if none is finished.
bool frame_worker_take(FrameWorker *worker, WorkerFrame *frame);

/// Forgets the frame that is finished, or that is being filtered, which keeps the worker busy until it ends.
void frame_worker_discard(FrameWorker *worker);

#pragma GCC visibility pop
