// filter: gradient-map
// title: Gradient Map
// group: Effects
// summary: Colors the picture from dark to bright with two colors (a duotone) or three.
// space: srgb
// words: duotone, tritone, color map, toning
// makes: color
// parameter: shadows "Shadows" color default=#1d1d5f
// parameter: midtones "Midtones" color default=#c8466e
// parameter: highlights "Highlights" color default=#ffdca0
// parameter: usesMidtones "Three Colors" toggle default=true
#include "include/color.glsl"

// BT.601 luma 0 maps to the first color, 0.5 to the middle one and 1 to the last; encoded values are
// interpolated in between.
vec4 gradientMap(vec4 color, vec3 shadows, vec3 midtones, vec3 highlights, bool usesMidtones) {
    float y = clamp(luma(color.rgb), 0.0, 1.0);
    vec3 two = mix(shadows, highlights, y);
    vec3 three = mix(mix(shadows, midtones, min(2.0 * y, 1.0)), highlights, max(2.0 * y - 1.0, 0.0));
    return vec4(usesMidtones ? three : two, color.a);
}
