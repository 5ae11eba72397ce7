#pragma once

#include <stdbool.h>
#include <stdint.h>

#define CLIVE_MESSAGE_SIZE 300

/// The kind of a failure.
typedef enum {
    /// GStreamer cannot be loaded; the message is that of the dynamic loader.
    CLIVE_NO_LIBRARY,
    /// An element of Debian's gstreamer1.0-plugins-base is missing; the message is its name.
    CLIVE_NO_BASE_PLUGINS,
    /// The same for gstreamer1.0-plugins-good.
    CLIVE_NO_GOOD_PLUGINS,
    /// The same for gstreamer1.0-pipewire.
    CLIVE_NO_PIPEWIRE_PLUGIN,
    /// The device, or the file behind it, does not exist, or not any more.
    CLIVE_NOT_FOUND,
    /// Another program uses the device.
    CLIVE_BUSY,
    /// Access to the device is denied.
    CLIVE_DENIED,
    /// The device and the elements after it have no frame format in common.
    CLIVE_NO_FORMAT,
    /// A GStreamer element of an unknown package is missing.
    CLIVE_NO_ELEMENT,
    /// The device exists, but cannot be opened.
    CLIVE_NOT_OPENED,
    /// Reading or writing failed after it had worked.
    CLIVE_INTERRUPTED,
    /// The data of the device cannot be decoded.
    CLIVE_NOT_DECODED,
    /// Any other failure; the message has the details.
    CLIVE_OTHER,
} CLiveFailureKind;

typedef struct {
    CLiveFailureKind kind;
    char message[CLIVE_MESSAGE_SIZE];
} CLiveFailure;

typedef enum {
    CLIVE_NOTHING,
    /// A segment of audio has been played completely, or a source has ended.
    CLIVE_ENDED,
    /// A problem, such as a missing sound server.
    CLIVE_WARNED,
    CLIVE_FAILED,
} CLiveEvent;
