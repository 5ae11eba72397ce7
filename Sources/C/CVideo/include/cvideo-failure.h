#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIDEO_MESSAGE_SIZE 300

/// The kind of failure.
typedef enum {
    /// FFmpeg's libraries cannot be loaded; the message is the dynamic loader's.
    CVIDEO_NO_LIBRARY,
    /// The file is not of a supported container format.
    CVIDEO_NOT_A_VIDEO,
    /// The container has no video; album covers do not count.
    CVIDEO_NO_STREAM,
    /// There is no decoder or encoder; the message is the codec's name.
    CVIDEO_NO_CODEC,
    /// The pixel format is not supported; the message is its name.
    CVIDEO_NO_PIXEL_FORMAT,
    /// The container cannot hold the codec; the message is the codec's name.
    CVIDEO_UNSUITED_CONTAINER,
    /// The data is invalid or truncated; the message gives details.
    CVIDEO_DAMAGED,
    /// A decoder or an encoder rejects its input; the message is the name of the codec, or of the pixel
    /// format.
    CVIDEO_CODEC_REFUSES,
    /// The same for the audio encoder; the message is the codec's name.
    CVIDEO_SOUND_REFUSED,
    /// The container rejects a stream or its contents.
    CVIDEO_CONTAINER_REFUSES,
    /// FFmpeg's libraries report that they lack a required feature.
    CVIDEO_UNSUPPORTED,
    CVIDEO_NO_MEMORY,
    /// The system failed to read or write; `code` is its error number.
    CVIDEO_SYSTEM,
    /// Anything else; the message gives details.
    CVIDEO_OTHER,
} CVideoFailureKind;

typedef struct {
    CVideoFailureKind kind;
    /// The system's error number, if the system failed; EINVAL also if a library rejects its input.
    int code;
    char message[CVIDEO_MESSAGE_SIZE];
} CVideoFailure;

/// Loads the libraries once; false if they are not installed.
bool cvideo_load(CVideoFailure *failure);
