// A window with about as much content as Glint's, showing a precomputed picture: the time it takes to draw
// while a slider is dragged is the minimum that the toolkit and the driver cost any program.
// Tests/Bench/window.py drags its slider "Floor 1".
//
// It reports each frame in the format of Glint's own log (Sources/Apps/glint/App/FrameLog.swift).
#include <adwaita.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <time.h>

enum {
    SLIDERS = 20,
    PANEL_WIDTH = 340,
};

static GtkWidget *area;
static GLuint program, vertices, texture;
static int width, height;
// The monotonic time, in seconds, of the oldest change not yet on the screen; 0 if there is none.
static double wanted, drawn;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static GLuint shader(GLenum kind, const char *text) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, NULL);
    glCompileShader(shader);
    return shader;
}

static void make_program(void) {
    program = glCreateProgram();
    const char *vertex =
        "#version 430\n"
        "void main() { gl_Position = vec4(gl_VertexID / 2 * 4 - 1, gl_VertexID % 2 * 4 - 1, 0, 1); }";
    const char *fragment =
        "#version 430\n"
        "layout(binding = 0) uniform sampler2D picture; out vec4 color;\n"
        "void main() { color = texelFetch(picture, ivec2(gl_FragCoord.xy), 0); }";
    glAttachShader(program, shader(GL_VERTEX_SHADER, vertex));
    glAttachShader(program, shader(GL_FRAGMENT_SHADER, fragment));
    glLinkProgram(program);
    glGenVertexArrays(1, &vertices);
}

// The texture is as large as the area and has half floats, like Glint's previews.
static void make_texture(void) {
    float *pixels = g_new(float, 4 * width * height);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float *pixel = pixels + 4 * (y * width + x);
            pixel[0] = (float) x / width, pixel[1] = (float) y / height, pixel[2] = (x ^ y) % 256 / 255.f,
            pixel[3] = 1;
        }
    glDeleteTextures(1, &texture);
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA16F, width, height);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, GL_RGBA, GL_FLOAT, pixels);
    g_free(pixels);
}

static gboolean render(void) {
    int scale = gtk_widget_get_scale_factor(area);
    int new_width = gtk_widget_get_width(area) * scale, new_height = gtk_widget_get_height(area) * scale;
    if (!program) make_program();
    if (new_width != width || new_height != height) {
        width = new_width, height = new_height;
        make_texture();
    }
    glUseProgram(program);
    glBindVertexArray(vertices);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, texture);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    drawn = wanted;
    wanted = 0;
    return TRUE;
}

// Drawing reaches the screen at the end of the frame clock's cycle.
static void report_frame(void) {
    if (!drawn) return;
    double time = now();
    fprintf(
        stderr, "frame at %f s, %f ms after it was wanted, made in 0 ms, %d × %d pixels\n",
        time, 1000 * (time - drawn), width, height);
    drawn = 0;
}

static void follow_frames(void) {
    g_signal_connect(gtk_widget_get_frame_clock(area), "after-paint", G_CALLBACK(report_frame), NULL);
}

// Of several changes before a frame, only the newest is shown, as in Glint.
static void take(GtkAdjustment *adjustment, GtkEditable *entry) {
    char text[16];
    snprintf(text, sizeof text, "%.2f", gtk_adjustment_get_value(adjustment));
    gtk_editable_set_text(entry, text);
    wanted = now();
    gtk_gl_area_queue_render(GTK_GL_AREA(area));
}

static GtkWidget *slider(int number) {
    char name[16];
    snprintf(name, sizeof name, "Floor %d", number);
    GtkWidget *row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), *entry = gtk_entry_new();
    GtkAdjustment *adjustment = gtk_adjustment_new(0.5, 0, 1, 0.01, 0.1, 0);
    GtkWidget *scale = gtk_scale_new(GTK_ORIENTATION_HORIZONTAL, adjustment);
    gtk_accessible_update_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    gtk_widget_set_hexpand(scale, TRUE);
    gtk_editable_set_text(GTK_EDITABLE(entry), "0.50");
    gtk_editable_set_width_chars(GTK_EDITABLE(entry), 8);
    gtk_editable_set_max_width_chars(GTK_EDITABLE(entry), 8);
    g_signal_connect(adjustment, "value-changed", G_CALLBACK(take), entry);
    gtk_box_append(GTK_BOX(row), gtk_label_new(name));
    gtk_box_append(GTK_BOX(row), scale);
    gtk_box_append(GTK_BOX(row), entry);
    return row;
}

static GtkWidget *panel(void) {
    GtkWidget *rows = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6), *scrolled = gtk_scrolled_window_new();
    for (int number = 1; number <= SLIDERS; number++) gtk_box_append(GTK_BOX(rows), slider(number));
    gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scrolled), rows);
    gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
    gtk_widget_set_size_request(scrolled, PANEL_WIDTH, -1);
    // Does not propagate the sliders' expand flag.
    gtk_widget_set_hexpand(scrolled, FALSE);
    return scrolled;
}

// Glint's style if there is no compositor: drawing the theme's window frame costs a software renderer more
// than everything else.
static void style(void) {
    GtkCssProvider *provider = gtk_css_provider_new();
    const char *sheet =
        "window.solid-csd, window.solid-csd:backdrop {"
        " padding: 0; border: 5px solid @headerbar_bg_color; box-shadow: none; }";
    gtk_css_provider_load_from_data(provider, sheet, -1);
    gtk_style_context_add_provider_for_display(
        gdk_display_get_default(), GTK_STYLE_PROVIDER(provider), GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

static void open_window(GtkApplication *application) {
    style();
    GtkWidget *window = gtk_application_window_new(application);
    GtkWidget *columns = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0);
    area = gtk_gl_area_new();
    gtk_gl_area_set_required_version(GTK_GL_AREA(area), 4, 3);
    gtk_widget_set_hexpand(area, TRUE);
    g_signal_connect(area, "render", G_CALLBACK(render), NULL);
    g_signal_connect(area, "realize", G_CALLBACK(follow_frames), NULL);
    gtk_box_append(GTK_BOX(columns), area);
    gtk_box_append(GTK_BOX(columns), panel());
    gtk_window_set_titlebar(GTK_WINDOW(window), gtk_header_bar_new());
    gtk_window_set_child(GTK_WINDOW(window), columns);
    gtk_window_present(GTK_WINDOW(window));
}

// libadwaita is used only for its style, like in Glint. The tests look for windows whose class contains
// "glint".
int main(int count, char **arguments) {
    AdwApplication *application =
        adw_application_new("io.github.glintapp.Glint.Floor", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(application, "activate", G_CALLBACK(open_window), NULL);
    return g_application_run(G_APPLICATION(application), count, arguments);
}
