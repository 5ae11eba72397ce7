#define _GNU_SOURCE
#include "presets.h"
#include "../client/glint-program.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <json-c/json.h>
#include <obs-module.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { maximum_length = 1 << 20,
       /// How long `glint-cli` may take to list presets, in seconds.
       timeout = 5,
       /// After it has failed to, how long it is not asked again, since OBS's window may wait.
       retry_interval = 30 };

/// The array that `glint-cli presets --json` prints; NULL until it is needed.
static json_object *list;
/// The newest failure, and until when it stays one.
static PresetOutcome failure;
static char failure_text[512];
static double failure_end;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/// Reads all that a descriptor has until a time; NULL if that does not end.
static char *read_all(int descriptor, double until) {
    char *text = malloc(maximum_length);
    size_t length = 0;
    while (text && length < maximum_length) {
        double rest = until - glint_now();
        struct pollfd input = {.fd = descriptor, .events = POLLIN};
        int ready = rest > 0 ? poll(&input, 1, (int) (rest * 1000) + 1) : 0;
        ssize_t count = ready > 0 ? read(descriptor, text + length, maximum_length - length) : -1;
        if (ready == 0 || (count < 0 && errno != EINTR))
            break;
        if (count == 0) {
            text[length] = 0;
            return text;
        }
        length += count > 0 ? (size_t) count : 0;
    }
    free(text);
    return NULL;
}

/// Asks the program for the list, or else sets the failure.
static void ask(void) {
    failure = presets_fail;
    failure_end = 0;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        snprintf(failure_text, sizeof failure_text, "no pipe could be made: %s", strerror(errno));
        return;
    }
    const char *arguments[] = {"presets", "--json", NULL};
    pid_t process = glint_start(arguments, -1, ends[1], failure_text);
    if (process == 0 && errno == ENOENT)
        failure = presets_miss_program;
    close(ends[1]);
    char *text = process > 0 ? read_all(ends[0], glint_now() + timeout) : NULL;
    close(ends[0]);
    if (process == 0)
        return;
    glint_end(process, text != NULL);
    list = text ? json_tokener_parse(text) : NULL;
    snprintf(
        failure_text, sizeof failure_text, "glint-cli %s",
        text ? "gave no list of its presets" : "did not list its presets in time");
    failure_end = glint_now() + retry_interval;
    free(text);
}

/// Asks the program for the list, unless it is known or was asked for in vain a while ago. The caller holds
/// the mutex.
static PresetOutcome outcome(void) {
    if (!list && glint_now() >= failure_end)
        ask();
    if (list)
        return presets_found;
    blog(LOG_WARNING, "Glint: %s.", failure_text);
    return failure;
}

static const char *text_of(json_object *object, const char *key) {
    json_object *value = NULL;
    const char *text =
        json_object_object_get_ex(object, key, &value) ? json_object_get_string(value) : NULL;
    return text ? text : "";
}

PresetOutcome presets_built_in(PresetVisit visit, void *context) {
    pthread_mutex_lock(&mutex);
    PresetOutcome result = outcome();
    size_t count = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
    for (size_t index = 0; index < count; index++) {
        json_object *preset = json_object_array_get_idx(list, index);
        visit(text_of(preset, "id"), text_of(preset, "title"), context);
    }
    pthread_mutex_unlock(&mutex);
    return result;
}

char *presets_recipe(const char *name) {
    pthread_mutex_lock(&mutex);
    bool is_listed = outcome() == presets_found;
    char *recipe = NULL;
    size_t count = json_object_is_type(list, json_type_array) ? json_object_array_length(list) : 0;
    for (size_t index = 0; index < count && !recipe; index++) {
        json_object *preset = json_object_array_get_idx(list, index), *content = NULL;
        if (strcmp(text_of(preset, "id"), name) == 0
            && json_object_object_get_ex(preset, "recipe", &content))
            recipe = strdup(json_object_to_json_string_ext(content, JSON_C_TO_STRING_PLAIN));
    }
    pthread_mutex_unlock(&mutex);
    if (is_listed && !recipe)
        blog(LOG_WARNING, "Glint: this version has no preset “%s”. Frames stay unfiltered.", name);
    return recipe;
}

static int is_preset(const struct dirent *entry) {
    size_t length = strlen(entry->d_name);
    return entry->d_name[0] != '.' && length > 5 && strcasecmp(entry->d_name + length - 5, ".json") == 0;
}

void presets_own(PresetVisit visit, void *context) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool is_given = data && data[0] == '/';
    char *folder;
    if (!(is_given || home)
        || asprintf(
               &folder, "%s%s/glint/presets", is_given ? data : home, is_given ? "" : "/.local/share")
            < 0)
        return;
    struct dirent **entries;
    int count = scandir(folder, &entries, is_preset, versionsort);
    for (int index = 0; index < count; index++) {
        const char *name = entries[index]->d_name;
        char *path;
        if (asprintf(&path, "%s/%s", folder, name) >= 0) {
            json_object *preset = json_object_from_file(path);
            char *stem = strndup(name, strlen(name) - 5);
            const char *title = text_of(preset, "title");
            if (preset && stem)
                visit(path, *title ? title : stem, context);
            free(stem);
            json_object_put(preset);
            free(path);
        }
        free(entries[index]);
    }
    if (count >= 0)
        free(entries);
    free(folder);
}

void presets_release(void) {
    pthread_mutex_lock(&mutex);
    json_object_put(list);
    list = NULL;
    failure_end = 0;
    pthread_mutex_unlock(&mutex);
}
