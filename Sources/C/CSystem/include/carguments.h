#pragma once

/// The command-line arguments as passed by the system, null-terminated. Swift reads them from /proc, which
/// may fail, and replaces bytes that are not UTF-8.
char **carguments_list(void);

/// The number of arguments, including the program's name.
int carguments_count(void);
