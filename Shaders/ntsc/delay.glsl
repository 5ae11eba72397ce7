// Delays color relative to brightness: chroma moves to the right and down, and uncovered areas become 0.
#include "include/row-pieces.glsl"
#include "include/ntsc.glsl"
#include "include/ntsc-planes.glsl"

float sampleAt(int plane, int x, int y) {
    float value = load(ivec2(plane * planeWidth() + (x >> 2), y))[x & 3];
    return x >= 0 && x < rowLength ? value : 0.0;
}

void main() {
    Piece piece = pieceAt(planeWidth());
    int y = piece.y;
    if (y >= area.w) return;
    Line line = lineAt(y);
    float columns = chromaColumns;
    int whole = int(floor(columns));
    float part = columns - floor(columns);
    int rows = int(chromaRows);
    int from = y - rows * line.stride;
    int row = line.row - rows;
    float isThere = row >= 0 && row < line.rows ? 1.0 : 0.0;
    for (int t = piece.first; t < piece.end; t++) {
        vec4 planes[2];
        for (int plane = 0; plane < 2; plane++) {
            for (int k = 0; k < 4; k++) {
                int x = 4 * t + k - whole;
                float value = mix(sampleAt(plane + 1, x, from), sampleAt(plane + 1, x - 1, from), part);
                planes[plane][k] = isThere * value;
            }
            planes[plane] = padded(planes[plane], 4 * t);
        }
        storePlanes(t, y, load(ivec2(t, y)), planes[0], planes[1]);
    }
}
