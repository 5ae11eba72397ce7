/// A frei0r filter that runs Glint's filters in programs such as ffmpeg, MLT and Kdenlive.

#include "../client/glint-client.h"
#include <frei0r.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { recipe_parameter,
       strength_parameter,
       rate_parameter,
       timeout_parameter,
       parameter_count };

static const struct {
    const char *name;
    int type;
    const char *explanation;
} parameters[parameter_count] = {
    {"recipe", F0R_PARAM_STRING, "The path of a recipe of Glint, or its content"},
    {"strength", F0R_PARAM_DOUBLE, "How much of the result is mixed with the frame: 0 to 1"},
    {"rate", F0R_PARAM_STRING, "Frames per second, such as 25 or 30000/1001; by default, frames are counted"},
    {"timeout", F0R_PARAM_STRING, "Seconds after which a frame stays unfiltered: by default 10"},
};

typedef struct {
    GlintClient *client;
    double strength;
    /// The values of the other parameters, as they were given.
    char *texts[parameter_count];
    /// Frames per second; 0 if they are counted.
    double rate;

    /// The time and the number of the newest frame; -1 before the first.
    double last_time;
    int64_t last_number;
    /// The smallest distance of two times; 0 before the second frame.
    double step;
} Instance;

int f0r_init(void) { return 1; }

void f0r_deinit(void) {}

void f0r_get_plugin_info(f0r_plugin_info_t *info) {
    *info = (f0r_plugin_info_t) {
        .name = "Glint",
        .author = "The Glint developers",
        .plugin_type = F0R_PLUGIN_TYPE_FILTER,
        .color_model = F0R_COLOR_MODEL_RGBA8888,
        .frei0r_version = FREI0R_MAJOR_VERSION,
        .major_version = 0,
        .minor_version = 1,
        .num_params = parameter_count,
        .explanation = "Filters of Glint on the GPU: color, blur, analog video and others, by a recipe",
    };
}

void f0r_get_param_info(f0r_param_info_t *info, int index) {
    if (index < 0 || index >= parameter_count)
        return;
    *info = (f0r_param_info_t) {
        .name = parameters[index].name,
        .type = parameters[index].type,
        .explanation = parameters[index].explanation,
    };
}

f0r_instance_t f0r_construct(unsigned int width, unsigned int height) {
    Instance *instance = calloc(1, sizeof *instance);
    if (!instance)
        return NULL;
    instance->client = glint_client_create((int) width, (int) height, GLINT_RGBA8, "Glint");
    if (!instance->client) {
        free(instance);
        return NULL;
    }
    instance->strength = 1;
    instance->last_number = -1;
    return instance;
}

void f0r_destruct(f0r_instance_t pointer) {
    Instance *instance = pointer;
    glint_client_destroy(instance->client);
    for (int index = 0; index < parameter_count; index++)
        free(instance->texts[index]);
    free(instance);
}

/// A number or a fraction; 0 if the text is neither.
static double number(const char *text) {
    char *end;
    double value = strtod(text, &end), divisor = *end == '/' ? strtod(end + 1, NULL) : 1;
    return divisor > 0 && value > 0 && isfinite(value / divisor) ? value / divisor : 0;
}

void f0r_set_param_value(f0r_instance_t pointer, f0r_param_t value, int index) {
    Instance *instance = pointer;
    if (index == strength_parameter) {
        double strength = *(double *) value;
        instance->strength = strength > 0 ? fmin(strength, 1) : 0;
        return;
    }
    if (index < 0 || index >= parameter_count)
        return;
    const char *text = *(f0r_param_string *) value;
    free(instance->texts[index]);
    instance->texts[index] = strdup(text ? text : "");
    if (!instance->texts[index])
        return;
    text = instance->texts[index];
    switch (index) {
    case recipe_parameter:
        glint_client_set_recipe(instance->client, text);
        break;
    case rate_parameter:
        instance->rate = number(text);
        glint_client_set_rate(instance->client, instance->rate);
        break;
    case timeout_parameter:
        glint_client_set_timeout(instance->client, number(text));
        break;
    }
}

void f0r_get_param_value(f0r_instance_t pointer, f0r_param_t value, int index) {
    Instance *instance = pointer;
    if (index == strength_parameter)
        *(double *) value = instance->strength;
    else if (index >= 0 && index < parameter_count)
        *(f0r_param_string *) value = instance->texts[index] ? instance->texts[index] : "";
}

/// The time of a frame in seconds. The interface asks for seconds, but ffmpeg passes milliseconds, so a
/// distance of more than two is in milliseconds.
static double seconds_of(Instance *instance, double time) {
    double passed = time - instance->last_time;
    if (instance->last_number >= 0 && passed > 0 && (instance->step == 0 || passed < instance->step))
        instance->step = passed;
    return instance->step > 2 ? time / 1000 : time;
}

/// The number of the frame at a time. Hosts pass only times, so frames that follow each other are counted.
/// After a seek, the number follows from the distance of frames.
static int64_t number_of(Instance *instance, double time, double seconds) {
    const double usual_rate = 30000.0 / 1001;
    double passed = time - instance->last_time;
    int64_t last = instance->last_number;
    if (instance->rate > 0)
        return llround(seconds * instance->rate);
    if (last >= 0 && passed >= 0 && passed < 1.5 * instance->step)
        return passed > 0 ? last + 1 : last;
    return llround(instance->step > 0 ? time / instance->step : seconds * usual_rate);
}

void f0r_update(f0r_instance_t pointer, double time, const uint32_t *frame, uint32_t *result) {
    Instance *instance = pointer;
    time = isfinite(time) && time > 0 ? time : 0;
    double seconds = seconds_of(instance, time);
    int64_t number = number_of(instance, time, seconds);
    instance->last_time = time;
    instance->last_number = number;
    glint_client_filter(instance->client, frame, result, seconds, number, instance->strength);
}
