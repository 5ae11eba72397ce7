#include "messages.h"

#include <stdio.h>
#include <string.h>
#include <vips/vips.h>

/// libvips gathers messages line by line in one buffer, each after the name of the part that complains; the
/// first line is nearest to the cause.
void cvips_take_error(char *message) {
    gchar *text = vips_error_buffer_copy();
    size_t end = strcspn(text, "\n"), part = strcspn(text, ": \n");
    size_t start = text[part] == ':' && text[part + 1] == ' ' ? part + 2 : 0;
    snprintf(message, CVIPS_MESSAGE_SIZE, "%.*s", (int)(end - start), text + start);
    g_free(text);
}
