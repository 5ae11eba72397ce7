#include "lazy-library.h"

#include <dlfcn.h>
#include <stdio.h>

enum { MAXIMUM_FILES = 4 };

static bool fail(char *problem, size_t size, const char *missing) {
    const char *reason = dlerror();
    snprintf(problem, size, "%s", reason ? reason : missing);
    return false;
}

bool lazy_library_load(
    const char *const *files, const char *const *names, void *functions, char *problem, size_t size) {
    void *libraries[MAXIMUM_FILES];
    int count = 0;
    for (; files[count] && count < MAXIMUM_FILES; count++) {
        libraries[count] = dlopen(files[count], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[count]) return fail(problem, size, files[count]);
    }
    for (int i = 0; names[i]; i++) {
        void *function = NULL;
        for (int k = 0; k < count && !function; k++) function = dlsym(libraries[k], names[i]);
        if (!function) return fail(problem, size, names[i]);
        ((void **) functions)[i] = function;
    }
    return true;
}
