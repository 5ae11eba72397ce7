// filter: perspective
// title: Perspective
// group: Geometry
// summary: Straightens converging lines, and turns a quadrilateral into a rectangle.
// words: keystone, architecture, facade, buildings, document, skew, distort, transform, upright
// parameter: vertical "Vertical" number -45..45 default=0 identity=0 step=0.1 unit=° help="Positive angles widen the top, as for a building photographed from below."
// parameter: horizontal "Horizontal" number -45..45 default=0 identity=0 step=0.1 unit=° help="Positive angles widen the left side."
// parameter: focalLength "Focal Length" number 8..300 default=28 step=1 unit=mm curve=square help="The equivalent for 35 mm film, which sets how much the sides widen."
// section: Corners
// parameter: topLeft "Top Left" point default=0,0 identity=0,0
// parameter: topRight "Top Right" point default=1,0 identity=1,0
// parameter: bottomRight "Bottom Right" point default=1,1 identity=1,1
// parameter: bottomLeft "Bottom Left" point default=0,1 identity=0,1
// parameter: aspect "Aspect Ratio" number 0.25..4 default=1 identity=1 step=0.01
// sample: vertical=12 horizontal=-8
#include "include/footprint.glsl"

// The position in the input, in its working pixels whose centers are at integers, of one in the result.
// acrossRow, downRow and depthRow are the rows of the map's matrix.
vec2 source(vec2 pixel) {
    vec3 position = vec3(pixel + 0.5, 1.0);
    return vec2(dot(acrossRow, position), dot(downRow, position)) / dot(depthRow, position) - 0.5;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 pixel = vec2(p);
    vec2 alongX = source(pixel + vec2(0.5, 0.0)) - source(pixel - vec2(0.5, 0.0));
    vec2 alongY = source(pixel + vec2(0.0, 0.5)) - source(pixel - vec2(0.0, 0.5));
    store(p, footprintSample(source(pixel), alongX, alongY));
}
