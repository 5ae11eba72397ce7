#pragma once

// Sound, cameras and microphones through GStreamer, which is loaded when first needed: linking it would cost
// every start of a program some milliseconds.

#include "clive-devices.h"
#include "clive-failure.h"
#include "clive-loopback.h"
#include "clive-pipeline.h"
#include "clive-pipewire.h"
#include "clive-sound.h"
