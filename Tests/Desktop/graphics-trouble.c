// Makes the graphics driver fail on demand, to test how the window reacts; loaded with LD_PRELOAD.
//
// The file named by GLINT_TEST_TROUBLE says which failure to simulate from now on:
//     lost once       the next wait for the device reports that its context is lost
//     lost            every wait does
//     full            no texture can be created, for lack of memory
//     slow            every kernel is delayed, and the program ends if it draws in the meantime; the file is
//                     removed when the first kernel begins
// libepoxy keeps a pointer to each of the driver's functions in a variable. It is replaced here, but only
// after the function's first call, which looks the function up and stores the pointer.
#include <epoxy/gl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static PFNGLCLIENTWAITSYNCPROC client_wait_sync;
static PFNGLTEXSTORAGE2DPROC tex_storage_2d;
static PFNGLGETERRORPROC get_error;
static PFNGLDISPATCHCOMPUTEPROC dispatch_compute;
static PFNGLDRAWARRAYSPROC draw_arrays;
static atomic_int losses, is_full, is_slow, is_computing;
static _Thread_local int has_run_out;

static GLenum waits(GLsync sync, GLbitfield flags, GLuint64 timeout) {
    int left = atomic_load(&losses);
    if (left > 0) atomic_compare_exchange_strong(&losses, &left, left - 1);
    return left != 0 ? GL_WAIT_FAILED : client_wait_sync(sync, flags, timeout);
}

static void stores(GLenum target, GLsizei levels, GLenum format, GLsizei width, GLsizei height) {
    if (atomic_load(&is_full)) has_run_out = 1;
    else tex_storage_2d(target, levels, format, width, height);
}

static GLenum errs(void) {
    if (!has_run_out) return get_error();
    has_run_out = 0;
    return GL_OUT_OF_MEMORY;
}

static void computes(GLuint x, GLuint y, GLuint z) {
    if (atomic_load(&is_slow)) {
        unlink(getenv("GLINT_TEST_TROUBLE"));
        atomic_store(&is_computing, 1);
        usleep(30000);
        atomic_store(&is_computing, 0);
    }
    dispatch_compute(x, y, z);
}

static void draws(GLenum mode, GLint first, GLsizei count) {
    if (atomic_load(&is_computing)) {
        fputs("something is drawn while a kernel runs\n", stderr);
        abort();
    }
    draw_arrays(mode, first, count);
}

static void take_over(void) {
    if (client_wait_sync) return;
    client_wait_sync = epoxy_glClientWaitSync;
    tex_storage_2d = epoxy_glTexStorage2D;
    get_error = epoxy_glGetError;
    dispatch_compute = epoxy_glDispatchCompute;
    draw_arrays = epoxy_glDrawArrays;
    epoxy_glClientWaitSync = waits;
    epoxy_glTexStorage2D = stores;
    epoxy_glGetError = errs;
    epoxy_glDispatchCompute = computes;
    epoxy_glDrawArrays = draws;
}

static void *watch(void *path) {
    char last[32] = "";
    for (;; usleep(20000)) {
        char text[32] = "";
        FILE *file = fopen(path, "r");
        if (file) {
            if (!fgets(text, sizeof text, file)) text[0] = 0;
            fclose(file);
        }
        if (strcmp(text, last) == 0) continue;
        strcpy(last, text);
        if (text[0]) take_over();
        atomic_store(&losses, strcmp(text, "lost once") == 0 ? 1 : (strcmp(text, "lost") == 0 ? -1 : 0));
        atomic_store(&is_full, strcmp(text, "full") == 0);
        if (strcmp(text, "slow") == 0) atomic_store(&is_slow, 1);
    }
    return NULL;
}

__attribute__((constructor)) static void begin(void) {
    char *path = getenv("GLINT_TEST_TROUBLE");
    pthread_t thread;
    if (path) pthread_create(&thread, NULL, watch, path);
}
