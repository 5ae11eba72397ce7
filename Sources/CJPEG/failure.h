#pragma once

#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

/// Where libjpeg's errors go; the first member, so that libjpeg's pointer is one to the whole.
typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf target;
    char message[JMSG_LENGTH_MAX];
    /// Whether damage that a decoder can go on after is no failure.
    bool acceptsDamage;
} Failure;

void failure_prepare(Failure *failure);
