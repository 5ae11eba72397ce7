#pragma once

/// The command-line arguments as the system passed them, null-terminated. Swift reads them from /proc, which
/// can fail, and replaces bytes that are not UTF-8.
char **carguments_list(void);

/// The number of arguments, including the program's name.
int carguments_count(void);
