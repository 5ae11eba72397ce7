// filter: surface-blur
// title: Surface Blur
// group: Blur
// summary: Smooths surfaces and keeps edges: a bilateral filter.
// parameter: radius "Radius" number 0..12 default=5 identity=0 step=0.5 unit=px
// parameter: threshold "Threshold" number 0.01..0.5 default=0.1 step=0.01
#include "include/alpha.glsl"

// Neighbors weigh by a gaussian of their distance, of half the radius, and by one of their color's distance, of the
// threshold (Tomasi and Manduchi, “Bilateral filtering for gray and color images”, 1998), on encoded values.
// values[0]: the reach along x and y, the factors of the squared distances along x and y; values[1].x: that of colors.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 middle = load(p);
    ivec2 reach = ivec2(values[0].xy);
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    for (int y = -reach.y; y <= reach.y; y++) {
        float row = values[0].w * float(y * y);
        for (int x = -reach.x; x <= reach.x; x++) {
            vec4 color = load(p + ivec2(x, y));
            vec3 difference = color.rgb - middle.rgb;
            float weight = exp2(row + values[0].z * float(x * x) + values[1].x * dot(difference, difference));
            sum += weight * premultiplied(color);
            weights += weight;
        }
    }
    // A pixel that is not seen has no color to compare with.
    store(p, middle.a > 0.0 ? vec4(straight(sum / weights).rgb, middle.a) : middle);
}
