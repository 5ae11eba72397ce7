#include "messages.h"

#include <stdio.h>
#include <vips/vips.h>

/// libvips gathers messages line by line in one buffer; the first line is nearest to the cause.
void cvips_take_error(char *message) {
    gchar *text = vips_error_buffer_copy();
    size_t end = 0;
    while (text[end] != '\0' && text[end] != '\n')
        end++;
    snprintf(message, CVIPS_MESSAGE_SIZE, "%.*s", (int)end, text);
    g_free(text);
}
