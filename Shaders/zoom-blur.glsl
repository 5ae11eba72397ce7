// filter: zoom-blur
// title: Zoom Blur
// group: Blur
// summary: Blurs away from a point, as if the lens had zoomed during the exposure.
// words: radial, speed, rush, burst
// parameter: amount "Amount" number 0..1 default=0.3 identity=0 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/sampling.glsl"

// The mean of the picture at scales whose logarithms are spread evenly around 0, so that features stay in
// place. center is in working pixels; range is the range of the logarithms in this pass, wholeRange that of
// all passes together; samples is 0 to use all pixels along the ray.

// The premultiplied color where the ray through a pixel crosses the column (or the row, if the ray is steep)
// at a distance of k, interpolated linearly between two pixels.
vec4 crossing(ivec2 p, bool isSteep, float slope, int k) {
    float across = slope * float(k);
    float whole = floor(across);
    ivec2 q = p + (isSteep ? ivec2(int(whole), k) : ivec2(k, int(whole)));
    return mix(
        premultiplied(load(q)), premultiplied(load(q + (isSteep ? ivec2(1, 0) : ivec2(0, 1)))),
        across - whole);
}

// The weight of pixel 0 in the integral of the linear interpolation up to a position.
float upTo(float position) {
    float u = clamp(position, -1.0, 1.0);
    return 0.5 + u - 0.5 * u * abs(u);
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 fromCenter = vec2(p) + 0.5 - center;
    bool isSteep = abs(fromCenter.y) > abs(fromCenter.x);
    float along = isSteep ? fromCenter.y : fromCenter.x;
    along = abs(along) < 1e-3 ? 1e-3 : along;
    float slope = (isSteep ? fromCenter.x : fromCenter.y) / along;
    int count = samples;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    if (count == 0) {
        vec2 ends = along * (exp(vec2(-0.5, 0.5) * range) - 1.0);
        if (along < 0.0) ends = ends.yx;
        for (int k = int(floor(ends.x)); k <= int(ceil(ends.y)); k++) {
            // Evenly spaced logarithms are denser closer to the center: 1 / (1 + further).
            float further = float(k) / along;
            float weight = (upTo(ends.y - float(k)) - upTo(ends.x - float(k)))
                * (1.0 - further + further * further);
            sum += weight * crossing(p, isSteep, slope, k);
            weights += weight;
        }
    } else {
        float size = exp(range * (0.5 / float(count) - 0.5));
        float next = exp(range / float(count));
        // At a large distance, an error of half a pixel changes the result by less than half an 8-bit level.
        if (abs(along) * wholeRange > 255.0) {
            for (int i = 0; i < count; i++) {
                sum += crossing(p, isSteep, slope, int(round(along * (size - 1.0))));
                size *= next;
            }
        } else {
            for (int i = 0; i < count; i++) {
                sum += linearSample(vec2(p) + fromCenter * (size - 1.0));
                size *= next;
            }
        }
        weights = float(count);
    }
    store(p, weights > 0.0 ? straight(sum / weights) : load(p));
}
