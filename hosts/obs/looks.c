#define _GNU_SOURCE
#include "looks.h"
#include "presets.h"
#include <json-c/json.h>
#include <stdlib.h>
#include <string.h>

static const char analog_video[] = "analog-video", recipe_file[] = "recipe";

/// The values of the list of looks that stand for a preset begin with these; other presets are paths.
static const char preset_prefix[] = "preset:";

/// The sliders of Analog Video, which a recipe has below the key `easy`.
static const struct {
    /// The key in the recipe and in the settings.
    const char *id;
    const char *title;
    enum { part,
           speed,
           count } kind;
    double usual;
} knobs[] = {
    {"age", "Age", part, 0.3},
    {"tapeSpeed", "TapeSpeed", speed, 0},
    {"tracking", "Tracking", part, 0.2},
    {"noise", "Noise", part, 0.3},
    {"colorBleed", "ColorBleed", part, 0.3},
    {"sharpness", "Sharpness", part, 0.5},
    {"jitter", "Jitter", part, 0.2},
    {"generations", "Generations", count, 1},
};
enum { knob_count = sizeof knobs / sizeof *knobs };

void looks_set_defaults(obs_data_t *settings) {
    obs_data_set_default_string(settings, "look", analog_video);
    obs_data_set_default_double(settings, "strength", 1);
    for (int index = 0; index < knob_count; index++) {
        const char *id = knobs[index].id;
        if (knobs[index].kind == part)
            obs_data_set_default_double(settings, id, knobs[index].usual);
        else if (knobs[index].kind == count)
            obs_data_set_default_int(settings, id, (int) knobs[index].usual);
        else
            obs_data_set_default_string(settings, id, "sp");
    }
}

// Properties

/// Shows the properties that belong to the chosen look.
static bool show_properties(obs_properties_t *properties, obs_property_t *changed, obs_data_t *settings) {
    (void) changed;
    const char *look = obs_data_get_string(settings, "look");
    bool is_analog = strcmp(look, analog_video) == 0;
    for (int index = 0; index < knob_count; index++)
        obs_property_set_visible(obs_properties_get(properties, knobs[index].id), is_analog);
    obs_property_set_visible(
        obs_properties_get(properties, recipe_file), strcmp(look, recipe_file) == 0);
    return true;
}

static void add_built_in(const char *id, const char *title, void *list) {
    char *value;
    if (asprintf(&value, "%s%s", preset_prefix, id) < 0)
        return;
    obs_property_list_add_string(list, title, value);
    free(value);
}

static void add_own(const char *path, const char *title, void *list) {
    obs_property_list_add_string(list, title, path);
}

static void add_knob(obs_properties_t *properties, int index) {
    const char *id = knobs[index].id, *title = obs_module_text(knobs[index].title);
    if (knobs[index].kind == part) {
        obs_properties_add_float_slider(properties, id, title, 0, 1, 0.01);
    } else if (knobs[index].kind == count) {
        obs_properties_add_int_slider(properties, id, title, 1, 8, 1);
    } else {
        obs_property_t *list =
            obs_properties_add_list(properties, id, title, OBS_COMBO_TYPE_LIST, OBS_COMBO_FORMAT_STRING);
        obs_property_list_add_string(list, obs_module_text("NoTape"), "none");
        obs_property_list_add_string(list, "SP", "sp");
        obs_property_list_add_string(list, "LP", "lp");
        obs_property_list_add_string(list, "EP", "ep");
    }
}

void looks_add_properties(obs_properties_t *properties) {
    obs_property_t *list = obs_properties_add_list(
        properties, "look", obs_module_text("Preset"), OBS_COMBO_TYPE_LIST, OBS_COMBO_FORMAT_STRING);
    obs_property_set_modified_callback(list, show_properties);
    obs_property_list_add_string(list, obs_module_text("AnalogVideo"), analog_video);
    PresetOutcome outcome = presets_built_in(add_built_in, list);
    presets_own(add_own, list);
    obs_property_list_add_string(list, obs_module_text("RecipeFile"), recipe_file);
    if (outcome != presets_found) {
        const char *key = outcome == presets_miss_program ? "ProgramMissing" : "NoPresets";
        obs_properties_add_text(properties, "problem", obs_module_text(key), OBS_TEXT_INFO);
    }
    obs_properties_add_path(
        properties, recipe_file, obs_module_text("Recipe"), OBS_PATH_FILE, "JSON (*.json *.glint)", NULL);
    for (int index = 0; index < knob_count; index++) add_knob(properties, index);
    obs_properties_add_float_slider(properties, "strength", obs_module_text("Strength"), 0, 1, 0.01);
}

// Recipes

/// A recipe of Analog Video, as JSON.
static char *analog_recipe(obs_data_t *settings) {
    json_object *easy = json_object_new_object();
    for (int index = 0; index < knob_count; index++) {
        const char *id = knobs[index].id;
        json_object *value = knobs[index].kind == part
            ? json_object_new_double(obs_data_get_double(settings, id))
            : knobs[index].kind == count ? json_object_new_int64(obs_data_get_int(settings, id))
                                         : json_object_new_string(obs_data_get_string(settings, id));
        json_object_object_add(easy, id, value);
    }
    json_object *stage = json_object_new_object();
    json_object_object_add(stage, "id", json_object_new_string("ntsc"));
    json_object_object_add(stage, "easy", easy);
    json_object *stages = json_object_new_array();
    json_object_array_add(stages, stage);
    json_object *recipe = json_object_new_object();
    json_object_object_add(recipe, "glint", json_object_new_int(1));
    json_object_object_add(recipe, "filters", stages);
    char *text = strdup(json_object_to_json_string_ext(recipe, JSON_C_TO_STRING_PLAIN));
    json_object_put(recipe);
    return text;
}

char *looks_chosen(obs_data_t *settings) {
    const char *look = obs_data_get_string(settings, "look");
    if (strcmp(look, analog_video) == 0)
        return analog_recipe(settings);
    return strdup(strcmp(look, recipe_file) == 0 ? obs_data_get_string(settings, recipe_file) : look);
}

char *looks_recipe(const char *look) {
    size_t length = strlen(preset_prefix);
    if (strncmp(look, preset_prefix, length) != 0)
        return strdup(look);
    return presets_recipe(look + length);
}

void looks_release(void) { presets_release(); }
