// filter: kuwahara
// title: Oil Painting
// group: Stylize
// summary: Makes the picture look painted with a brush.
// words: oil paint, painting, watercolor, brush, art
// parameter: radius "Radius" number 0..20 default=6 identity=0 step=1 unit=px curve=square
#include "include/alpha.glsl"
#include "include/color.glsl"

// Kuwahara et al., “Processing of RI-angiocardiographic images” (1976). To avoid jumps in the result, the
// square of least variance is not used alone: all are weighted by the inverse of the variance's fourth power
// (Papari, Petkov and Campisi, “Artistic edge and corner enhancing smoothing”, 2007). At each pixel, the
// inputs contain the means of the square that begins there, of premultiplied colors and of squared luma. A
// fully transparent square counts as having no variance. reach is the squares' reach.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
#define ADD(left, up) { \
        ivec2 position = p - ivec2(left, up) * reach; \
        vec4 color = load(position); \
        float mean = luma(straight(color).rgb); \
        float variance = color.a > 1e-5 ? max(load1(position).x / color.a - mean * mean, 0.0) : 0.0; \
        float weight = 2e-4 / (variance + 2e-4); \
        weight *= weight; \
        weight *= weight; \
        sum += weight * color; \
        weights += weight; \
    }
    ADD(0, 0)
    ADD(1, 0)
    ADD(0, 1)
    ADD(1, 1)
    store(p, straight(sum / weights));
}
