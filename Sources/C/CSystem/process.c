#define _GNU_SOURCE
#include "cprocess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

pid_t cprocess_fork(void) {
    return fork();
}

bool cprocess_end_with_parent(pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return getppid() == parent;
}

void cprocess_set_name(const char *name) {
    prctl(PR_SET_NAME, name);
}

void cprocess_close_all(int first, int kept) {
#ifdef SYS_close_range
    bool done = true;
    if (kept > first)
        done = syscall(SYS_close_range, first, kept - 1, 0) == 0;
    if (done && syscall(SYS_close_range, kept >= first ? kept + 1 : first, ~0U, 0) == 0)
        return;
#endif
    int most = (int) sysconf(_SC_OPEN_MAX);
    for (int descriptor = first; descriptor < most; descriptor++)
        if (descriptor != kept)
            close(descriptor);
}
