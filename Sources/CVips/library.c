#define LIBRARY_LOADS
#include "library.h"

#include "cvips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

struct LibVips libvips;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[CVIPS_MESSAGE_SIZE];

#define LOAD_FUNCTION(function) \
    if (!(libvips.function = dlsym(library, #function))) goto missing;

static void load(void) {
    void *library = dlopen("libvips.so.42", RTLD_NOW | RTLD_LOCAL);
    if (!library) goto missing;
    LIBRARY_FUNCTIONS(LOAD_FUNCTION)
    return;
missing:
    snprintf(problem, sizeof problem, "%s", dlerror());
}

bool library_load(char *message) {
    pthread_once(&once, load);
    if (problem[0]) snprintf(message, CVIPS_MESSAGE_SIZE, "%s", problem);
    return !problem[0];
}
