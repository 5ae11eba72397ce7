#include "cvips.h"

#include <glib.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

/// Exits at the messages that GLib logs before it aborts for lack of memory, in g_malloc and the like.
static void end(const gchar *domain, GLogLevelFlags level, const gchar *text, gpointer status) {
    (void) domain;
    (void) level;
    if (strstr(text, "failed to allocate") != NULL || strstr(text, "overflow allocating") != NULL)
        _exit((int) (intptr_t) status);
}

void cvips_exit_without_memory(int status) {
    g_log_set_handler("GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL, end, (gpointer) (intptr_t) status);
}
