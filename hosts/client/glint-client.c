#define _GNU_SOURCE
#include "glint-client.h"
#include "glint-program.h"
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    protocol_version = 1,
    longest_line = 1 << 20,
    /// After as many failures in a row, the program is not started again until the recipe changes.
    maximum_failures = 3,
    /// How long a frame may take by default, and the first one, which starts the program, in seconds.
    default_timeout = 10,
    default_start_timeout = 60,
};

struct GlintClient {
    int width, height;
    GlintFormat format;
    GlintColor color;
    /// The bytes of a frame.
    size_t frame_length;
    const char *name;
    /// Gets messages; NULL for standard error.
    void (*report)(const char *message);
    /// An eventfd that can be read once the client is canceled.
    int canceled;
    char *recipe;
    double rate;
    /// How long a frame may take in seconds; 0 for the default.
    double timeout;

    /// The socket and the process; -1 and 0 while there is none.
    int socket;
    pid_t process;
    /// What has arrived and is not read.
    char *received;
    size_t received_count;
    /// Shared memory: the frame at the beginning, the result at `offset`.
    uint8_t *memory;
    size_t memory_length, offset;

    /// True if the program knows the format and the recipe.
    bool is_prepared;
    bool has_filtered;
    int failures;
    /// Why the frame cannot be filtered; empty if it can.
    char problem[512];
    /// The newest message, so that it is not repeated for every frame.
    char message[768];
};

/// Notes why the frame cannot be filtered.
__attribute__((format(printf, 2, 3))) static void complain(GlintClient *client, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(client->problem, sizeof client->problem, format, arguments);
    va_end(arguments);
    // Some of the program's messages are whole sentences.
    size_t length = strlen(client->problem);
    if (length > 0 && client->problem[length - 1] == '.')
        client->problem[length - 1] = 0;
}

/// Says why the frame cannot be filtered, unless that has just been said or the client is canceled.
static void report_problem(GlintClient *client) {
    bool is_final = client->failures >= maximum_failures;
    char line[sizeof client->message];
    snprintf(
        line, sizeof line, "%s: %s. %s", client->name, client->problem,
        is_final ? "Frames stay unfiltered."
                 : "This frame stays unfiltered; the next one starts glint-cli again.");
    if (!client->problem[0] || strcmp(line, client->message) == 0)
        return;
    strcpy(client->message, line);
    if (client->report)
        client->report(line);
    else
        fprintf(stderr, "%s\n", line);
}

/// The result of a request.
typedef enum {
    /// It was answered.
    answered,
    /// It was refused, and would be again.
    refused,
    /// The program cannot go on.
    failed,
} Outcome;

// The process

static void disconnect(GlintClient *client, bool is_working) {
    if (client->socket >= 0)
        close(client->socket);
    if (client->process > 0)
        glint_end(client->process, is_working);
    if (client->memory)
        munmap(client->memory, client->memory_length);
    client->socket = -1;
    client->process = 0;
    client->memory = NULL;
    client->memory_length = client->received_count = 0;
    client->is_prepared = client->has_filtered = false;
}

static Outcome connect_program(GlintClient *client) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        complain(client, "no socket could be made: %s", strerror(errno));
        return failed;
    }
    char problem[sizeof client->problem];
    const char *arguments[] = {"stream", "--quiet", NULL};
    client->process = glint_start(arguments, sockets[1], -1, problem);
    int error = errno;
    close(sockets[1]);
    client->socket = sockets[0];
    if (client->process > 0)
        return answered;
    complain(client, "%s", problem);
    // A program that is missing would be missing again.
    return error == ENOENT || error == EACCES ? refused : failed;
}

// Messages

/// Waits until a time for the socket; false, with a message unless the client is canceled, if it does not
/// get ready.
static bool is_ready(GlintClient *client, short events, double until) {
    for (;;) {
        double rest = until - glint_now();
        if (rest <= 0) {
            complain(client, "glint-cli did not answer in time");
            return false;
        }
        struct pollfd inputs[] = {
            {.fd = client->socket, .events = events}, {.fd = client->canceled, .events = POLLIN}};
        // Milliseconds of a long time would not fit.
        int ready = poll(inputs, 2, (int) ((rest < 1000 ? rest : 1000) * 1000) + 1);
        if (ready > 0)
            return !inputs[1].revents;
        if (ready < 0 && errno != EINTR) {
            complain(client, "glint-cli cannot be waited for: %s", strerror(errno));
            return false;
        }
    }
}

/// Sends a line, with a descriptor unless that is -1, until a time; false, with a message unless the client
/// is canceled, if that is not possible.
static bool send_line(GlintClient *client, const char *text, int descriptor, double until) {
    size_t length = strlen(text), sent = 0;
    char *line = malloc(length + 1);
    if (!line) {
        complain(client, "there is no memory");
        return false;
    }
    memcpy(line, text, length);
    line[length++] = '\n';
    while (sent < length) {
        struct iovec piece = {line + sent, length - sent};
        union {
            struct cmsghdr header;
            char bytes[CMSG_SPACE(sizeof(int))];
        } control = {.bytes = {0}};
        struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
        if (descriptor >= 0) {
            message.msg_control = control.bytes;
            message.msg_controllen = sizeof control.bytes;
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(sizeof descriptor);
            memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
        }
        // A program that hangs reads nothing, and a long recipe fills the buffer of the socket.
        ssize_t count = sendmsg(client->socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            if (is_ready(client, POLLOUT, until))
                continue;
            break;
        }
        if (count <= 0) {
            complain(client, "glint-cli has ended unexpectedly");
            break;
        }
        sent += (size_t) count;
        descriptor = -1;
    }
    free(line);
    return sent == length;
}

/// Waits until a time for a line; NULL, with a message unless the client is canceled, if none comes. The
/// caller releases it.
static char *receive_line(GlintClient *client, double until) {
    for (;;) {
        char *end = memchr(client->received, '\n', client->received_count);
        if (end) {
            size_t length = (size_t) (end - client->received);
            char *line = strndup(client->received, length);
            client->received_count -= length + 1;
            memmove(client->received, end + 1, client->received_count);
            return line;
        }
        if (!is_ready(client, POLLIN, until))
            return NULL;
        size_t space = longest_line - client->received_count;
        char *next = client->received + client->received_count;
        ssize_t count = space > 0 ? read(client->socket, next, space) : 0;
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0) {
            complain(client, "glint-cli has ended unexpectedly");
            return NULL;
        }
        client->received_count += (size_t) count;
    }
}

/// Sends a request, and waits until a time for its answer, whose content the caller releases.
static Outcome request(
    GlintClient *client, const char *name, json_object *content, int descriptor, double until,
    json_object **answer) {
    *answer = NULL;
    json_object *object = json_object_new_object();
    json_object_object_add(object, name, content);
    const char *text = json_object_to_json_string_ext(object, JSON_C_TO_STRING_PLAIN);
    bool is_sent = send_line(client, text, descriptor, until);
    json_object_put(object);
    char *line = is_sent ? receive_line(client, until) : NULL;
    if (!line)
        return failed;
    json_object *parsed = json_tokener_parse(line), *found = NULL;
    free(line);
    Outcome outcome = failed;
    if (json_object_object_get_ex(parsed, "error", &found)) {
        json_object *message = NULL;
        json_object_object_get_ex(found, "message", &message);
        complain(client, "%s", message ? json_object_get_string(message) : "glint-cli refused a request");
        outcome = refused;
    } else if (
        json_object_object_get_ex(parsed, name, &found)
        || json_object_object_get_ex(parsed, "done", &found)) {
        *answer = json_object_get(found);
        outcome = answered;
    } else {
        complain(client, "glint-cli gave an answer that is not understood");
    }
    json_object_put(parsed);
    return outcome;
}

static int64_t integer(json_object *object, const char *key) {
    json_object *value = NULL;
    return json_object_object_get_ex(object, key, &value) ? json_object_get_int64(value) : 0;
}

// The recipe

/// A recipe that scales its result to the size of the host's frames.
static json_object *scaling(const GlintClient *client) {
    json_object *parameters = json_object_new_object();
    json_object_object_add(parameters, "width", json_object_new_int(client->width));
    json_object_object_add(parameters, "height", json_object_new_int(client->height));
    json_object *stage = json_object_new_object();
    json_object_object_add(stage, "id", json_object_new_string("resize"));
    json_object_object_add(stage, "parameters", parameters);
    json_object *stages = json_object_new_array();
    json_object_array_add(stages, stage);
    json_object *recipe = json_object_new_object();
    json_object_object_add(recipe, "glint", json_object_new_int(1));
    json_object_object_add(recipe, "filters", stages);
    return recipe;
}

/// The recipe without spaces before it; empty if none is set.
static const char *recipe_text(const GlintClient *client) {
    const char *text = client->recipe ? client->recipe : "";
    return text + strspn(text, " \n\t\r");
}

/// The recipe as the program takes it: an object, or a path. NULL, with a message, if it cannot be read.
static json_object *parsed_recipe(GlintClient *client) {
    const char *text = recipe_text(client);
    if (*text != '{')
        return json_object_new_string(text);
    enum json_tokener_error error;
    json_object *recipe = json_tokener_parse_verbose(text, &error);
    if (!recipe)
        complain(client, "the recipe is not valid JSON: %s", json_tokener_error_desc(error));
    return recipe;
}

/// Sends a recipe, with what follows it, and learns the layout of memory. Takes ownership of both.
static Outcome use(
    GlintClient *client, json_object *recipe, json_object *next, double until, size_t *length,
    bool *fits) {
    json_object *recipes = json_object_new_array(), *answer;
    json_object_array_add(recipes, recipe);
    if (next)
        json_object_array_add(recipes, next);
    Outcome outcome = request(client, "recipe", recipes, -1, until, &answer);
    json_object *result = NULL;
    if (outcome == answered && json_object_object_get_ex(answer, "result", &result)) {
        client->offset = (size_t) integer(result, "offset");
        *length = (size_t) integer(result, "bytes");
        *fits = integer(result, "width") == client->width && integer(result, "height") == client->height;
        size_t frame = client->frame_length;
        bool is_valid = client->offset >= frame && client->offset <= *length;
        if (!is_valid || (*fits && *length - client->offset < frame)) {
            complain(client, "glint-cli gave an answer that is not understood");
            outcome = failed;
        }
    }
    json_object_put(answer);
    return outcome;
}

static Outcome share_memory(GlintClient *client, size_t length, double until) {
    if (client->memory && client->memory_length >= length)
        return answered;
    if (client->memory)
        munmap(client->memory, client->memory_length);
    client->memory = NULL;
    int descriptor = memfd_create("glint-frames", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    void *memory = MAP_FAILED;
    if (descriptor >= 0 && ftruncate(descriptor, (off_t) length) == 0
        && fcntl(descriptor, F_ADD_SEALS, F_SEAL_SHRINK) == 0)
        memory = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (memory == MAP_FAILED) {
        complain(client, "%zu bytes of memory cannot be shared: %s", length, strerror(errno));
        if (descriptor >= 0)
            close(descriptor);
        return failed;
    }
    client->memory = memory;
    client->memory_length = length;
    json_object *content = json_object_new_object(), *answer;
    json_object_object_add(content, "slot", json_object_new_int(0));
    Outcome outcome = request(client, "memory", content, descriptor, until, &answer);
    json_object_put(answer);
    close(descriptor);
    return outcome;
}

/// The names of the formats in the protocol.
static const char *const format_names[] = {
    [GLINT_RGBA8] = "rgba8", [GLINT_RGBA16] = "rgba16", [GLINT_I420] = "i420", [GLINT_NV12] = "nv12"};

static bool is_ycbcr(GlintFormat format) { return format == GLINT_I420 || format == GLINT_NV12; }

/// Adds a name to a message unless it is NULL.
static void add_name(json_object *message, const char *key, const char *name) {
    if (name)
        json_object_object_add(message, key, json_object_new_string(name));
}

/// Tells the program the format and the recipe.
static Outcome prepare(GlintClient *client, double until) {
    json_object *hello = json_object_new_object(), *answer;
    json_object_object_add(hello, "version", json_object_new_int(protocol_version));
    json_object_object_add(hello, "width", json_object_new_int(client->width));
    json_object_object_add(hello, "height", json_object_new_int(client->height));
    json_object_object_add(hello, "format", json_object_new_string(format_names[client->format]));
    json_object_object_add(hello, "rate", json_object_new_double(client->rate));
    if (is_ycbcr(client->format)) {
        add_name(hello, "matrix", client->color.matrix);
        add_name(hello, "range", client->color.range);
        add_name(hello, "siting", client->color.siting);
        json_object_object_add(hello, "interlaced", json_object_new_boolean(client->color.is_interlaced));
    }
    Outcome outcome = request(client, "hello", hello, -1, until, &answer);
    json_object_put(answer);
    if (outcome != answered)
        return outcome;
    json_object *recipe = parsed_recipe(client);
    if (!recipe)
        return refused;
    size_t length = 0;
    bool fits = false;
    json_object_get(recipe);
    outcome = use(client, recipe, NULL, until, &length, &fits);
    if (outcome == answered && !fits)
        outcome = use(client, json_object_get(recipe), scaling(client), until, &length, &fits);
    json_object_put(recipe);
    if (outcome == answered && !fits) {
        complain(client, "the recipe makes frames of another size, which cannot be scaled");
        outcome = refused;
    }
    if (outcome != answered)
        return outcome;
    outcome = share_memory(client, length, until);
    client->is_prepared = outcome == answered;
    return outcome;
}

// For hosts

static void set_size(GlintClient *client, int width, int height) {
    client->width = width;
    client->height = height;
    size_t pixels = (size_t) width * (size_t) height;
    if (is_ycbcr(client->format))
        client->frame_length = pixels + 2 * (((size_t) width + 1) / 2) * (((size_t) height + 1) / 2);
    else
        client->frame_length = pixels * (client->format == GLINT_RGBA16 ? 8 : 4);
}

GlintClient *glint_client_create(int width, int height, GlintFormat format, const char *name) {
    GlintClient *client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->received = malloc(longest_line);
    client->canceled = eventfd(0, EFD_CLOEXEC);
    if (!client->received || client->canceled < 0 || width <= 0 || height <= 0) {
        if (client->canceled >= 0)
            close(client->canceled);
        free(client->received);
        free(client);
        return NULL;
    }
    client->format = format;
    set_size(client, width, height);
    client->name = name;
    client->rate = 30000.0 / 1001;
    client->socket = -1;
    return client;
}

void glint_client_destroy(GlintClient *client) {
    if (!client)
        return;
    disconnect(client, true);
    close(client->canceled);
    free(client->recipe);
    free(client->received);
    free(client);
}

static bool same_name(const char *one, const char *other) {
    return one == other || (one && other && strcmp(one, other) == 0);
}

void glint_client_set_color(GlintClient *client, GlintColor color) {
    const GlintColor *old = &client->color;
    if (same_name(old->matrix, color.matrix) && same_name(old->range, color.range)
        && same_name(old->siting, color.siting) && old->is_interlaced == color.is_interlaced)
        return;
    client->color = color;
    glint_client_begin_again(client);
}

void glint_client_set_report(GlintClient *client, void (*report)(const char *message)) {
    client->report = report;
}

void glint_client_cancel(GlintClient *client) { eventfd_write(client->canceled, 1); }

void glint_client_begin_again(GlintClient *client) {
    client->is_prepared = false;
    client->failures = 0;
    client->message[0] = 0;
}

void glint_client_set_size(GlintClient *client, int width, int height) {
    if (width <= 0 || height <= 0 || (width == client->width && height == client->height))
        return;
    set_size(client, width, height);
    glint_client_begin_again(client);
}

void glint_client_set_recipe(GlintClient *client, const char *recipe) {
    if (strcmp(recipe ? recipe : "", client->recipe ? client->recipe : "") == 0)
        return;
    free(client->recipe);
    client->recipe = recipe ? strdup(recipe) : NULL;
    glint_client_begin_again(client);
}

void glint_client_set_rate(GlintClient *client, double rate) {
    if (!(rate > 0) || rate == client->rate)
        return;
    client->rate = rate;
    glint_client_begin_again(client);
}

void glint_client_set_timeout(GlintClient *client, double seconds) {
    client->timeout = seconds > 0 ? seconds : 0;
}

/// Mixes the filtered frame with the frame in memory. Luma and chroma are mixed like colors, of which they
/// are sums.
static void mix(const GlintClient *client, void *result, double strength) {
    int64_t share = (int64_t) (strength * 65536 + 0.5), rest = 65536 - share;
    if (client->format == GLINT_RGBA16) {
        const uint16_t *before = (const uint16_t *) client->memory;
        uint16_t *after = result;
        for (size_t index = 0; index < client->frame_length / 2; index++)
            after[index] = (uint16_t) ((before[index] * rest + after[index] * share + 32768) >> 16);
    } else {
        const uint8_t *before = client->memory;
        uint8_t *after = result;
        for (size_t index = 0; index < client->frame_length; index++)
            after[index] = (uint8_t) ((before[index] * rest + after[index] * share + 32768) >> 16);
    }
}

/// Filters a frame into memory.
static Outcome filter(GlintClient *client, const void *frame, double seconds, int64_t number) {
    bool is_first = !client->has_filtered || !client->is_prepared;
    double timeout = is_first ? default_start_timeout : default_timeout;
    double until = glint_now() + (client->timeout > 0 ? client->timeout : timeout);
    if (!*recipe_text(client)) {
        complain(client, "no recipe is set");
        return refused;
    }
    if (client->socket < 0) {
        Outcome outcome = connect_program(client);
        if (outcome != answered)
            return outcome;
    }
    if (!client->is_prepared) {
        Outcome outcome = prepare(client, until);
        if (outcome != answered)
            return outcome;
    }
    memcpy(client->memory, frame, client->frame_length);
    json_object *content = json_object_new_object(), *answer;
    json_object_object_add(content, "slot", json_object_new_int(0));
    json_object_object_add(content, "time", json_object_new_double(seconds < 0 ? 0 : seconds));
    json_object_object_add(content, "number", json_object_new_int64(number < 0 ? 0 : number));
    Outcome outcome = request(client, "frame", content, -1, until, &answer);
    json_object_put(answer);
    if (outcome != answered)
        return failed;
    client->has_filtered = true;
    return answered;
}

bool glint_client_filter(
    GlintClient *client, const void *frame, void *result, double seconds, int64_t number, double strength) {
    Outcome outcome = refused;
    if (strength > 0 && client->failures < maximum_failures) {
        client->problem[0] = 0;
        outcome = filter(client, frame, seconds, number);
        // The same recipe would be refused again.
        client->failures = outcome == answered ? 0 : outcome == refused ? maximum_failures
                                                                        : client->failures + 1;
        if (outcome == answered) {
            client->message[0] = 0;
        } else {
            report_problem(client);
            disconnect(client, outcome == refused);
        }
    }
    if (outcome != answered) {
        memmove(result, frame, client->frame_length);
        return false;
    }
    memcpy(result, client->memory + client->offset, client->frame_length);
    if (strength < 1)
        mix(client, result, strength);
    return true;
}
