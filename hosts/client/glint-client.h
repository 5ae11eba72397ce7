#pragma once
#include <stdbool.h>
#include <stdint.h>

// Several plugins with this client may be loaded into one host.
#pragma GCC visibility push(hidden)

/// A client of `glint-cli stream` (docs/stream-protocol.md) that filters frames of RGBA or YCbCr for a host.
///
/// It starts the program with the first frame. A frame that cannot be filtered, since the program is missing,
/// the recipe is invalid or the time is up, is left to the host as it is, and a sentence on standard error
/// says why. Used by one thread at a time, except to cancel.
typedef struct GlintClient GlintClient;

/// The format of pixels.
typedef enum {
    /// RGBA with straight alpha, in bytes.
    GLINT_RGBA8,
    /// The same in the byte order of the machine.
    GLINT_RGBA16,
    /// Bytes of luma, then those of Cb and those of Cr at half the size, rounded up.
    GLINT_I420,
    /// Bytes of luma, then pairs of Cb and Cr at half the size, rounded up.
    GLINT_NV12,
} GlintFormat;

/// What the samples of YCbCr stand for, by the names of the protocol; NULL for its defaults.
typedef struct {
    const char *matrix, *range, *siting;
    /// True if every second row belongs to another field.
    bool is_interlaced;
} GlintColor;

/// A client for frames of this size in pixels; NULL if there is no memory. `name` begins its messages, and
/// must stay valid.
GlintClient *glint_client_create(int width, int height, GlintFormat format, const char *name);

/// Sets what the samples of YCbCr stand for, from the next frame on. The names must stay valid.
void glint_client_set_color(GlintClient *client, GlintColor color);

/// Ends the program. NULL is allowed.
void glint_client_destroy(GlintClient *client);

/// Sets a function that gets messages, instead of standard error.
void glint_client_set_report(GlintClient *client, void (*report)(const char *message));

/// Ends the frame that another thread filters, which fails without a message, as do all later ones.
void glint_client_cancel(GlintClient *client);

/// Sets the size of frames in pixels, from the next one on. The program stays.
void glint_client_set_size(GlintClient *client, int width, int height);

/// Reads the recipe again with the next frame, and tries again after failures, as every change does.
void glint_client_begin_again(GlintClient *client);

/// Sets the recipe, from the next frame on: the path of a file, or its content, which begins with a brace.
/// With NULL or nothing, frames stay unfiltered.
void glint_client_set_recipe(GlintClient *client, const char *recipe);

/// Sets the frames per second that filters are told, from the next frame on.
void glint_client_set_rate(GlintClient *client, double rate);

/// Sets how long a frame may take in seconds. By default, or if this is not positive, it is 10, and 60 for
/// the first one, which starts the program and compiles kernels.
void glint_client_set_timeout(GlintClient *client, double seconds);

/// Filters a frame. Returns false if that is not possible; the result is the frame then.
///
/// - Parameters:
///   - frame, result: rows without padding, one plane after the other; they may be the same.
///   - seconds: the time of the frame in the video.
///   - number: the number of the frame, from 0.
///   - strength: how much of the filtered frame is mixed with the frame, 0 to 1.
bool glint_client_filter(
    GlintClient *client, const void *frame, void *result, double seconds, int64_t number, double strength);

#pragma GCC visibility pop
