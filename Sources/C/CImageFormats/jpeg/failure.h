#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/// The jump target for libjpeg's errors. The error manager must be the first member, so that libjpeg's
/// pointer to it is also a pointer to the whole structure.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
    char message[JMSG_LENGTH_MAX];
    /// True if recoverable damage is not treated as a failure.
    bool acceptsDamage;
} Failure;

void failure_prepare(Failure *failure);
