#include "libheif-loaded.h"

#include <pthread.h>

struct LibHEIF libheif;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

static void load(void) {
    LAZY_LOAD(libheif, LIBHEIF_FUNCTIONS, problem, "libheif.so.1");
}

const char *libheif_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
