// Resamples the input by an affine map. alongX and alongY are the offsets in the input for a step along x and
// y in the output; corner is the input position of the output's corner. EXACT: output pixel centers map to
// input pixel centers; otherwise the input is interpolated with a Lanczos window of 6×6 pixels. Colors are
// weighted by alpha.
#include "include/alpha.glsl"
#include "include/lanczos.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 middle = vec2(p) + 0.5;
    vec2 position = alongX * middle.x + alongY * middle.y + corner;
#if EXACT
    store(p, load(ivec2(floor(position))));
#else
    ivec2 first = ivec2(floor(position - 0.5)) - 2;
    vec2 distance = position - 0.5 - vec2(first);
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int y = 0; y < 6; y++) {
        float rowWeight = lanczos(distance.y - float(y));
        for (int x = 0; x < 6; x++) {
            float weight = rowWeight * lanczos(distance.x - float(x));
            sum += weight * premultiplied(load(first + ivec2(x, y)));
            weights += weight;
        }
    }
    store(p, straight(sum / weights));
#endif
}
