#include "carguments.h"

static int count;
static char **arguments;

/// glibc passes the arguments of `main` to constructors, which run before it.
__attribute__((constructor)) static void keep(int given, char **list) {
    count = given;
    arguments = list;
}

char **carguments_list(void) { return arguments; }

int carguments_count(void) { return count; }
