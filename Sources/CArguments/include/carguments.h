#pragma once

/// The words of the command line as the system handed them over, zero-terminated. Swift reads them from /proc, where that
/// can fail, and mends bytes that are no UTF-8.
char **carguments_words(void);

/// How many there are, with the program's name.
int carguments_count(void);
