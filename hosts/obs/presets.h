#pragma once
#pragma GCC visibility push(hidden)

/// The presets of Glint: those built into `glint-cli`, which lists them, and the user's own, which are files.
/// Functions may be called from any thread.

/// Called for each preset, with the name or path by which it is found again.
typedef void (*PresetVisit)(const char *name, const char *title, void *context);

typedef enum {
    presets_found,
    /// There is no `glint-cli`.
    presets_miss_program,
    /// It does not list its presets.
    presets_fail,
} PresetOutcome;

/// Lists the built-in presets. If that fails, a sentence is logged.
PresetOutcome presets_built_in(PresetVisit visit, void *context);

/// Lists the user's own presets by their paths.
void presets_own(PresetVisit visit, void *context);

/// The recipe of a built-in preset as JSON, which the caller releases; NULL, with a logged sentence, if there
/// is none.
char *presets_recipe(const char *name);

/// Forgets the list.
void presets_release(void);

#pragma GCC visibility pop
