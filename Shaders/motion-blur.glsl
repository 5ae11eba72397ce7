// filter: motion-blur
// title: Motion Blur
// group: Blur
// summary: Blurs along a straight line, as if the camera had moved during the exposure.
// words: speed, movement, streak, pan
// parameter: length "Length" number 0..300 default=40 identity=0 step=1 unit=px curve=square
// parameter: angle "Angle" number -90..90 default=0 step=1 unit=°
// pass: pieces = meanAlong(entering, lineX=length × cos(angle × 0.01745329252) ÷ max(1, (1.4 × length × scale > 8) × ceil(sqrt(1.4 × length × scale))), lineY=0 - length × sin(angle × 0.01745329252) ÷ max(1, (1.4 × length × scale > 8) × ceil(sqrt(1.4 × length × scale))), samples=ceil(max(2, 1.4 × length × scale) ÷ max(1, (1.4 × length × scale > 8) × ceil(sqrt(1.4 × length × scale))))) reach 0.5 × abs(lineX) + 1 ÷ scale, 0.5 × abs(lineY) + 1 ÷ scale when length × scale > 0.05
// pass: result = meanAlong(pieces, lineX=length × cos(angle × 0.01745329252), lineY=0 - length × sin(angle × 0.01745329252), samples=max(1, (1.4 × length × scale > 8) × ceil(sqrt(1.4 × length × scale)))) reach 0.5 × abs(lineX) + 1 ÷ scale, 0.5 × abs(lineY) + 1 ÷ scale when 1.4 × length × scale > 8
#include "include/sampling.glsl"

// The mean of samples spread evenly along a line centered on the pixel. The first pass averages a few closely
// spaced samples on a piece of the line, the second several of those means. Together they sample the whole
// line evenly: the counts multiply, and 1.4 samples per pixel in total are enough.
vec4 meanAlong(ivec2 p) {
    // lineX and lineY are in picture pixels. The angle is counterclockwise, but y points down, so the header
    // negates lineY.
    vec2 line = vec2(lineX, lineY) / picture.zw;
    int count = int(samples);
    vec4 sum = vec4(0.0);
    for (int i = 0; i < count; i++) {
        sum += linearSample(vec2(p) + line * ((float(i) + 0.5) / float(count) - 0.5));
    }
    return straight(sum / float(count));
}
