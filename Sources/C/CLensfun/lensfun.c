#include "lensfun-loaded.h"

#include <pthread.h>

struct LibLensfun liblensfun;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

static void load(void) {
    LAZY_LOAD(liblensfun, LIBLENSFUN_FUNCTIONS, problem, "liblensfun.so.1");
}

const char *liblensfun_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
