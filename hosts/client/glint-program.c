#define _GNU_SOURCE
#include "glint-program.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { problem_length = 512,
       maximum_arguments = 6 };

double glint_now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

void glint_end(pid_t process, bool is_working) {
    for (int tenths = 0; is_working && tenths < 20; tenths++) {
        pid_t ended = waitpid(process, NULL, WNOHANG);
        if (ended == process || (ended < 0 && errno != EINTR))
            return;
        nanosleep(&(struct timespec) {.tv_nsec = 100000000}, NULL);
    }
    kill(process, SIGKILL);
    while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {}
}

/// Connects a descriptor of the program with one of the host's, or with nothing.
static void attach(posix_spawn_file_actions_t *actions, int host, int program) {
    if (host >= 0)
        posix_spawn_file_actions_adddup2(actions, host, program);
    else
        posix_spawn_file_actions_addopen(actions, program, "/dev/null", O_RDWR, 0);
}

pid_t glint_start(const char *const *arguments, int input, int output, char *problem) {
    const char *program = getenv("GLINT_CLI");
    if (!program || !*program)
        program = "glint-cli";
    char *line[maximum_arguments + 2] = {(char *) program};
    for (int index = 0; index < maximum_arguments && arguments[index]; index++)
        line[index + 1] = (char *) arguments[index];
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    attach(&actions, input, STDIN_FILENO);
    attach(&actions, output, STDOUT_FILENO);
    // The host's files stay its own.
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    // In a process group of its own, Ctrl+C in the host's terminal does not interrupt it in a frame.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    pid_t process;
    int error = posix_spawnp(&process, program, &actions, &attributes, line, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    if (error == 0)
        return process;
    if (error == ENOENT)
        snprintf(
            problem, problem_length,
            "%s was not found; install Glint, or name its program by the environment variable GLINT_CLI",
            program);
    else
        snprintf(problem, problem_length, "%s could not be started: %s", program, strerror(error));
    errno = error;
    return 0;
}
