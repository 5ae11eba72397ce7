// filter: zoom-blur
// title: Zoom Blur
// group: Blur
// summary: Smears away from a point, as when the lens zooms during the exposure.
// parameter: amount "Amount" number 0..1 default=0.3 identity=0 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/sampling.glsl"

// The mean of the picture at sizes whose logarithms are spread evenly around 0, so that features stay where they are.
// values[0]: the center in working pixels, the range of the logarithms, the number of samples.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 center = values[0].xy;
    int count = int(values[0].w);
    vec2 fromCenter = vec2(p) + 0.5 - center;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; i++) {
        float size = exp(values[0].z * ((float(i) + 0.5) / float(count) - 0.5));
        sum += linearSample(center - 0.5 + fromCenter * size);
    }
    store(p, straight(sum / float(count)));
}
