// filter: resize
// title: Resize
// group: Geometry
// summary: Makes the picture larger or smaller; a width or height of 0 keeps the proportions.
// words: scale, size, enlarge, shrink, resolution
// parameter: scale "Scale" number 0.01..10 default=1 identity=1 step=0.01 curve=square
// parameter: width "Width" integer 0..60000 default=0 identity=0 step=1 unit=px
// parameter: height "Height" integer 0..60000 default=0 identity=0 step=1 unit=px
// parameter: fit "Fit" choice stretch="Stretch" inside="Inside" cover="Cover" default=stretch help="How to fit the picture if width and height are both set: Inside keeps the proportions and the whole picture; Cover keeps the proportions and crops two sides evenly."
// parameter: longest "Longest Side" integer 0..60000 default=0 identity=0 step=1 unit=px help="Reduces the picture until its longer side has this length, but never enlarges it; overrides scale, width and height. 0 turns this off."
// parameter: linear "In Linear Light" toggle default=false identity=false
// sample: scale=0.5
#include "include/alpha.glsl"
#include "include/cubic.glsl"
#include "include/lanczos.glsl"
#include "include/transfer.glsl"

#if LOBES == 3
#define kernel lanczos
#elif LOBES == 2
#define kernel cubic
#else
float kernel(float x) { return max(1.0 - abs(x), 0.0); }
#endif

// (a b + c) / d, where d is less than 2^31. WIDE: the product may exceed 32 bits.
uint quotient(uint a, uint b, uint c, uint d, out uint remainder) {
#if WIDE
    uint high, low, carry;
    umulExtended(a, b, high, low);
    low = uaddCarry(low, c, carry);
    high += carry;
    uint result = 0u;
    remainder = 0u;
    for (int bit = 63; bit >= 0; bit--) {
        uint word = bit < 32 ? low : high;
        remainder = remainder << 1 | (word >> (bit & 31) & 1u);
        result <<= 1;
        if (remainder >= d) {
            remainder -= d;
            result |= 1u;
        }
    }
    return result;
#else
    uint product = a * b + c;
    remainder = product % d;
    return product / d;
#endif
}

// One axis (AXIS 0 or 1): a window with LOBES lobes, widened when scaling down, or nearest neighbor for LOBES
// = 0. width is the window's scale in input pixels. DECODE and ENCODE convert to and from linear light,
// PREMULTIPLY and UNPREMULTIPLY to and from premultiplied alpha.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    // The position of the pixel's center in the input, (p + 1/2) from / to plus the cropped part. Integer and
    // fraction are separate: in a picture of 20 000 pixels, a float would be off by hundredths.
    uint parts = 2u * uint(sizeAfter);
    uint remainder;
    int whole = cutPixels
        + int(quotient(2u * uint(p[AXIS]) + 1u, uint(sizeBefore), uint(cutParts), parts, remainder));
    float fraction = float(remainder) / float(parts);
    int reach = int(ceil(float(LOBES) * width)) + 1;
    vec4 sum = vec4(0.0);
    float weights = 0.0;
    ivec2 read = p;
    // Pixels outside the picture have no weight.
    int last = min(reach, extent - 1 - whole);
    for (int i = max(-reach, -whole); i <= last; i++) {
        read[AXIS] = whole + i;
        float weight = LOBES > 0 ? kernel((float(i) + 0.5 - fraction) / width) : float(i == 0);
        vec4 color = load(read);
#if DECODE
        color.rgb = toLinear(color.rgb);
#endif
#if PREMULTIPLY
        color = premultiplied(color);
#endif
        sum += weight * color;
        weights += weight;
    }
    sum /= weights;
#if UNPREMULTIPLY
    sum = straight(sum);
#endif
#if ENCODE
    sum.rgb = toEncoded(sum.rgb);
#endif
    store(p, sum);
}
