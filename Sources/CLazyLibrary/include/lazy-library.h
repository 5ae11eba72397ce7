#pragma once

// Shared libraries that are loaded with the first file or device that needs them: what they take to load would be a
// large part of a program's start.
//
// The functions in use are listed once, in a macro that applies another one to each name:
//
//     #define LIBTHING_FUNCTIONS(F) F(thing_open) F(thing_close)
//     extern struct LibThing { LIBTHING_FUNCTIONS(LAZY_FUNCTION) } libthing;
//
// and are called as `libthing.thing_open(…)`. Their types are those of the library's own headers, so a prototype that
// changes between versions is an error where the function is called, or none at all.

#include <stdbool.h>
#include <stddef.h>

/// A pointer to the function `name`, called like it; for the members of a library's structure.
#define LAZY_FUNCTION(name) __typeof__(name) *name;
/// The function's name, for `lazy_library_load`.
#define LAZY_NAME(name) #name,

/// `lib<name>.so.<version>`, of the version whose headers the caller was compiled with.
#define LAZY_FILE(name, version) "lib" name ".so." LAZY_TEXT(version)
#define LAZY_TEXT(token) LAZY_TEXT_OF(token)
#define LAZY_TEXT_OF(token) #token

/// Opens the libraries `files` and sets the pointers at `functions`, one for each of the `names`, in that order; both lists end
/// with null. Returns false, with the reason in `problem` (cut at `size` bytes), if a library or a function is missing. Not
/// thread-safe: call it once, such as by `pthread_once`.
bool lazy_library_load(
    const char *const *files, const char *const *names, void *functions, char *problem, size_t size);

/// Loads the functions that `FUNCTIONS` lists into the structure `library`, from the files that follow; `problem` is an array.
#define LAZY_LOAD(library, FUNCTIONS, problem, ...) \
    lazy_library_load( \
        (const char *const[]) {__VA_ARGS__, NULL}, (const char *const[]) {FUNCTIONS(LAZY_NAME) NULL}, &(library), problem, \
        sizeof (problem))
