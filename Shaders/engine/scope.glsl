// Counts where values occur in a picture: in planes of columns and levels, or by color difference. Counting
// uses integer arithmetic on the rounded channels, so that all drivers give the same counts. Luma and color
// differences are those of ITU-R BT.601.
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Counts { uint counts[]; };
layout(std140, binding = 0) uniform Part {
    ivec4 part;  // xy: the texture's size; z: the sampling step along x and y; w: the kind, see ScopeKind
    ivec4 grid;  // columns and levels of a plane
};

void count(int plane, int column, int level) {
    atomicAdd(counts[(plane * grid.x + column) * grid.y + level], 1u);
}

void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy) * part.z;
    if (p.x >= part.x || p.y >= part.y) return;
    ivec3 color = ivec3(pixel(p));
    int luma = 299 * color.r + 587 * color.g + 114 * color.b;
    int column = p.x * grid.x / part.x;
    if (part.w == 1) {
        count(0, column, color.r * grid.y / 256);
        count(1, column, color.g * grid.y / 256);
        count(2, column, color.b * grid.y / 256);
    } else if (part.w == 2) {
        count(0, column, (luma + 500) / 1000 * grid.y / 256);
    } else {
        // 128 is neutral; ±127 is the maximum.
        int blue = (1000 * color.b - luma + 128 * 1772) / 1772;
        int red = (1000 * color.r - luma + 128 * 1402) / 1402;
        count(0, blue * grid.x / 256, red * grid.y / 256);
    }
}
