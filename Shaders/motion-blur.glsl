// filter: motion-blur
// title: Motion Blur
// group: Blur
// summary: Smears along a straight line, as when the camera moves during the exposure.
// parameter: length "Length" number 0..300 default=40 identity=0 step=1 unit=px curve=square
// parameter: angle "Angle" number -90..90 default=0 step=1 unit=°
#include "include/sampling.glsl"

// The mean of samples spread evenly over a line whose middle is the pixel. values[0]: the line, the number of samples.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 line = values[0].xy;
    int count = int(values[0].z);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; i++) {
        sum += linearSample(vec2(p) + line * ((float(i) + 0.5) / float(count) - 0.5));
    }
    store(p, straight(sum / float(count)));
}
