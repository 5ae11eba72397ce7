#pragma once

// FFmpeg's libraries without macros, unions and structures that differ between versions. They are loaded when
// first needed: linked directly, they would add 25 ms to every start of a program.

#include "cvideo-failure.h"
#include "cvideo-planes.h"
#include "cvideo-reader.h"
#include "cvideo-sound.h"
#include "cvideo-still.h"
#include "cvideo-writer.h"
