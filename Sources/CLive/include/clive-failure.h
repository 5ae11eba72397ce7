#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CLIVE_MESSAGE_SIZE 300

/// What went wrong.
typedef enum {
    /// GStreamer cannot be loaded; the message is the loader's.
    CLIVE_NO_LIBRARY,
    /// An element is missing that belongs to Debian's gstreamer1.0-plugins-base; the message is its name.
    CLIVE_NO_BASE_PLUGINS,
    /// The same of gstreamer1.0-plugins-good.
    CLIVE_NO_GOOD_PLUGINS,
    /// The same of gstreamer1.0-pipewire.
    CLIVE_NO_PIPEWIRE_PLUGIN,
    /// The device, or the file behind it, is not there, or not any more.
    CLIVE_NOT_FOUND,
    /// Another program uses the device.
    CLIVE_BUSY,
    /// The device may not be used.
    CLIVE_DENIED,
    /// The device and what is behind it have no form of frames in common.
    CLIVE_NO_FORMAT,
    /// An element of GStreamer is missing, nobody knows of which package.
    CLIVE_NO_ELEMENT,
    /// The device is there, but cannot be opened.
    CLIVE_NOT_OPENED,
    /// It worked, and then nothing could be read or written any more.
    CLIVE_INTERRUPTED,
    /// What comes from the device cannot be decoded.
    CLIVE_NOT_DECODED,
    /// Anything else; the message says more.
    CLIVE_OTHER,
} CLiveFailureKind;

typedef struct {
    CLiveFailureKind kind;
    char message[CLIVE_MESSAGE_SIZE];
} CLiveFailure;

typedef enum {
    CLIVE_NOTHING,
    /// All of a stretch of sound was heard, or a source has nothing more.
    CLIVE_ENDED,
    /// Something is not as it should be, as that there is no sound server.
    CLIVE_WARNED,
    CLIVE_FAILED,
} CLiveEvent;
