// filter: despeckle
// title: Hot Pixels
// group: Detail
// summary: Removes single pixels that differ from everything around them, such as hot and dead pixels.
// words: hot pixels, dead pixels, stuck pixels, salt and pepper, despeckle, outliers, long exposure, astrophotography
// parameter: amount "Amount" number 0..1 default=1 identity=0 step=0.01
// parameter: threshold "Threshold" number 0..0.5 default=0.1 step=0.005
// sample: threshold=0.05
#include "include/alpha.glsl"

vec3 sorted[8];

void order(int low, int high) {
    vec3 least = min(sorted[low], sorted[high]);
    sorted[high] = max(sorted[low], sorted[high]);
    sorted[low] = least;
}

// A channel is an outlier if its distance from the range of its eight neighbors exceeds the threshold plus
// half of that range, which spares fine texture. It is replaced by the neighbors' median. The network of 19
// comparators sorts eight values (Knuth, “The Art of Computer Programming”, volume 3, 5.3.4).
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    for (int i = 0; i < 8; i++) {
        int place = i < 4 ? i : i + 1;
        sorted[i] = premultiplied(load(p + ivec2(place % 3, place / 3) - 1)).rgb;
    }
    order(0, 1); order(2, 3); order(4, 5); order(6, 7);
    order(0, 2); order(1, 3); order(4, 6); order(5, 7);
    order(1, 2); order(5, 6); order(0, 4); order(3, 7);
    order(1, 5); order(2, 6);
    order(1, 4); order(3, 6);
    order(2, 4); order(3, 5);
    order(3, 4);
    vec4 color = premultiplied(load(p));
    vec3 least = sorted[0];
    vec3 largest = sorted[7];
    vec3 excess = max(color.rgb - largest, least - color.rgb);
    vec3 isOutlier = vec3(greaterThan(excess, threshold + 0.5 * (largest - least)));
    vec3 median = 0.5 * (sorted[3] + sorted[4]);
    store(p, straight(vec4(mix(color.rgb, median, amount * isOutlier), color.a)));
}
