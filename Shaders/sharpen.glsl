// filter: sharpen
// title: Sharpen
// group: Detail
// summary: Sharpens the finest detail in brightness without changing colors.
// words: sharpness, crisp, detail, focus
// parameter: amount "Amount" number 0..2 default=0.6 identity=0 step=0.05
// pass: result = sharpened(entering) reach 1 ÷ scale when amount > 0
#include "include/color.glsl"

// Adds twice the difference between a pixel's luma and the mean of the 3×3 pixels around it, with the weights
// 1 2 1 along each axis at full size (a Laplacian; Gonzalez and Woods, “Digital Image Processing”, 3.6.2),
// times alpha. These weights have a variance of half a pixel; on a reduced grid it is less.
vec4 sharpened(ivec2 p) {
    vec4 color = entering(p);
    vec2 scale = min(1.0 / picture.zw, 1.0);
    vec2 side = 0.25 * scale * scale;
    vec2 middle = 1.0 - 2.0 * side;
    vec2 sum = middle.x * middle.y * color.a * vec2(luma(color.rgb), 1.0);
#define ADD(x, y, weight) { \
        vec4 c = entering(p + ivec2(x, y)); \
        sum += (weight) * c.a * vec2(luma(c.rgb), 1.0); \
    }
    ADD(-1, 0, side.x * middle.y)
    ADD(1, 0, side.x * middle.y)
    ADD(0, -1, middle.x * side.y)
    ADD(0, 1, middle.x * side.y)
    ADD(-1, -1, side.x * side.y)
    ADD(1, -1, side.x * side.y)
    ADD(-1, 1, side.x * side.y)
    ADD(1, 1, side.x * side.y)
    float detail = sum.y > 0.0 ? luma(color.rgb) - sum.x / sum.y : 0.0;
    return vec4(color.rgb + 2.0 * amount * detail, color.a);
}
