#include "carguments.h"

static int count;
static char **words;

/// glibc also passes the arguments of `main` to functions that run before it.
__attribute__((constructor)) static void keep(int given, char **list) {
    count = given;
    words = list;
}

char **carguments_words(void) { return words; }

int carguments_count(void) { return count; }
