#include "library.h"
#include "messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// libvips gathers messages line by line in one buffer, each after the name of the part that complains; the
/// first line is nearest to the cause. Of HEIF files libvips complains that it cannot go behind their end, which
/// libheif asks of it to learn their size, whatever goes wrong later.
void cvips_take_error(char *message) {
    static const char about_size[] = "bad seek to ";
    gchar *text = libvips.vips_error_buffer_copy();
    const char *line = text;
    size_t end, start;
    for (;;) {
        size_t part = strcspn(line, ": \n");
        end = strcspn(line, "\n");
        start = line[part] == ':' && line[part + 1] == ' ' ? part + 2 : 0;
        bool is_last = line[end] == 0 || line[end + 1] == 0;
        if (is_last || strncmp(line + start, about_size, sizeof about_size - 1) != 0)
            break;
        line += end + 1;
    }
    snprintf(message, CVIPS_MESSAGE_SIZE, "%.*s", (int)(end - start), line + start);
    g_free(text);
}
