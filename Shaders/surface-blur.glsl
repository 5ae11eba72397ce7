// filter: surface-blur
// title: Surface Blur
// group: Blur
// summary: Smooths skin and other surfaces, and keeps edges sharp.
// words: smooth skin, skin, beauty, bilateral, denoise, portrait
// parameter: radius "Radius" number 0..12 default=5 identity=0 step=0.5 unit=px
// parameter: threshold "Threshold" number 0.01..0.5 default=0.1 step=0.01
// pass: result = smoothed(entering) reach radius when radius × scale > 0.2
#include "include/alpha.glsl"

// The factor of d² in exp(-d² / 2σ²) when written as a power of 2.
vec2 falloff(vec2 deviation) { return -1.44269504 / (2.0 * deviation * deviation); }

// Neighbors are weighted by a Gaussian of their distance, with half the radius as σ, and by a Gaussian of
// their difference in color, with the threshold as σ (Tomasi and Manduchi, “Bilateral filtering for gray and
// color images”, 1998), on encoded values.
vec4 smoothed(ivec2 p) {
    vec4 middle = entering(p);
    vec2 distances = falloff(0.5 * radius / picture.zw);
    float colors = falloff(vec2(threshold)).x;
    ivec2 far = ivec2(ceil(radius / picture.zw - 1e-4));
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int y = -far.y; y <= far.y; y++) {
        float row = distances.y * float(y * y);
        for (int x = -far.x; x <= far.x; x++) {
            vec4 color = entering(p + ivec2(x, y));
            vec3 difference = color.rgb - middle.rgb;
            float weight = exp2(row + distances.x * float(x * x) + colors * dot(difference, difference));
            sum += weight * premultiplied(color);
            weights += weight;
        }
    }
    // A fully transparent pixel has no color to compare with.
    return middle.a > 0.0 ? vec4(straight(sum / weights).rgb, middle.a) : middle;
}
