// filter: bulge
// title: Bulge
// group: Distort
// summary: Magnifies the picture around a point like a lens; negative amounts pinch it.
// words: fisheye, magnify, pinch, lens, funny face
// parameter: amount "Amount" number -1..1 default=0.5 identity=0 step=0.01
// parameter: radius "Radius" number 0.05..1 default=0.4 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/round-warp.glsl"

// Samples closer to the center (or farther from it, if the amount is negative) by the amount times the fade.
// A radius of 1 is the picture's longer side.
vec2 origin(vec2 position, float fade) {
    return position * (1.0 - strength * fade);
}
