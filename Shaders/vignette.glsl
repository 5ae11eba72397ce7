// filter: vignette
// title: Vignette
// group: Effects
// summary: Darkens or lightens the picture's corners.
// words: corners, dark corners, spotlight, edges, lens
// reads: place
// parameter: amount "Amount" number -1..1 default=-0.5 identity=0 step=0.01
// parameter: midpoint "Midpoint" number 0..1 default=0.5 step=0.01
// parameter: roundness "Roundness" number 0..1 default=0.5 step=0.01
// parameter: feather "Feather" number 0..1 default=0.5 step=0.01
// sample: amount=-0.9
#include "include/transfer.glsl"

// A factor on linear light, as in the vignetting of lenses: 1 inside an ellipse, 1 + amount well outside it,
// and the smoothstep of the distance from the center in between. The distance is 1 in the corners. roundness
// ranges from the picture's own proportions to a circle; midpoint is the middle of the transition, and
// feather its width. Positive amounts multiply by up to 3.
vec4 vignette(vec4 color, vec2 position, float amount, float midpoint, float roundness, float feather) {
    vec2 fromMiddle = (position - 0.5 * picture.xy) / (0.5 * picture.xy);
    vec2 circle = picture.xy / max(picture.x, picture.y);
    vec2 shape = mix(vec2(1.0), circle, roundness);
    float distance = length(fromMiddle * shape) / length(shape);
    float middle = mix(0.2, 1.0, midpoint);
    float halfWidth = mix(0.02, 0.6, feather);
    float strength = smoothstep(middle - halfWidth, middle + halfWidth, distance);
    float gain = amount < 0.0 ? 1.0 + amount * strength : 1.0 + 2.0 * amount * strength;
    return vec4(toEncoded(toLinear(color.rgb) * gain), color.a);
}
