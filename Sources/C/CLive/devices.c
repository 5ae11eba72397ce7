#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clive-pipeline.h"
#include "gstreamer.h"
#include "pipewire-stream.h"

struct CLiveDevice {
    /// GStreamer's device, or else a PipeWire camera.
    GstDevice *device;
    Connection *connection;
    ConnectionCamera camera;
    char *name, *id;
    int references;
};

struct CLiveDevices {
    /// For cameras, the connection to PipeWire; NULL if there is none.
    Connection *connection;
    /// GStreamer's monitor of the system's devices, created when first needed. It is never stopped: PipeWire
    /// 0.3 corrupts memory when its part of that is stopped.
    GstDeviceMonitor *monitor;
    GstBus *bus;
    CLiveDeviceKind kind;
    /// True if a portal has opened the connection, so that only its devices are listed.
    bool isRemote;
    CLiveDevice **devices;
    int count, capacity;
    /// The origin of the list, and the state of the connection or the monitor that it reflects; listed
    /// devices are retained, so that their addresses are not reused.
    bool isOfConnection;
    uintptr_t fingerprint;
    /// When PipeWire was last looked for, in nanoseconds of the monotonic clock.
    int64_t lastLook;
};

/// The interval between attempts to find a PipeWire that has ended or was not running, in nanoseconds.
static const int64_t pause = 300000000;

static const char *const classes[] = {[CLIVE_CAMERAS] = "Video/Source", [CLIVE_MICROPHONES] = "Audio/Source"};

/// The properties that identify a device best, as named by PipeWire, Video4Linux and the sound servers.
static const char *const identities[] = {
    "node.name", "device.path", "api.v4l2.path", "device.string", "sysfs.path"};

static char *find_id(GstDevice *device, const char *name) {
    GstStructure *properties = gst.gst_device_get_properties(device);
    const char *found = NULL;
    for (size_t index = 0; properties && !found && index < sizeof identities / sizeof *identities; index++) {
        found = gst.gst_structure_get_string(properties, identities[index]);
    }
    char *id = strdup(found ? found : name);
    if (properties) gst.gst_structure_free(properties);
    return id;
}

/// Takes ownership of the reference to `device`.
static CLiveDevice *make_device(GstDevice *device) {
    char *name = gst.gst_device_get_display_name(device);
    CLiveDevice *result = calloc(1, sizeof *result);
    if (result) {
        *result = (CLiveDevice) {
            .device = device,
            .name = strdup(name ? name : ""),
            .id = find_id(device, name ? name : ""),
            .references = 1,
        };
        if (!result->name || !result->id) {
            clive_device_release(result);
            result = NULL;
        }
    } else {
        gst.gst_object_unref(device);
    }
    gst.g_free(name);
    return result;
}

/// Takes ownership of the contents of `camera`.
static CLiveDevice *make_camera(Connection *connection, ConnectionCamera camera) {
    CLiveDevice *result = calloc(1, sizeof *result);
    if (!result) {
        connection_camera_clear(&camera);
        return NULL;
    }
    *result = (CLiveDevice) {
        .connection = connection_retain(connection),
        .camera = camera,
        .name = camera.name,
        .id = camera.id,
        .references = 1,
    };
    return result;
}

const char *clive_device_name(const CLiveDevice *device) { return device->name; }

const char *clive_device_id(const CLiveDevice *device) { return device->id; }

CLiveDevice *clive_device_retain(CLiveDevice *device) {
    __atomic_add_fetch(&device->references, 1, __ATOMIC_RELAXED);
    return device;
}

void clive_device_release(CLiveDevice *device) {
    if (!device || __atomic_sub_fetch(&device->references, 1, __ATOMIC_ACQ_REL) > 0) return;
    if (device->device) {
        gst.gst_object_unref(device->device);
        free(device->name);
        free(device->id);
    } else {
        connection_camera_clear(&device->camera);
        connection_release(device->connection);
    }
    free(device);
}

GstElement *clive_device_element(const CLiveDevice *device) {
    return device->device ? gst.gst_device_create_element(device->device, NULL) : NULL;
}

bool clive_device_is_of_pipewire(const CLiveDevice *device) { return device->connection != NULL; }

CameraStream *clive_device_stream(const CLiveDevice *device, const CLiveFormat *form, CLiveFailure *failure) {
    return camera_stream_open(device->connection, device->camera.serial, form, failure);
}

// Formats

typedef struct {
    CLiveFormat *forms;
    int capacity, count;
} Forms;

static void add_form(Forms *forms, CLiveFormat form, int numerator, int denominator) {
    form.rateNumerator = numerator;
    form.rateDenominator = denominator;
    if (forms->count < forms->capacity) forms->forms[forms->count] = form;
    forms->count++;
}

/// Adds a format for each listed rate, or for the highest one of a range.
static void add_rates(Forms *forms, CLiveFormat form, const GstStructure *structure) {
    const GValue *rates = gst.gst_structure_get_value(structure, "framerate");
    int numerator, denominator;
    if (gst.gst_structure_get_fraction(structure, "framerate", &numerator, &denominator)) {
        add_form(forms, form, numerator, denominator);
    } else if (rates && G_VALUE_TYPE(rates) == gst.gst_value_list_get_type()) {
        unsigned count = gst.gst_value_list_get_size(rates);
        for (unsigned index = 0; index < count; index++) {
            const GValue *rate = gst.gst_value_list_get_value(rates, index);
            if (G_VALUE_TYPE(rate) != gst.gst_fraction_get_type()) continue;
            add_form(
                forms, form, gst.gst_value_get_fraction_numerator(rate),
                gst.gst_value_get_fraction_denominator(rate));
        }
    } else if (rates && G_VALUE_TYPE(rates) == gst.gst_fraction_range_get_type()) {
        const GValue *rate = gst.gst_value_get_fraction_range_max(rates);
        numerator = gst.gst_value_get_fraction_numerator(rate);
        add_form(
            forms, form, numerator == INT32_MAX ? 0 : numerator,
            gst.gst_value_get_fraction_denominator(rate));
    } else {
        add_form(forms, form, 0, 1);
    }
}

int clive_device_forms(const CLiveDevice *device, CLiveFormat *list, int capacity) {
    if (!device->device) {
        int count = device->camera.formCount;
        if (count > 0 && capacity > 0)
            memcpy(list, device->camera.forms, (count < capacity ? count : capacity) * sizeof *list);
        return count;
    }
    Forms forms = {list, capacity, 0};
    GstCaps *caps = gst.gst_device_get_caps(device->device);
    if (!caps) return 0;
    unsigned count = gst.gst_caps_get_size(caps);
    for (unsigned index = 0; index < count; index++) {
        const GstStructure *structure = gst.gst_caps_get_structure(caps, index);
        CLiveFormat form = {0};
        snprintf(form.media, sizeof form.media, "%s", gst.gst_structure_get_name(structure));
        // Cameras that scale to any size report ranges, with their default size separately.
        if (!gst.gst_structure_get_int(structure, "width", &form.width)) continue;
        if (!gst.gst_structure_get_int(structure, "height", &form.height)) continue;
        add_rates(&forms, form, structure);
    }
    gst.gst_mini_object_unref((GstMiniObject *) caps);
    return forms.count;
}

// Lists

static void forget(CLiveDevices *devices) {
    for (int index = 0; index < devices->count; index++) clive_device_release(devices->devices[index]);
    devices->count = 0;
}

/// Sound servers list the monitors of loudspeakers among the microphones.
static bool is_wanted(GstDevice *device) {
    char *class = gst.gst_device_get_device_class(device);
    bool isMonitor = class && strstr(class, "Monitor");
    gst.g_free(class);
    GstStructure *properties = gst.gst_device_get_properties(device);
    if (properties) {
        const char *kind = gst.gst_structure_get_string(properties, "device.class");
        isMonitor |= kind && strcmp(kind, "monitor") == 0;
        gst.gst_structure_free(properties);
    }
    return !isMonitor;
}

/// The service that lists a device.
typedef enum {
    KERNEL,
    PIPEWIRE,
    SOUND_SERVER,
} Service;

static Service service_of(GstDevice *device) {
    GstStructure *properties = gst.gst_device_get_properties(device);
    if (!properties) return KERNEL;
    // Only sound servers report which microphone is the default.
    Service service = KERNEL;
    if (gst.gst_structure_get_value(properties, "is-default")) service = SOUND_SERVER;
    else if (gst.gst_structure_get_value(properties, "node.name")) service = PIPEWIRE;
    gst.gst_structure_free(properties);
    return service;
}

/// True if both are the same device: they have the same id, or the same name in the lists of two services.
/// Two cameras of one model also have the same name, but the same service lists both.
static bool is_same(const CLiveDevice *one, const CLiveDevice *other) {
    if (strcmp(one->id, other->id) == 0) return true;
    return strcmp(one->name, other->name) == 0 && service_of(one->device) != service_of(other->device);
}

static void append(CLiveDevices *devices, CLiveDevice *made) {
    if (devices->count == devices->capacity) {
        int capacity = 2 * devices->capacity + 8;
        CLiveDevice **grown = realloc(devices->devices, capacity * sizeof *grown);
        if (!grown) return clive_device_release(made);
        devices->devices = grown;
        devices->capacity = capacity;
    }
    devices->devices[devices->count++] = made;
}

static void add(CLiveDevices *devices, GstDevice *device) {
    // PipeWire's own cameras are listed over the connection: here they would remain after its end.
    if (devices->kind == CLIVE_CAMERAS && service_of(device) == PIPEWIRE) return;
    CLiveDevice *made = is_wanted(device) ? make_device(gst.gst_object_ref(device)) : NULL;
    if (!made) return;
    // Several services may list the same device. For microphones the sound server's is used: PipeWire's own
    // source may hang.
    for (int index = 0; index < devices->count; index++) {
        CLiveDevice *known = devices->devices[index];
        if (!is_same(known, made)) continue;
        bool isBetter = devices->kind == CLIVE_MICROPHONES && service_of(made->device) == SOUND_SERVER;
        if (isBetter) devices->devices[index] = made;
        return clive_device_release(isBetter ? known : made);
    }
    append(devices, made);
}

/// The devices of the monitor, whose references belong to the caller; NULL without a monitor.
static GList *monitored(const CLiveDevices *devices) {
    return devices->monitor ? gst.gst_device_monitor_get_devices(devices->monitor) : NULL;
}

static void free_devices(GList *found) {
    for (GList *item = found; item; item = item->next) gst.gst_object_unref(item->data);
    gst.g_list_free(found);
}

static uintptr_t fingerprint(const CLiveDevices *devices) {
    if (devices->isOfConnection) return connection_version(devices->connection);
    uintptr_t result = 1;
    GList *found = monitored(devices);
    for (GList *item = found; item; item = item->next) result = result * 31 + (uintptr_t) item->data;
    free_devices(found);
    return result;
}

static void list_monitored(CLiveDevices *devices) {
    GList *found = monitored(devices);
    for (GList *item = found; item; item = item->next) {
        if (gst.gst_device_has_classes(item->data, classes[devices->kind])) add(devices, item->data);
    }
    free_devices(found);
}

static void list_connected(CLiveDevices *devices) {
    int count = connection_cameras(devices->connection, NULL, 0);
    ConnectionCamera *found = calloc(count ? count : 1, sizeof *found);
    // A camera may have been connected or disconnected meanwhile.
    int there = found ? connection_cameras(devices->connection, found, count) : 0;
    for (int index = 0; index < there && index < count; index++) {
        CLiveDevice *made = make_camera(devices->connection, found[index]);
        if (made) append(devices, made);
    }
    free(found);
}

static void list(CLiveDevices *devices) {
    forget(devices);
    // Before the list is created: a change meanwhile is noticed at the next update.
    devices->fingerprint = fingerprint(devices);
    if (devices->isOfConnection) list_connected(devices);
    else list_monitored(devices);
}

/// Connects to the system's PipeWire if not connected or the connection has ended; false if there is none, or
/// it was looked for just now.
static bool connect_to_system(CLiveDevices *devices, CLiveFailure *failure) {
    if (devices->connection && !connection_is_lost(devices->connection)) return true;
    if (devices->lastLook > 0 && clive_now() - devices->lastLook < pause) return false;
    devices->lastLook = clive_now();
    connection_release(devices->connection);
    devices->connection = connection_open(-1, failure);
    return devices->connection;
}

static bool start_monitor(CLiveDevices *devices, CLiveFailure *failure) {
    if (devices->monitor) return true;
    devices->monitor = gst.gst_device_monitor_new();
    if (!devices->monitor) return clive_fail_with(failure, NULL);
    devices->bus = gst.gst_device_monitor_get_bus(devices->monitor);
    // Without a service that knows devices there are none.
    if (gst.gst_device_monitor_add_filter(devices->monitor, classes[devices->kind], NULL) == 0) return true;
    gst.gst_device_monitor_start(devices->monitor);
    return true;
}

/// Chooses the source of the list: PipeWire's cameras or, if it has none, GStreamer's Video4Linux ones.
static bool choose_source(CLiveDevices *devices, CLiveFailure *failure) {
    devices->isOfConnection = devices->isRemote
        || (devices->kind == CLIVE_CAMERAS && connect_to_system(devices, failure)
            && connection_cameras(devices->connection, NULL, 0) > 0);
    return devices->isOfConnection || start_monitor(devices, failure);
}

void clive_devices_destroy(CLiveDevices *devices) {
    forget(devices);
    connection_release(devices->connection);
    if (devices->bus) gst.gst_object_unref(devices->bus);
    if (devices->monitor) gst.gst_object_unref(devices->monitor);
    free(devices->devices);
    free(devices);
}

CLiveDevices *clive_devices_create(CLiveDeviceKind kind, int remote, CLiveFailure *failure) {
    if (!gstreamer_load(failure)) return NULL;
    CLiveDevices *devices = calloc(1, sizeof *devices);
    if (!devices) {
        clive_fail_with(failure, NULL);
        return NULL;
    }
    devices->kind = kind;
    devices->isRemote = remote >= 0;
    if (remote >= 0) devices->connection = connection_open(remote, failure);
    if ((remote < 0 || devices->connection) && choose_source(devices, failure)) {
        list(devices);
        return devices;
    }
    clive_devices_destroy(devices);
    return NULL;
}

int clive_devices_count(const CLiveDevices *devices) { return devices->count; }

CLiveDevice *clive_devices_at(const CLiveDevices *devices, int index) { return devices->devices[index]; }

bool clive_devices_update(CLiveDevices *devices) {
    // The bus is read only to empty it: if several lists watch one service, only one of them is notified of a
    // change.
    GstMessage *message;
    while (devices->bus && (message = gst.gst_bus_pop(devices->bus)))
        gst.gst_mini_object_unref((GstMiniObject *) message);
    bool wasOfConnection = devices->isOfConnection;
    CLiveFailure failure;
    if (!choose_source(devices, &failure)) return false;
    if (wasOfConnection == devices->isOfConnection && fingerprint(devices) == devices->fingerprint) {
        return false;
    }
    list(devices);
    return true;
}

bool clive_devices_is_lost(const CLiveDevices *devices) {
    return devices->connection && connection_is_lost(devices->connection);
}
