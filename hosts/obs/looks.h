#pragma once
#include <obs-module.h>

#pragma GCC visibility push(hidden)

/// What a filter of OBS does with frames: a preset, a recipe, or Analog Video with a few sliders.

/// Sets the defaults of the settings that choose a look.
void looks_set_defaults(obs_data_t *settings);

/// Adds the properties that choose a look.
void looks_add_properties(obs_properties_t *properties);

/// The look that settings choose: a recipe as JSON, the path of one, or the name of a built-in preset after
/// `preset:`; empty if none is chosen. The caller releases it by `free`; NULL if there is no memory.
char *looks_chosen(obs_data_t *settings);

/// The recipe of a look, as JSON or a path, which the caller releases; NULL, with a logged sentence, if there
/// is none. It may wait for `glint-cli`.
char *looks_recipe(const char *look);

/// Releases the list of presets.
void looks_release(void);

#pragma GCC visibility pop
