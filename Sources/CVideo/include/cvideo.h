#pragma once

// FFmpeg's libraries without macros, unions and structures that differ between versions. They are loaded when
// first needed: linked the usual way they would cost every start of a program 25 ms.

#include "cvideo-failure.h"
#include "cvideo-planes.h"
#include "cvideo-reader.h"
#include "cvideo-sound.h"
#include "cvideo-still.h"
#include "cvideo-writer.h"
