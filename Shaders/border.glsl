// filter: border
// title: Border
// group: Geometry
// summary: Adds a border of one color around the picture, up to an aspect ratio if one is given; crops nothing.
// words: frame, passe-partout, mat, matte, margin, padding, instagram, square, aspect ratio, letterbox, canvas
// space: srgb
// makes: color
// parameter: size "Size" number 0..2000 default=5 identity=0 step=0.5 curve=square help="The width of the border on each side."
// parameter: unit "Unit" choice percent="Percent of the Shorter Side" px="Pixels" default=percent
// parameter: color "Color" color default=#ffffff
// parameter: ratio "Aspect Ratio" text default="" identity="" help="Such as 1:1, 4:5 or 1.85:1; two sides get a wider border until the ratio is reached. Empty for none."
// parameter: ratioOf "Ratio Of" choice outside="Result" inside="Inside of the Border" default=outside help="Result: the bordered picture has the aspect ratio. Inside of the Border: a part with the aspect ratio gets the same border on all sides."
// sample: size=8 ratio=1:1

// The entering picture, which is as large as the result, within a window, and the color outside. low and high
// are the corners of the window in working pixels; pixels on its edge are covered in part.
#include "include/alpha.glsl"

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 covered = clamp(min(vec2(p) + 1.0, high) - max(vec2(p), low), 0.0, 1.0);
    vec4 inside = load(p);
    float part = covered.x * covered.y;
    store(p, part == 1.0 ? inside : straight(mix(vec4(fill, 1.0), premultiplied(inside), part)));
}
