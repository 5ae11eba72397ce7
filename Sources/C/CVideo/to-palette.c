#include "to-palette.h"

#include <stdlib.h>
#include <string.h>

// The median cut algorithm of P. Heckbert (1982), splitting at the mean instead of the median, and error
// diffusion after R. Floyd and L. Steinberg (1976).

enum {
    COLORS = 256,
    CELL_BITS = 5,
    CELLS = 1 << 3 * CELL_BITS,
    NEAREST_BITS = 6,
    NEAREST_CELLS = 1 << 3 * NEAREST_BITS,
};

/// A histogram cell: pixels whose colors share their upper bits.
typedef struct {
    uint64_t count, sum[3], squares[3];
} Cell;

/// A range of cells.
typedef struct {
    int first, end, axis;
    float error;
} Box;

typedef struct {
    int count;
    uint8_t colors[COLORS][3];
    /// The nearest palette color for each cell, or -1 if not computed yet.
    int16_t nearest[NEAREST_CELLS];
} Palette;

static int most_colors(const Picture *picture) { return picture->hasAlpha ? COLORS - 1 : COLORS; }

/// A row in 8 bits.
static void read_row(const Picture *picture, int row, uint8_t *result) {
    size_t count = (size_t) picture->width * 4;
    if (picture->bits == 8) {
        memcpy(result, (const uint8_t *) picture->bytes + row * count, count);
        return;
    }
    const uint16_t *samples = (const uint16_t *) picture->bytes + row * count;
    for (size_t index = 0; index < count; index++) result[index] = (samples[index] * 255u + 32767) / 65535;
}

static bool is_transparent(const Picture *picture, const uint8_t *pixel) {
    return picture->hasAlpha && pixel[3] < 128;
}

/// Uses all colors of the picture exactly; false if there are too many.
static bool take_all(const Picture *picture, uint8_t *line, Palette *palette) {
    enum { SLOTS = 1024 };
    int32_t slots[SLOTS];
    memset(slots, -1, sizeof slots);
    palette->count = 0;
    for (int row = 0; row < picture->height; row++) {
        read_row(picture, row, line);
        for (int column = 0; column < picture->width; column++) {
            const uint8_t *pixel = line + 4 * column;
            if (is_transparent(picture, pixel)) continue;
            int32_t color = pixel[0] | pixel[1] << 8 | pixel[2] << 16;
            unsigned slot = (uint32_t) color * 2654435761u >> 22;
            while (slots[slot] >= 0 && slots[slot] != color) slot = (slot + 1) % SLOTS;
            if (slots[slot] == color) continue;
            if (palette->count == most_colors(picture)) return false;
            slots[slot] = color;
            memcpy(palette->colors[palette->count++], pixel, 3);
        }
    }
    return true;
}

static void count_colors(const Picture *picture, uint8_t *line, Cell *cells) {
    for (int row = 0; row < picture->height; row++) {
        read_row(picture, row, line);
        for (int column = 0; column < picture->width; column++) {
            const uint8_t *pixel = line + 4 * column;
            if (is_transparent(picture, pixel)) continue;
            Cell *cell = &cells[(pixel[0] >> 3 << 10) + (pixel[1] >> 3 << 5) + (pixel[2] >> 3)];
            cell->count++;
            for (int axis = 0; axis < 3; axis++) {
                cell->sum[axis] += pixel[axis];
                cell->squares[axis] += pixel[axis] * pixel[axis];
            }
        }
    }
}

/// Finds the axis with the largest variation of a box's colors.
static void measure(const Cell *cells, Box *box) {
    double count = 0, sum[3] = {0}, squares[3] = {0};
    for (int index = box->first; index < box->end; index++) {
        count += (double) cells[index].count;
        for (int axis = 0; axis < 3; axis++) {
            sum[axis] += (double) cells[index].sum[axis];
            squares[axis] += (double) cells[index].squares[axis];
        }
    }
    box->error = -1;
    for (int axis = 0; axis < 3; axis++) {
        float error = (float) (squares[axis] - sum[axis] * sum[axis] / count);
        if (error > box->error) box->error = error, box->axis = axis;
    }
    if (box->end - box->first < 2) box->error = 0;
}

/// Moves the cells below the mean to the front. Returns the index of the first other cell.
static int part(Cell *cells, const Box *box) {
    double count = 0, sum = 0;
    for (int index = box->first; index < box->end; index++) {
        count += (double) cells[index].count;
        sum += (double) cells[index].sum[box->axis];
    }
    int border = box->first;
    for (int index = box->first; index < box->end; index++) {
        if ((double) cells[index].sum[box->axis] * count >= sum * (double) cells[index].count) continue;
        Cell cell = cells[index];
        cells[index] = cells[border];
        cells[border++] = cell;
    }
    return border;
}

static void choose(Cell *cells, int cellCount, int most, Palette *palette) {
    Box boxes[COLORS] = {{.end = cellCount}};
    int count = 1;
    measure(cells, &boxes[0]);
    while (count < most) {
        Box *widest = &boxes[0];
        for (int index = 1; index < count; index++) {
            if (boxes[index].error > widest->error) widest = &boxes[index];
        }
        int border = widest->error > 0 ? part(cells, widest) : widest->first;
        if (border == widest->first || border == widest->end) {
            if (widest->error <= 0) break;
            widest->error = 0;
            continue;
        }
        boxes[count] = (Box) {.first = border, .end = widest->end};
        widest->end = border;
        measure(cells, widest);
        measure(cells, &boxes[count++]);
    }
    palette->count = count;
    for (int index = 0; index < count; index++) {
        double pixels = 0, sum[3] = {0};
        for (int cell = boxes[index].first; cell < boxes[index].end; cell++) {
            pixels += (double) cells[cell].count;
            for (int axis = 0; axis < 3; axis++) sum[axis] += (double) cells[cell].sum[axis];
        }
        for (int axis = 0; axis < 3; axis++) {
            palette->colors[index][axis] = (uint8_t) (pixels > 0 ? sum[axis] / pixels + 0.5 : 0);
        }
    }
}

static int search(const Palette *palette, const int *color) {
    int nearest = 0, least = INT32_MAX;
    for (int index = 0; index < palette->count; index++) {
        int distance = 0;
        for (int axis = 0; axis < 3; axis++) {
            int difference = palette->colors[index][axis] - color[axis];
            distance += difference * difference;
        }
        if (distance < least) least = distance, nearest = index;
    }
    return nearest;
}

static int find(Palette *palette, bool isExact, const int *color) {
    const int shift = 8 - NEAREST_BITS;
    int red = color[0] >> shift, green = color[1] >> shift, blue = color[2] >> shift;
    int16_t *entry = &palette->nearest[(red << 2 * NEAREST_BITS) + (green << NEAREST_BITS) + blue];
    // Colors of one cell share a result, unless every color is in the palette.
    if (*entry >= 0 && isExact) {
        const uint8_t *known = palette->colors[*entry];
        if (known[0] != color[0] || known[1] != color[1] || known[2] != color[2]) *entry = -1;
    }
    if (*entry < 0) *entry = (int16_t) search(palette, color);
    return *entry;
}

static int clamp(int value) { return value < 0 ? 0 : (value > 255 ? 255 : value); }

/// `errors` holds those of two rows, in sixteenths of a level, with space for a pixel at both ends.
static void write_row(
    const Picture *picture, const uint8_t *line, Palette *palette, bool isExact, int *here, int *below,
    uint8_t *result) {
    memset(below, 0, (size_t) (picture->width + 2) * 3 * sizeof *below);
    for (int column = 0; column < picture->width; column++) {
        const uint8_t *pixel = line + 4 * column;
        if (is_transparent(picture, pixel)) {
            result[column] = COLORS - 1;
            continue;
        }
        int color[3];
        int *error = here + 3 * (column + 1), *next = below + 3 * (column + 1);
        for (int axis = 0; axis < 3; axis++) color[axis] = clamp(pixel[axis] + (error[axis] + 8) / 16);
        int found = find(palette, isExact, color);
        result[column] = (uint8_t) found;
        for (int axis = 0; axis < 3; axis++) {
            int rest = color[axis] - palette->colors[found][axis];
            error[axis + 3] += 7 * rest;
            next[axis - 3] += 3 * rest;
            next[axis] += 5 * rest;
            next[axis + 3] += rest;
        }
    }
}

static void store(const Picture *picture, const Palette *palette, uint8_t *result) {
    uint32_t *entries = (uint32_t *) result;
    memset(entries, 0, AVPALETTE_SIZE);
    // All entries except the transparent one are opaque, including unused ones.
    for (int index = 0; index < most_colors(picture); index++) {
        const uint8_t *color = palette->colors[index < palette->count ? index : 0];
        entries[index] = 0xff000000u | (uint32_t) color[0] << 16 | (uint32_t) color[1] << 8 | color[2];
    }
}

bool to_palette(const Picture *picture, AVFrame *frame, CVideoFailure *failure) {
    Palette *palette = malloc(sizeof *palette);
    uint8_t *line = malloc((size_t) picture->width * 4);
    size_t errors = ((size_t) picture->width + 2) * 3;
    int *memory = calloc(2 * errors, sizeof *memory);
    Cell *cells = NULL;
    bool isDone = palette && line && memory;
    bool isExact = isDone && take_all(picture, line, palette);
    if (isDone && !isExact) {
        cells = calloc(CELLS, sizeof *cells);
        isDone = cells != NULL;
    }
    if (isDone && !isExact) {
        count_colors(picture, line, cells);
        int count = 0;
        for (int index = 0; index < CELLS; index++) {
            if (cells[index].count > 0) cells[count++] = cells[index];
        }
        choose(cells, count, most_colors(picture), palette);
    }
    if (isDone) {
        memset(palette->nearest, -1, sizeof palette->nearest);
        int *here = memory, *below = memory + errors;
        for (int row = 0; row < picture->height; row++) {
            read_row(picture, row, line);
            uint8_t *target = frame->data[0] + (ptrdiff_t) row * frame->linesize[0];
            write_row(picture, line, palette, isExact, here, below, target);
            int *done = here;
            here = below;
            below = done;
        }
        store(picture, palette, frame->data[1]);
    } else {
        cvideo_fail_with(failure, AVERROR(ENOMEM));
    }
    free(palette);
    free(line);
    free(memory);
    free(cells);
    return isDone;
}
