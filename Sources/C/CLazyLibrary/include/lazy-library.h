#pragma once

// Loads shared libraries with the first file or device that needs them: loading them at startup would take a
// large part of the startup time.
//
// The functions used are listed once, in a macro that applies another macro to each name:
//
//     #define LIBTHING_FUNCTIONS(F) F(thing_open) F(thing_close)
//     extern struct LibThing { LIBTHING_FUNCTIONS(LAZY_FUNCTION) } libthing;
//
// and are called as `libthing.thing_open(…)`. Their types come from the library's own headers, so an
// incompatible change of a prototype in another version is a compile-time error at the call.

#include <stdbool.h>
#include <stddef.h>

/// A pointer to the function `name`, as a member of a library's structure.
#define LAZY_FUNCTION(name) __typeof__(name) *name;
/// The function's name as a string, for `lazy_library_load`.
#define LAZY_NAME(name) #name,

/// `lib<name>.so.<version>`, with the version of the headers that the caller was compiled against.
#define LAZY_FILE(name, version) "lib" name ".so." LAZY_TEXT(version)
#define LAZY_TEXT(token) LAZY_TEXT_OF(token)
#define LAZY_TEXT_OF(token) #token

/// Opens the libraries in `files` and sets the pointers at `functions`, one for each of `names`, in order;
/// both lists are null-terminated. Returns false, with the reason in `problem` (truncated to `size` bytes),
/// if a library or function is missing. Not thread-safe: call it once, for example through `pthread_once`.
bool lazy_library_load(
    const char *const *files, const char *const *names, void *functions, char *problem, size_t size);

/// Loads the functions listed by `FUNCTIONS` into the structure `library`, from the files given as the
/// remaining arguments; `problem` is an array.
#define LAZY_LOAD(library, FUNCTIONS, problem, ...) \
    lazy_library_load( \
        (const char *const[]) {__VA_ARGS__, NULL}, (const char *const[]) {FUNCTIONS(LAZY_NAME) NULL}, \
        &(library), problem, sizeof(problem))
