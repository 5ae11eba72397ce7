#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <spa/param/video/format-utils.h>
#include <spa/pod/iter.h>

#include "gstreamer.h"
#include "pipewire-connection.h"
#include "pipewire-pixels.h"

struct Node {
    Connection *connection;
    Node *next;
    uint32_t number;
    ConnectionCamera camera;
    struct pw_proxy *proxy;
    struct spa_hook listener;
    bool wasAsked, isComplete;
    /// The sequence number of the message that is answered after the formats.
    int sequence;
};

static void changed(Connection *connection) {
    connection->version++;
    pw.pw_thread_loop_signal(connection->loop, false);
}

// Formats; called by the loop's thread, with the lock held

/// The values of a property: a single one, or the alternatives of a choice, preceded by the default, which is
/// one of them.
static const void *values(
    const struct spa_pod *format, uint32_t key, uint32_t type, uint32_t *count, uint32_t *choice) {
    const struct spa_pod_prop *property = spa_pod_find_prop(format, NULL, key);
    if (!property) return NULL;
    const struct spa_pod *value = spa_pod_get_values(&property->value, count, choice);
    uint32_t size = type == SPA_TYPE_Id ? sizeof(uint32_t) : sizeof(struct spa_rectangle);
    // The data comes from another program: reading values smaller than their type would be out of bounds.
    if (value->type != type || *count == 0 || SPA_POD_BODY_SIZE(value) < size) return NULL;
    return SPA_POD_BODY_CONST(value);
}

static bool has_known_pixels(const struct spa_pod *format) {
    uint32_t count, choice;
    const uint32_t *formats = values(format, SPA_FORMAT_VIDEO_format, SPA_TYPE_Id, &count, &choice);
    for (uint32_t index = 0; formats && index < count; index++)
        if (pixel_format(formats[index])) return true;
    return false;
}

static void add_form(Node *node, CLiveFormat form, struct spa_fraction rate) {
    CLiveFormat *grown = realloc(node->camera.forms, (node->camera.formCount + 1) * sizeof *grown);
    if (!grown) return;
    form.rateNumerator = rate.num <= INT32_MAX ? (int) rate.num : 0;
    form.rateDenominator = rate.denom >= 1 && rate.denom <= INT32_MAX ? (int) rate.denom : 1;
    node->camera.forms = grown;
    grown[node->camera.formCount++] = form;
}

/// Adds a format for each listed rate, or for the highest one of a range.
static void add_rates(Node *node, CLiveFormat form, const struct spa_pod *format) {
    uint32_t count = 0, choice = SPA_CHOICE_None;
    const struct spa_fraction *rates =
        values(format, SPA_FORMAT_VIDEO_framerate, SPA_TYPE_Fraction, &count, &choice);
    if (!rates) return add_form(node, form, (struct spa_fraction) {0, 1});
    switch (choice) {
    case SPA_CHOICE_Range:
    case SPA_CHOICE_Step:
        return add_form(node, form, rates[count > 2 ? 2 : 0]);
    case SPA_CHOICE_Enum:
        for (uint32_t index = count > 1 ? 1 : 0; index < count; index++) add_form(node, form, rates[index]);
        return;
    default: return add_form(node, form, rates[0]);
    }
}

static void add_forms(
    void *data, int sequence, uint32_t kind, uint32_t index, uint32_t next, const struct spa_pod *format) {
    Node *node = data;
    uint32_t type, subtype, count, choice;
    if (kind != SPA_PARAM_EnumFormat || !format || spa_format_parse(format, &type, &subtype) < 0) return;
    if (type != SPA_MEDIA_TYPE_video) return;
    CLiveFormat form = {0};
    if (subtype == SPA_MEDIA_SUBTYPE_raw && has_known_pixels(format)) strcpy(form.media, "video/x-raw");
    else if (subtype == SPA_MEDIA_SUBTYPE_mjpg) strcpy(form.media, "image/jpeg");
    else return;
    const struct spa_rectangle *sizes =
        values(format, SPA_FORMAT_VIDEO_size, SPA_TYPE_Rectangle, &count, &choice);
    // Cameras that scale to any size report ranges, with their default size separately.
    if (!sizes || (choice != SPA_CHOICE_None && choice != SPA_CHOICE_Enum)) return;
    for (uint32_t size = choice == SPA_CHOICE_Enum && count > 1 ? 1 : 0; size < count; size++) {
        if (sizes[size].width > INT16_MAX || sizes[size].height > INT16_MAX) continue;
        form.width = (int) sizes[size].width;
        form.height = (int) sizes[size].height;
        add_rates(node, form, format);
    }
}

// Nodes; also called by the loop's thread, with the lock held

static void ask_for_forms(void *data, const struct pw_node_info *info) {
    Node *node = data;
    if (node->wasAsked) return;
    node->wasAsked = true;
    for (uint32_t index = 0; index < info->n_params; index++) {
        if (info->params[index].id != SPA_PARAM_EnumFormat
            || !(info->params[index].flags & SPA_PARAM_INFO_READ))
            continue;
        pw_node_enum_params((struct pw_node *) node->proxy, 0, SPA_PARAM_EnumFormat, 0, UINT32_MAX, NULL);
    }
    node->sequence = pw_core_sync(node->connection->core, PW_ID_CORE, 0);
}

static const struct pw_node_events nodeEvents = {
    .version = PW_VERSION_NODE_EVENTS,
    .info = ask_for_forms,
    .param = add_forms,
};

static void remove_node(Node **entry) {
    Node *node = *entry;
    *entry = node->next;
    spa_hook_remove(&node->listener);
    pw.pw_proxy_destroy(node->proxy);
    connection_camera_clear(&node->camera);
    free(node);
}

static void note_global(
    void *data, uint32_t number, uint32_t permissions, const char *type, uint32_t version,
    const struct spa_dict *properties) {
    Connection *connection = data;
    if (!properties || strcmp(type, PW_TYPE_INTERFACE_Node) != 0) return;
    const char *class = spa_dict_lookup(properties, PW_KEY_MEDIA_CLASS);
    const char *name = spa_dict_lookup(properties, PW_KEY_NODE_NAME);
    const char *description = spa_dict_lookup(properties, PW_KEY_NODE_DESCRIPTION);
    const char *serial = spa_dict_lookup(properties, PW_KEY_OBJECT_SERIAL);
    if (!class || strcmp(class, "Video/Source") != 0 || !name) return;
    Node *node = calloc(1, sizeof *node);
    if (!node) return;
    node->connection = connection;
    node->number = number;
    node->camera.id = strdup(name);
    node->camera.name = strdup(description ? description : name);
    node->camera.serial = serial ? strtoull(serial, NULL, 10) : number;
    node->proxy = pw_registry_bind(connection->registry, number, type, PW_VERSION_NODE, 0);
    if (!node->camera.id || !node->camera.name || !node->proxy) {
        if (node->proxy) pw.pw_proxy_destroy(node->proxy);
        connection_camera_clear(&node->camera);
        return free(node);
    }
    pw_node_add_listener((struct pw_node *) node->proxy, &node->listener, &nodeEvents, node);
    Node **end = &connection->nodes;
    while (*end) end = &(*end)->next;
    *end = node;
}

static void note_removal(void *data, uint32_t number) {
    Connection *connection = data;
    for (Node **entry = &connection->nodes; *entry; entry = &(*entry)->next) {
        if ((*entry)->number != number) continue;
        remove_node(entry);
        return changed(connection);
    }
}

static const struct pw_registry_events registryEvents = {
    .version = PW_VERSION_REGISTRY_EVENTS,
    .global = note_global,
    .global_remove = note_removal,
};

static void note_answer(void *data, uint32_t id, int sequence) {
    Connection *connection = data;
    if (id != PW_ID_CORE) return;
    if (sequence == connection->sequence) connection->knowsNodes = true;
    for (Node *node = connection->nodes; node; node = node->next)
        if (node->wasAsked && node->sequence == sequence) node->isComplete = true;
    changed(connection);
}

static void note_error(void *data, uint32_t id, int sequence, int result, const char *message) {
    Connection *connection = data;
    if (id != PW_ID_CORE || result != -EPIPE) return;
    connection->isLost = true;
    changed(connection);
}

static const struct pw_core_events coreEvents = {
    .version = PW_VERSION_CORE_EVENTS,
    .done = note_answer,
    .error = note_error,
};

// Connections

static void destroy(Connection *connection) {
    if (connection->loop) pw.pw_thread_loop_stop(connection->loop);
    while (connection->nodes) remove_node(&connection->nodes);
    if (connection->registry) pw.pw_proxy_destroy((struct pw_proxy *) connection->registry);
    if (connection->core) pw.pw_core_disconnect(connection->core);
    if (connection->context) pw.pw_context_destroy(connection->context);
    if (connection->loop) pw.pw_thread_loop_destroy(connection->loop);
    free(connection);
}

static bool begin(Connection *connection, int remote, CLiveFailure *failure) {
    connection->loop = pw.pw_thread_loop_new("cameras", NULL);
    if (!connection->loop) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    connection->context = pw.pw_context_new(pw.pw_thread_loop_get_loop(connection->loop), NULL, 0);
    if (!connection->context) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    if (remote >= 0) {
        int copy = fcntl(remote, F_DUPFD_CLOEXEC, 0);
        if (copy < 0) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
        connection->core = pw.pw_context_connect_fd(connection->context, copy, NULL, 0);
    } else {
        connection->core = pw.pw_context_connect(connection->context, NULL, 0);
    }
    if (!connection->core) {
        return clive_fail(
            failure, remote >= 0 ? CLIVE_DENIED : CLIVE_NOT_FOUND, "PipeWire rejects the connection");
    }
    pw_core_add_listener(connection->core, &connection->coreListener, &coreEvents, connection);
    connection->registry = pw_core_get_registry(connection->core, PW_VERSION_REGISTRY, 0);
    if (!connection->registry) return clive_fail(failure, CLIVE_OTHER, strerror(errno));
    pw_registry_add_listener(
        connection->registry, &connection->registryListener, &registryEvents, connection);
    connection->sequence = pw_core_sync(connection->core, PW_ID_CORE, 0);
    return pw.pw_thread_loop_start(connection->loop) >= 0
        || clive_fail(failure, CLIVE_OTHER, strerror(errno));
}

static bool is_complete(const Connection *connection) {
    if (connection->isLost) return true;
    for (const Node *node = connection->nodes; node; node = node->next)
        if (!node->isComplete) return false;
    return connection->knowsNodes;
}

Connection *connection_open(int remote, CLiveFailure *failure) {
    if (!pipewire_load(failure)) return NULL;
    Connection *connection = calloc(1, sizeof *connection);
    if (!connection) {
        clive_fail(failure, CLIVE_OTHER, strerror(errno));
        return NULL;
    }
    connection->references = 1;
    if (!begin(connection, remote, failure)) {
        destroy(connection);
        return NULL;
    }
    struct timespec end;
    pw.pw_thread_loop_lock(connection->loop);
    pw.pw_thread_loop_get_time(connection->loop, &end, SPA_NSEC_PER_SEC);
    while (!is_complete(connection) && pw.pw_thread_loop_timed_wait_full(connection->loop, &end) == 0) {}
    pw.pw_thread_loop_unlock(connection->loop);
    return connection;
}

Connection *connection_retain(Connection *connection) {
    __atomic_add_fetch(&connection->references, 1, __ATOMIC_RELAXED);
    return connection;
}

void connection_release(Connection *connection) {
    if (connection && __atomic_sub_fetch(&connection->references, 1, __ATOMIC_ACQ_REL) == 0) {
        destroy(connection);
    }
}

bool connection_is_lost(Connection *connection) {
    pw.pw_thread_loop_lock(connection->loop);
    bool isLost = connection->isLost;
    pw.pw_thread_loop_unlock(connection->loop);
    return isLost;
}

uint64_t connection_version(Connection *connection) {
    pw.pw_thread_loop_lock(connection->loop);
    uint64_t version = connection->version;
    pw.pw_thread_loop_unlock(connection->loop);
    return version;
}

void connection_camera_clear(ConnectionCamera *camera) {
    free(camera->id);
    free(camera->name);
    free(camera->forms);
}

static bool copy_camera(const ConnectionCamera *camera, ConnectionCamera *copy) {
    size_t size = camera->formCount * sizeof *camera->forms;
    *copy = (ConnectionCamera) {
        strdup(camera->id), strdup(camera->name), camera->serial, malloc(size ? size : 1), camera->formCount};
    if (copy->id && copy->name && copy->forms) {
        memcpy(copy->forms, camera->forms, size);
        return true;
    }
    connection_camera_clear(copy);
    return false;
}

int connection_cameras(Connection *connection, ConnectionCamera *list, int capacity) {
    int count = 0;
    pw.pw_thread_loop_lock(connection->loop);
    for (Node *node = connection->isLost ? NULL : connection->nodes; node; node = node->next) {
        if (!node->isComplete) continue;
        if (count < capacity && !copy_camera(&node->camera, &list[count])) break;
        count++;
    }
    pw.pw_thread_loop_unlock(connection->loop);
    return count;
}
