#define LIBRARY_LOADS
#include "library.h"

#include "cvips.h"

#include <pthread.h>
#include <stdio.h>

struct LibVips libvips;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CVIPS_MESSAGE_SIZE];

static void load(void) {
    LAZY_LOAD(libvips, LIBVIPS_FUNCTIONS, problem, "libvips.so.42");
}

bool library_load(char *message) {
    pthread_once(&once, load);
    if (problem[0]) snprintf(message, CVIPS_MESSAGE_SIZE, "%s", problem);
    return !problem[0];
}
