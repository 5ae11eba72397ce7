#pragma once
#include <stdbool.h>
#include <sys/types.h>

#pragma GCC visibility push(hidden)

/// Starts `glint-cli`, or the program that the environment variable GLINT_CLI names.
///
/// Its standard error is that of the host; the host's other files and blocked signals are not passed on.
///
/// - Parameters:
///   - arguments: those after the name of the program, at most 6, then NULL.
///   - input, output: descriptors for its standard input and output; -1 for none.
///   - problem: at least 512 bytes for a sentence that says why it could not be started.
/// - Returns: the process; 0, with `errno`, if it could not be started.
pid_t glint_start(const char *const *arguments, int input, int output, char *problem);

/// Ends a process; a working one, whose input has been closed, gets two seconds to end by itself.
void glint_end(pid_t process, bool is_working);

/// The seconds of a clock that only moves forward.
double glint_now(void);

#pragma GCC visibility pop
