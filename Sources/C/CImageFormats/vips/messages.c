#include "library.h"
#include "messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// libvips collects messages line by line in one buffer, each prefixed with the component that reports it;
/// the first line is closest to the cause. For every HEIF error, libvips also reports that it cannot seek
/// beyond the end, which libheif does to determine the file's size.
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
    snprintf(message, CVIPS_MESSAGE_SIZE, "%.*s", (int) (end - start), line + start);
    g_free(text);
}
