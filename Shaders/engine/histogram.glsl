// How often each of the 256 values comes in red, green, blue and luma: 1024 counts, channel after channel.
//
// A workgroup counts a tile in its own memory and adds what it has to the whole once; luma (BT.601) is of the rounded
// channels, in whole numbers, so that every driver counts alike.
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Counts { uint counts[1024]; };
layout(std140, binding = 0) uniform Part {
    ivec4 part;  // from xy up to but without zw, in pixels of the texture
    ivec4 grid;  // x: every how many pixels one is counted, along x and y; y: pixels of a tile along both
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
