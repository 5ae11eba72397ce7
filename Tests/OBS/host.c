/// A small OBS for tests: it shows a source with Glint's filter, and checks what the filter makes of it.
///
///     host FOLDER WIDTH HEIGHT RATE FRAME < COMMANDS
///
/// FOLDER is that of the plugin as `make obs-plugin` builds it, RATE is in frames per second, and FRAME has
/// the pixels of the source as raw RGBA in straight alpha. It needs an X display. Commands are lines:
///
///     settings JSON     changes the filter's settings
///     expect FILE       waits until the filtered frame, with premultiplied alpha, equals that of the file
///     within N FILE     waits until no sample of it differs by more than N
///     becomes OLD NEW   the same as `expect NEW`, but until then all frames equal OLD
///     moves FILE COUNT  waits until as many different frames were seen, which are in the file in this order
///     shows W H FILE    changes the size and the pixels of the source
///     hides SECONDS W H FILE  the same, and meanwhile the source is not drawn for as long
///     inherits          lets the source draw with the blending of its caller from now on
///     extended          draws for a canvas of high dynamic range from now on
///     logs TEXT         waits until a warning with this text was logged
///     finds FILE        waits until there is such a file
///     shell COMMAND     runs a command
///     properties        prints the names of the properties, with what lists and texts say
///
/// Exits with status 1 if a command fails or something does not come within two minutes. The filter's
/// warnings are written to standard error.

#include <X11/Xlib.h>
#include <graphics/graphics.h>
#include <obs-module.h>
#include <obs-nix-platform.h>
#include <obs.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <util/platform.h>

static const double limit = 120;

static uint32_t width, height;
static size_t frame_length;
/// Used in the graphics context.
static gs_texture_t *source_texture;
static gs_texrender_t *target;
static gs_stagesurf_t *stage;
static bool is_hidden, inherits_blending;
static enum gs_color_space space = GS_CS_SRGB;
static obs_source_t *source, *filter;

/// The newest frame, which OBS's graphics thread has drawn, and how many there were.
static uint8_t *drawn;
static unsigned drawn_count;
static pthread_mutex_t draw_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_drawn = PTHREAD_COND_INITIALIZER;

static char logged[1 << 16];
static pthread_mutex_t log_mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((noreturn)) static void fail(const char *what, const char *detail) {
    fprintf(stderr, "host: %s: %s\n", what, detail);
    _Exit(1);
}

/// Keeps the filter's warnings; those of OBS itself depend on its version.
static void handle_log(int level, const char *format, va_list arguments, void *context) {
    (void) context;
    char line[4096];
    vsnprintf(line, sizeof line, format, arguments);
    if (level > LOG_WARNING || strncmp(line, "Glint", 5) != 0)
        return;
    fprintf(stderr, "%s\n", line);
    pthread_mutex_lock(&log_mutex);
    strncat(logged, line, sizeof logged - strlen(logged) - 1);
    pthread_mutex_unlock(&log_mutex);
}

static uint8_t *read_file(const char *path, size_t *length) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail("cannot read", path);
    fseek(file, 0, SEEK_END);
    *length = (size_t) ftell(file);
    rewind(file);
    uint8_t *bytes = malloc(*length + 1);
    if (!bytes || fread(bytes, 1, *length, file) != *length)
        fail("cannot read", path);
    fclose(file);
    return bytes;
}

// The source

static const char *source_name(void *type) {
    (void) type;
    return "Picture";
}

static void *create_source(obs_data_t *settings, obs_source_t *created) {
    (void) settings;
    return created;
}

static void destroy_source(void *data) { (void) data; }

static uint32_t source_width(void *data) {
    (void) data;
    return width;
}

static uint32_t source_height(void *data) {
    (void) data;
    return height;
}

/// Draws the pixels as OBS's image source does, blended without the sRGB curve, or as its color source does,
/// which leaves the blending to its caller.
static void draw_source(void *data, gs_effect_t *unused) {
    (void) data, (void) unused;
    gs_effect_t *effect = obs_get_base_effect(OBS_EFFECT_DEFAULT);
    bool had_curve = gs_framebuffer_srgb_enabled();
    gs_enable_framebuffer_srgb(true);
    gs_blend_state_push();
    if (!inherits_blending) {
        gs_enable_blending(true);
        gs_blend_function_separate(
            GS_BLEND_SRCALPHA, GS_BLEND_INVSRCALPHA, GS_BLEND_ONE, GS_BLEND_INVSRCALPHA);
    }
    gs_effect_set_texture_srgb(gs_effect_get_param_by_name(effect, "image"), source_texture);
    while (gs_effect_loop(effect, "Draw")) gs_draw_sprite(source_texture, 0, width, height);
    gs_blend_state_pop();
    gs_enable_framebuffer_srgb(had_curve);
}

static struct obs_source_info picture = {
    .id = "test_picture",
    .type = OBS_SOURCE_TYPE_INPUT,
    .output_flags = OBS_SOURCE_VIDEO | OBS_SOURCE_CUSTOM_DRAW | OBS_SOURCE_SRGB,
    .get_name = source_name,
    .create = create_source,
    .destroy = destroy_source,
    .get_width = source_width,
    .get_height = source_height,
    .video_render = draw_source,
};

// Frames

/// Draws the source with its filter, and reads the pixels. OBS calls it for every frame, between its ticks.
static void draw(void *unused, uint32_t base_width, uint32_t base_height) {
    (void) unused, (void) base_width, (void) base_height;
    if (is_hidden)
        return;
    gs_texrender_reset(target);
    if (!gs_texrender_begin_with_color_space(target, width, height, space))
        fail("draw", "no target");
    struct vec4 transparent;
    vec4_zero(&transparent);
    gs_clear(GS_CLEAR_COLOR, &transparent, 0, 0);
    gs_ortho(0, (float) width, 0, (float) height, -100, 100);
    gs_reset_blend_state();
    obs_source_video_render(source);
    gs_texrender_end(target);
    gs_stage_texture(stage, gs_texrender_get_texture(target));
    uint8_t *mapped;
    uint32_t row_length;
    if (!gs_stagesurface_map(stage, &mapped, &row_length))
        fail("draw", "no pixels");
    pthread_mutex_lock(&draw_mutex);
    for (uint32_t row = 0; row < height; row++)
        memcpy(drawn + row * width * 4, mapped + row * row_length, width * 4);
    drawn_count++;
    pthread_cond_signal(&has_drawn);
    pthread_mutex_unlock(&draw_mutex);
    gs_stagesurface_unmap(stage);
}

/// Waits for the next frame.
static void render(uint8_t *pixels) {
    pthread_mutex_lock(&draw_mutex);
    for (unsigned former = drawn_count; drawn_count == former;)
        pthread_cond_wait(&has_drawn, &draw_mutex);
    memcpy(pixels, drawn, frame_length);
    pthread_mutex_unlock(&draw_mutex);
}

/// Changes the size and the pixels of the source, which is not drawn for some time then.
static void show(uint32_t new_width, uint32_t new_height, const char *path, double hidden_seconds) {
    size_t length, new_length = (size_t) new_width * new_height * 4;
    uint8_t *pixels = read_file(path, &length);
    if (length != new_length)
        fail("not a frame", path);
    const uint8_t *rows = pixels;
    obs_enter_graphics();
    gs_texture_destroy(source_texture);
    gs_stagesurface_destroy(stage);
    width = new_width;
    height = new_height;
    frame_length = new_length;
    source_texture = gs_texture_create(width, height, GS_RGBA, 1, &rows, 0);
    stage = gs_stagesurface_create(width, height, GS_RGBA);
    if (!source_texture || !stage)
        fail("no textures for", path);
    pthread_mutex_lock(&draw_mutex);
    free(drawn);
    drawn = malloc(frame_length);
    pthread_mutex_unlock(&draw_mutex);
    is_hidden = hidden_seconds > 0;
    obs_leave_graphics();
    free(pixels);
    os_sleep_ms((uint32_t) (hidden_seconds * 1000));
    obs_enter_graphics();
    is_hidden = false;
    obs_leave_graphics();
}

/// The largest difference between samples.
static int difference(const uint8_t *some, const uint8_t *others) {
    int most = 0;
    for (size_t index = 0; index < frame_length; index++) {
        int difference = abs(some[index] - others[index]);
        most = difference > most ? difference : most;
    }
    return most;
}

static uint8_t *read_frame(const char *path) {
    size_t length;
    uint8_t *frame = read_file(path, &length);
    if (length != frame_length)
        fail("not a frame", path);
    return frame;
}

/// Waits for a frame. Those before it are like another, unless that is NULL.
static void expect(const char *path, const char *former_path, int tolerance, double until) {
    uint8_t *expected = read_frame(path), *former = former_path ? read_frame(former_path) : NULL;
    uint8_t *pixels = malloc(frame_length);
    for (render(pixels); difference(pixels, expected) > tolerance; render(pixels)) {
        if (former && difference(pixels, former) > tolerance)
            fail("a frame does not equal", former_path);
        if (os_gettime_ns() / 1e9 > until) {
            fprintf(stderr, "host: the newest frame differs by %d\n", difference(pixels, expected));
            fail("frames never equal", path);
        }
    }
    free(expected);
    free(former);
    free(pixels);
}

static void expect_moves(const char *path, size_t wanted, double until) {
    size_t length;
    uint8_t *frames = read_file(path, &length), *pixels = malloc(frame_length);
    size_t count = length / frame_length, next = 0;
    for (size_t seen = 0; seen < wanted;) {
        if (os_gettime_ns() / 1e9 > until)
            fail("frames do not move through", path);
        render(pixels);
        for (size_t index = next; index < count; index++) {
            if (memcmp(frames + index * frame_length, pixels, frame_length) == 0) {
                seen++;
                next = index + 1;
                break;
            }
        }
    }
    free(frames);
    free(pixels);
}

static bool is_logged(const char *text) {
    pthread_mutex_lock(&log_mutex);
    bool result = strstr(logged, text);
    pthread_mutex_unlock(&log_mutex);
    return result;
}

/// Lets frames be drawn until a condition is met.
static void wait_for(bool (*is_met)(const char *), const char *argument, double until) {
    uint8_t *pixels = malloc(frame_length);
    while (!is_met(argument)) {
        if (os_gettime_ns() / 1e9 > until)
            fail("waited in vain for", argument);
        render(pixels);
    }
    free(pixels);
}

static void print_properties(void) {
    obs_properties_t *properties = obs_source_properties(filter);
    obs_property_t *property = obs_properties_first(properties);
    for (; property; obs_property_next(&property)) {
        printf("%s%s", obs_property_name(property), obs_property_visible(property) ? "" : " (hidden)");
        size_t count = obs_property_get_type(property) == OBS_PROPERTY_LIST
            ? obs_property_list_item_count(property)
            : 0;
        for (size_t index = 0; index < count; index++)
            printf("%s%s", index ? ", " : ": ", obs_property_list_item_name(property, index));
        bool is_text = obs_property_get_type(property) == OBS_PROPERTY_TEXT;
        printf("%s%s\n", is_text ? ": " : "", is_text ? obs_property_description(property) : "");
    }
    fflush(stdout);
    obs_properties_destroy(properties);
}

/// Takes a number, and the space behind it, from a line.
static double number(char **line) {
    double value = strtod(*line, line);
    *line += **line == ' ';
    return value;
}

static void run(char *command) {
    char *name = strsep(&command, " "), *argument = command ? command : "";
    double until = os_gettime_ns() / 1e9 + limit;
    if (strcmp(name, "settings") == 0) {
        obs_data_t *settings = obs_data_create_from_json(argument);
        if (!settings)
            fail("not settings", argument);
        obs_source_update(filter, settings);
        obs_data_release(settings);
    } else if (strcmp(name, "expect") == 0) {
        expect(argument, NULL, 0, until);
    } else if (strcmp(name, "within") == 0) {
        int tolerance = (int) number(&argument);
        expect(argument, NULL, tolerance, until);
    } else if (strcmp(name, "becomes") == 0) {
        char *former = strsep(&argument, " ");
        expect(argument ? argument : "", former, 0, until);
    } else if (strcmp(name, "shows") == 0 || strcmp(name, "hides") == 0) {
        double seconds = *name == 'h' ? number(&argument) : 0;
        uint32_t new_width = (uint32_t) number(&argument), new_height = (uint32_t) number(&argument);
        show(new_width, new_height, argument, seconds);
    } else if (strcmp(name, "inherits") == 0) {
        inherits_blending = true;
    } else if (strcmp(name, "extended") == 0) {
        space = GS_CS_709_EXTENDED;
    } else if (strcmp(name, "moves") == 0) {
        char *path = strsep(&argument, " ");
        expect_moves(path, argument ? strtoul(argument, NULL, 10) : 0, until);
    } else if (strcmp(name, "logs") == 0) {
        wait_for(is_logged, argument, until);
    } else if (strcmp(name, "finds") == 0) {
        wait_for(os_file_exists, argument, until);
    } else if (strcmp(name, "shell") == 0) {
        if (system(argument) != 0)
            fail("failed", argument);
    } else if (strcmp(name, "properties") == 0) {
        print_properties();
    } else {
        fail("no command", name);
    }
}

// Beginning and end

static void open_module(const char *folder) {
    char library[4096], data[4096];
    snprintf(library, sizeof library, "%s/bin/64bit/glint.so", folder);
    snprintf(data, sizeof data, "%s/data", folder);
    obs_module_t *module;
    if (obs_open_module(&module, library, data) != MODULE_SUCCESS || !obs_init_module(module))
        fail("cannot load", library);
}

static void start(const char *folder, uint32_t rate, const char *frame) {
    base_set_log_handler(handle_log, NULL);
    Display *display = XOpenDisplay(NULL);
    if (!display)
        fail("X", "no display");
    obs_set_nix_platform(OBS_NIX_PLATFORM_X11_EGL);
    obs_set_nix_platform_display(display);
    struct obs_video_info video = {
        .graphics_module = "libobs-opengl",
        .fps_num = rate,
        .fps_den = 1,
        .base_width = width,
        .base_height = height,
        .output_width = width,
        .output_height = height,
        .output_format = VIDEO_FORMAT_NV12,
        .colorspace = VIDEO_CS_709,
        .range = VIDEO_RANGE_PARTIAL,
    };
    if (!obs_startup("en-US", NULL, NULL) || obs_reset_video(&video) != OBS_VIDEO_SUCCESS)
        fail("OBS", "it does not start");
    obs_register_source(&picture);
    open_module(folder);
    obs_enter_graphics();
    target = gs_texrender_create(GS_RGBA, GS_ZS_NONE);
    obs_leave_graphics();
    source = obs_source_create("test_picture", "picture", NULL, NULL);
    filter = obs_source_create("glint_filter", "glint", NULL, NULL);
    if (!target || !source || !filter)
        fail("OBS", "it has no source or no filter");
    obs_source_filter_add(source, filter);
    show(width, height, frame, 0);
    obs_add_main_render_callback(draw, NULL);
}

static void stop(void) {
    double begin = os_gettime_ns() / 1e9;
    obs_remove_main_render_callback(draw, NULL);
    obs_source_filter_remove(source, filter);
    obs_source_release(filter);
    obs_source_release(source);
    obs_enter_graphics();
    gs_texture_destroy(source_texture);
    gs_texrender_destroy(target);
    gs_stagesurface_destroy(stage);
    obs_leave_graphics();
    obs_shutdown();
    // A frame may take a minute, but ends with the filter.
    if (os_gettime_ns() / 1e9 > begin + 20)
        fprintf(stderr, "host: OBS took %.1f s to end\n", os_gettime_ns() / 1e9 - begin);
    // OBS counts what was not released.
    if (bnum_allocs() != 0)
        fprintf(stderr, "host: %ld blocks of memory were not released\n", bnum_allocs());
}

int main(int count, char **arguments) {
    if (count != 6)
        fail("usage", "host FOLDER WIDTH HEIGHT RATE FRAME");
    width = (uint32_t) atoi(arguments[2]);
    height = (uint32_t) atoi(arguments[3]);
    start(arguments[1], (uint32_t) atoi(arguments[4]), arguments[5]);
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t used; (used = getline(&line, &capacity, stdin)) > 0;) {
        if (line[used - 1] == '\n')
            line[used - 1] = 0;
        if (*line)
            run(line);
    }
    free(line);
    stop();
}
