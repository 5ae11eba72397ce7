#include "libjxl.h"

#include <pthread.h>

struct LibJXL libjxl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char problem[256];

/// `lib<name>.so` with the version of the headers used for compiling: before 1.0, minor versions are
/// incompatible.
#define JXL_FILE(name) LAZY_FILE(name, JPEGXL_MAJOR_VERSION) "." LAZY_TEXT(JPEGXL_MINOR_VERSION)

static void load(void) {
    LAZY_LOAD(libjxl, LIBJXL_FUNCTIONS, problem, JXL_FILE("jxl"), JXL_FILE("jxl_threads"));
}

const char *libjxl_problem(void) {
    pthread_once(&once, load);
    return problem[0] ? problem : NULL;
}
