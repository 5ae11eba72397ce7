// Histograms of the 256 values of red, green, blue and luma: 1024 counts, one channel after another.
//
// A workgroup counts a tile in shared memory and adds its counts to the total once. Luma (BT.601) is computed
// with integers from the rounded channels, so that all drivers give the same counts.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Counts { uint counts[1024]; };
layout(std140, binding = 0) uniform Part {
    ivec4 part;  // from xy up to but excluding zw, in pixels of the texture
    ivec4 grid;  // x: the sampling step along x and y; y: the number of samples per tile along x and y
};

shared uint bins[1024];

void main() {
    uint self = gl_LocalInvocationIndex;
    for (uint i = self; i < 1024u; i += 256u) bins[i] = 0u;
    barrier();
    ivec2 first = part.xy + ivec2(gl_WorkGroupID.xy) * grid.y * grid.x;
    ivec2 last = min(first + grid.y * grid.x, part.zw);
    for (int y = first.y; y < last.y; y += grid.x) {
        for (int x = first.x + int(self) * grid.x; x < last.x; x += 256 * grid.x) {
            uvec3 color = pixel(ivec2(x, y));
            uint luma = (299u * color.r + 587u * color.g + 114u * color.b + 500u) / 1000u;
            atomicAdd(bins[color.r], 1u);
            atomicAdd(bins[256u + color.g], 1u);
            atomicAdd(bins[512u + color.b], 1u);
            atomicAdd(bins[768u + luma], 1u);
        }
    }
    barrier();
    for (uint i = self; i < 1024u; i += 256u) {
        if (bins[i] > 0u) atomicAdd(counts[i], bins[i]);
    }
}
