// SMOOTH says whether colors between the picture's pixels are mixed, OVERLAY whether it is laid over what is there, BLACKS and
// WHITES whether pixels that clip there are marked, FILE whether they do so in a file of other primaries, CONVERTS whether
// the picture has other primaries than the display, and CUBE whether the display has a profile: several programs, since
// a software renderer computes both sides of a branch.
uniform sampler2D picture;
uniform vec4 rectangle;
// The side of a square of the checkerboard, in pixels.
uniform float squareSize;
#if CONVERTS
// From linear light of the picture's primaries to that of the display's.
uniform mat3 toDisplay;
#endif
#if FILE
// From linear light of the picture's primaries to that of the file's.
uniform mat3 toFile;
#endif
#if CUBE
// From values of Rec. 2020's primaries to the display's.
uniform sampler3D displayCube;
#endif
in vec2 coordinates;
out vec4 color;

// Colors weigh by their alpha, so that hidden ones do not bleed.
vec4 weighted(ivec2 p) {
    vec4 pixel = texelFetch(picture, clamp(p, ivec2(0), textureSize(picture, 0) - 1), 0);
    return vec4(pixel.rgb * pixel.a, pixel.a);
}

#if SMOOTH
vec4 sampled(vec2 p) {
    vec2 corner = floor(p - 0.5);
    vec2 part = p - 0.5 - corner;
    ivec2 first = ivec2(corner);
    vec4 above = mix(weighted(first), weighted(first + ivec2(1, 0)), part.x);
    vec4 below = mix(weighted(first + ivec2(0, 1)), weighted(first + ivec2(1, 1)), part.x);
    return mix(above, below, part.y);
}
#else
vec4 sampled(vec2 p) {
    return weighted(ivec2(p));
}
#endif

#if CONVERTS || FILE
// The curve of sRGB, IEC 61966-2-1, continued below 0.
vec3 light(vec3 value) {
    vec3 size = abs(value);
    return sign(value) * mix(size / 12.92, pow((size + 0.055) / 1.055, vec3(2.4)), greaterThan(size, vec3(0.04045)));
}

vec3 encoded(vec3 light) {
    vec3 size = clamp(light, 0.0, 1.0);
    return mix(size * 12.92, 1.055 * pow(size, vec3(1.0 / 2.4)) - 0.055, greaterThan(size, vec3(0.0031308)));
}

#endif

#if CONVERTS
// Weighed by alpha, as it came.
vec4 displayed(vec4 pixel) {
    if (pixel.a <= 0.0) return pixel;
    // What clips in the file is shown as it will be there.
    vec3 color = clamp(pixel.rgb / pixel.a, 0.0, 1.0);
    vec3 shown = encoded(toDisplay * light(color));
#if CUBE
    // The first and the last place lie half a step from the cube's edge.
    vec3 side = vec3(textureSize(displayCube, 0));
    shown = texture(displayCube, (shown * (side - 1.0) + 0.5) / side).rgb;
#endif
    return vec4(shown * pixel.a, pixel.a);
}
#else
vec4 displayed(vec4 pixel) {
    return pixel;
}
#endif

// A color for what clips, by the nearest pixel: mixed ones are neither. What is not there at all clips nowhere.
vec3 marked(vec3 shown, vec2 p) {
#if BLACKS || WHITES
    vec4 pixel = texelFetch(picture, clamp(ivec2(p), ivec2(0), textureSize(picture, 0) - 1), 0);
    if (pixel.a <= 0.0) return shown;
#if FILE
    // The level of 8 bits that the file has.
    pixel.rgb = floor(encoded(toFile * light(pixel.rgb)) * 255.0 + 0.5) / 255.0;
#endif
    if (BLACKS == 1 && any(lessThanEqual(pixel.rgb, vec3(0.0)))) shown = vec3(0.12, 0.35, 1.0);
    if (WHITES == 1 && any(greaterThanEqual(pixel.rgb, vec3(1.0)))) shown = vec3(1.0, 0.12, 0.16);
#endif
    return shown;
}

void main() {
    vec2 p = coordinates * vec2(textureSize(picture, 0));
    vec4 pixel = displayed(sampled(p));
#if OVERLAY
    color = pixel * 0.6;
#else
    vec2 square = floor(coordinates * (rectangle.zw - rectangle.xy) / squareSize);
    float board = mod(square.x + square.y, 2.0) < 1.0 ? 0.27 : 0.35;
    color = vec4(marked(pixel.rgb + (1.0 - pixel.a) * board, p), 1.0);
#endif
}
