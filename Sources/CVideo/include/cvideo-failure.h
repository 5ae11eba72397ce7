#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CVIDEO_MESSAGE_SIZE 300

/// What went wrong.
typedef enum {
    /// FFmpeg's libraries cannot be loaded; the message is the loader's.
    CVIDEO_NO_LIBRARY,
    /// The file is of no container that is read here.
    CVIDEO_NOT_A_VIDEO,
    /// The container has no video; album covers are none.
    CVIDEO_NO_STREAM,
    /// There is no decoder or encoder; the message is the codec's name.
    CVIDEO_NO_CODEC,
    /// The pixels are of a form that is not read; the message is its name.
    CVIDEO_NO_PIXEL_FORMAT,
    /// The container cannot hold the codec; the message is the codec's name.
    CVIDEO_UNSUITED_CONTAINER,
    /// The bytes are wrong or cut short; the message says more.
    CVIDEO_DAMAGED,
    /// A decoder or an encoder does not take what it was given; the message is the name of the codec, or of the pixels.
    CVIDEO_CODEC_REFUSES,
    /// The same of the encoder of sound; the message is the codec's name.
    CVIDEO_SOUND_REFUSED,
    /// The container does not take a stream, or what is in it.
    CVIDEO_CONTAINER_REFUSES,
    /// FFmpeg's libraries say that they lack what would be needed.
    CVIDEO_UNSUPPORTED,
    CVIDEO_NO_MEMORY,
    /// The system failed to read or write; `code` is its error number.
    CVIDEO_SYSTEM,
    /// Anything else; the message says more.
    CVIDEO_OTHER,
} CVideoFailureKind;

typedef struct {
    CVideoFailureKind kind;
    /// The system's error number, where it is the system's failure; EINVAL also where a library refuses what it was given.
    int code;
    char message[CVIDEO_MESSAGE_SIZE];
} CVideoFailure;

/// Loads the libraries, once; false if they are not installed.
bool cvideo_load(CVideoFailure *failure);
