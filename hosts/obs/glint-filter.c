/// A filter of OBS Studio that runs Glint's filters on a source of any kind.
///
/// A frame of the source is drawn into a texture and copied to memory while OBS goes on; with the next frame
/// of OBS it is given to a thread that filters it, and with the one after that, the result is drawn.

#include "frame-worker.h"
#include "looks.h"
#include <graphics/graphics.h>
#include <math.h>
#include <obs-module.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <util/platform.h>

OBS_DECLARE_MODULE()
OBS_MODULE_USE_DEFAULT_LOCALE("glint", "en-US")

/// How long the newest filtered frame is shown while another is being filtered, in seconds. Tests on a busy
/// computer allow more.
static double deadline = 1;

typedef struct {
    obs_source_t *source;
    FrameWorker *worker;
    /// True if a look is chosen and has an effect.
    atomic_bool has_look;

    uint32_t width, height;
    /// The source as it draws itself, with premultiplied alpha, and with straight alpha.
    gs_texrender_t *drawn, *straight;
    gs_stagesurf_t *stage;
    gs_texture_t *result;
    /// True once the frame of this tick has been taken.
    bool is_current;
    bool shows_result;

    /// The time of the first frame, in nanoseconds.
    uint64_t first_time;
    /// The time and the number of the frame in `stage`, if there is one.
    bool is_staged;
    double staged_seconds;
    int64_t staged_number;
    /// When the worker got its newest frame, in nanoseconds.
    uint64_t given_time;
    /// True once a frame was filtered: the first one, which starts the program, may take longer.
    bool has_filtered;
    bool is_late;
} GlintFilter;

static void report(const char *message) { blog(LOG_WARNING, "%s", message); }

static double frame_rate(void) {
    struct obs_video_info info;
    return obs_get_video_info(&info) ? (double) info.fps_num / info.fps_den : 30;
}

static const char *name(void *type) {
    (void) type;
    return obs_module_text("Glint");
}

static void update(void *data, obs_data_t *settings) {
    GlintFilter *filter = data;
    char *look = looks_chosen(settings);
    double strength = obs_data_get_double(settings, "strength");
    filter->has_look = look && *look && strength > 0;
    if (look)
        frame_worker_set(filter->worker, look, fmin(fmax(strength, 0), 1));
    free(look);
}

static void *create(obs_data_t *settings, obs_source_t *source) {
    GlintFilter *filter = calloc(1, sizeof *filter);
    if (!filter)
        return NULL;
    filter->source = source;
    filter->worker = frame_worker_create(&(FrameWorkerCalls) {.recipe = looks_recipe, .report = report});
    if (!filter->worker) {
        free(filter);
        return NULL;
    }
    update(filter, settings);
    return filter;
}

/// Releases the textures; in the graphics context.
static void release_textures(GlintFilter *filter) {
    gs_texrender_destroy(filter->drawn);
    gs_texrender_destroy(filter->straight);
    gs_stagesurface_destroy(filter->stage);
    gs_texture_destroy(filter->result);
    filter->drawn = filter->straight = NULL;
    filter->stage = NULL;
    filter->result = NULL;
}

static void destroy(void *data) {
    GlintFilter *filter = data;
    frame_worker_destroy(filter->worker);
    obs_enter_graphics();
    release_textures(filter);
    obs_leave_graphics();
    free(filter);
}

/// Makes textures of a size; false if that is not possible.
static bool has_textures(GlintFilter *filter, uint32_t width, uint32_t height) {
    if (filter->result && filter->width == width && filter->height == height)
        return true;
    release_textures(filter);
    filter->width = width;
    filter->height = height;
    filter->is_staged = filter->shows_result = false;
    filter->drawn = gs_texrender_create(GS_RGBA, GS_ZS_NONE);
    filter->straight = gs_texrender_create(GS_RGBA, GS_ZS_NONE);
    filter->stage = gs_stagesurface_create(width, height, GS_RGBA);
    filter->result = gs_texture_create(width, height, GS_RGBA, 1, NULL, GS_DYNAMIC);
    return filter->drawn && filter->straight && filter->stage && filter->result;
}

/// Draws a texture with the default effect; colors are blended without the sRGB curve, as everywhere in OBS.
static void draw_texture(gs_texture_t *texture, const char *technique) {
    gs_effect_t *effect = obs_get_base_effect(OBS_EFFECT_DEFAULT);
    bool had_curve = gs_framebuffer_srgb_enabled();
    gs_enable_framebuffer_srgb(true);
    gs_effect_set_texture_srgb(gs_effect_get_param_by_name(effect, "image"), texture);
    while (gs_effect_loop(effect, technique)) gs_draw_sprite(texture, 0, 0, 0);
    gs_enable_framebuffer_srgb(had_curve);
}

/// Begins to blend, which OBS turns off when it draws a filter for a canvas of high dynamic range.
static void push_blending(void) {
    gs_blend_state_push();
    gs_enable_blending(true);
}

/// Blends colors of straight alpha, as OBS does by default.
static void blend_straight_alpha(void) {
    gs_blend_function_separate(
        GS_BLEND_SRCALPHA, GS_BLEND_INVSRCALPHA, GS_BLEND_ONE, GS_BLEND_INVSRCALPHA);
}

/// Begins to draw into a texture that is transparent.
static bool begin(gs_texrender_t *texture, const GlintFilter *filter) {
    gs_texrender_reset(texture);
    if (!gs_texrender_begin_with_color_space(texture, filter->width, filter->height, GS_CS_SRGB))
        return false;
    struct vec4 transparent;
    vec4_zero(&transparent);
    gs_clear(GS_CLEAR_COLOR, &transparent, 0, 0);
    gs_ortho(0, (float) filter->width, 0, (float) filter->height, -100, 100);
    push_blending();
    return true;
}

static void end(gs_texrender_t *texture) {
    gs_blend_state_pop();
    gs_texrender_end(texture);
}

/// Draws the source, and begins to copy it to memory.
static void stage_frame(GlintFilter *filter, obs_source_t *target, obs_source_t *parent) {
    if (!begin(filter->drawn, filter))
        return;
    blend_straight_alpha();
    uint32_t flags = obs_source_get_output_flags(target);
    if (target == parent && !(flags & (OBS_SOURCE_CUSTOM_DRAW | OBS_SOURCE_ASYNC)))
        obs_source_default_render(target);
    else
        obs_source_video_render(target);
    end(filter->drawn);
    if (!begin(filter->straight, filter))
        return;
    gs_blend_function(GS_BLEND_ONE, GS_BLEND_ZERO);
    draw_texture(gs_texrender_get_texture(filter->drawn), "DrawAlphaDivide");
    end(filter->straight);
    gs_stage_texture(filter->stage, gs_texrender_get_texture(filter->straight));

    uint64_t time = obs_get_video_frame_time();
    if (!filter->first_time)
        filter->first_time = time;
    filter->staged_seconds = (double) (time - filter->first_time) / 1e9;
    filter->staged_number = llround(filter->staged_seconds * frame_rate());
    filter->is_staged = true;
}

/// Gives the frame that was copied to memory to the worker.
static void give_frame(GlintFilter *filter) {
    uint8_t *pixels;
    uint32_t row_length;
    if (!gs_stagesurface_map(filter->stage, &pixels, &row_length))
        return;
    frame_worker_give(
        filter->worker, pixels, row_length, filter->width, filter->height, frame_rate(),
        filter->staged_seconds, filter->staged_number);
    gs_stagesurface_unmap(filter->stage);
    filter->is_staged = false;
    filter->given_time = os_gettime_ns();
}

/// True if the frame that the worker got takes, or took, too long.
static bool is_overdue(const GlintFilter *filter) {
    return (double) (os_gettime_ns() - filter->given_time) / 1e9 > deadline;
}

/// Notes whether the newest frame took too long. A message appears once for frames that follow each other.
static void set_late(GlintFilter *filter, bool is_late) {
    if (is_late && !filter->is_late && filter->has_filtered)
        blog(
            LOG_WARNING,
            "Glint: a frame takes longer than %g s to filter. Frames stay unfiltered meanwhile.", deadline);
    filter->is_late = is_late && filter->has_filtered;
}

/// Forgets all frames: what the source showed before a pause is not shown after it.
static void forget_frames(GlintFilter *filter) {
    filter->is_staged = filter->shows_result = filter->is_late = false;
    frame_worker_discard(filter->worker);
}

/// Takes the result of the worker if there is one, gives it the next frame, and begins to copy another.
static void advance(GlintFilter *filter, obs_source_t *target, obs_source_t *parent) {
    WorkerFrame frame;
    if (frame_worker_take(filter->worker, &frame)) {
        bool is_late = is_overdue(filter);
        set_late(filter, is_late);
        filter->has_filtered = frame.is_filtered;
        // Late frames that alternated with unfiltered ones would flicker.
        filter->shows_result = frame.is_filtered && !is_late && frame.width == filter->width
            && frame.height == filter->height;
        if (filter->shows_result)
            gs_texture_set_image(filter->result, frame.pixels, frame.width * 4, false);
    }
    bool is_free = frame_worker_is_free(filter->worker);
    if (is_free && filter->is_staged)
        give_frame(filter);
    if (!is_free && filter->shows_result && is_overdue(filter)) {
        filter->shows_result = false;
        set_late(filter, true);
    }
    stage_frame(filter, target, parent);
}

/// OBS does this for every frame, but draws the filter only while it is visible.
static void tick(void *data, float seconds) {
    (void) seconds;
    GlintFilter *filter = data;
    if (!filter->is_current)
        forget_frames(filter);
    filter->is_current = false;
}

static void render(void *data, gs_effect_t *effect) {
    (void) effect;
    GlintFilter *filter = data;
    obs_source_t *target = obs_filter_get_target(filter->source);
    obs_source_t *parent = obs_filter_get_parent(filter->source);
    uint32_t width = target ? obs_source_get_base_width(target) : 0;
    uint32_t height = target ? obs_source_get_base_height(target) : 0;
    if (filter->has_look && parent && width > 0 && height > 0 && has_textures(filter, width, height)) {
        if (!filter->is_current)
            advance(filter, target, parent);
        filter->is_current = true;
    } else {
        forget_frames(filter);
    }
    push_blending();
    if (filter->shows_result) {
        blend_straight_alpha();
        draw_texture(filter->result, "Draw");
    } else {
        obs_source_skip_video_filter(filter->source);
    }
    gs_blend_state_pop();
}

/// Results are in sRGB, whatever the source is in; OBS converts them to the color space of its canvas.
static enum gs_color_space color_space(void *data, size_t count, const enum gs_color_space *preferred) {
    (void) data, (void) count, (void) preferred;
    return GS_CS_SRGB;
}

static obs_properties_t *properties(void *data) {
    (void) data;
    obs_properties_t *properties = obs_properties_create();
    looks_add_properties(properties);
    return properties;
}

static struct obs_source_info information = {
    .id = "glint_filter",
    .type = OBS_SOURCE_TYPE_FILTER,
    .output_flags = OBS_SOURCE_VIDEO | OBS_SOURCE_SRGB,
    .get_name = name,
    .create = create,
    .destroy = destroy,
    .get_defaults = looks_set_defaults,
    .get_properties = properties,
    .update = update,
    .video_tick = tick,
    .video_render = render,
    .video_get_color_space = color_space,
};

MODULE_EXPORT const char *obs_module_description(void) {
    return "Filters of Glint on the GPU: color, blur, analog video and others, by a preset or a recipe";
}

bool obs_module_load(void) {
    const char *seconds = getenv("GLINT_OBS_DEADLINE");
    if (seconds && atof(seconds) > 0)
        deadline = atof(seconds);
    obs_register_source(&information);
    return true;
}

void obs_module_unload(void) { looks_release(); }
