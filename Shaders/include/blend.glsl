// Blend modes, by their number in BlendMode.swift. W3C, "Compositing and Blending Level 1", on encoded
// values.
//
// The standard defines the modes for 0…1. Above 1 they are extended so that normal, multiply, screen,
// overlay, darken, lighten, hard-light, soft-light, color-dodge and color-burn are monotonic in both inputs.
float blendLuma(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

float blendHighest(vec3 c) { return max(max(c.r, c.g), c.b); }

float blendSaturation(vec3 c) { return blendHighest(c) - min(min(c.r, c.g), c.b); }

vec3 withLuma(vec3 c, float luma) {
    c += luma - blendLuma(c);
    float low = min(min(c.r, c.g), c.b);
    float high = blendHighest(c);
    // For lumas of 1 and above, this is gray.
    float top = max(1.0, luma);
    if (low < 0.0) c = luma + (c - luma) * max(luma, 0.0) / max(luma - low, 1e-6);
    if (high > top) c = luma + (c - luma) * (top - luma) / max(high - luma, 1e-6);
    return c;
}

vec3 withSaturation(vec3 c, float saturation) {
    float low = min(min(c.r, c.g), c.b);
    float range = blendSaturation(c);
    return range > 0.0 ? (c - low) * saturation / range : vec3(0.0);
}

vec3 blendExcess(vec3 c) { return max(c - 1.0, 0.0); }

vec3 screen(vec3 below, vec3 above) { return below + above - min(below, 1.0) * min(above, 1.0); }

vec3 hardLight(vec3 below, vec3 above) {
    vec3 b = min(below, 1.0);
    vec3 a = min(above, 1.0);
    vec3 light = mix(2.0 * b * a, 1.0 - 2.0 * (1.0 - b) * (1.0 - a), greaterThan(a, vec3(0.5)));
    // The dark half of the mode is multiply.
    return light + blendExcess(below) * clamp(2.0 * a, 0.0, 1.0) + blendExcess(above);
}

vec3 softLight(vec3 below, vec3 above) {
    vec3 b = min(below, 1.0);
    vec3 a = min(above, 1.0);
    vec3 root = mix(sqrt(max(b, 0.0)), ((16.0 * b - 12.0) * b + 4.0) * b, lessThanEqual(b, vec3(0.25)));
    vec3 light = mix(
        b - (1.0 - 2.0 * a) * b * (1.0 - b), b + (2.0 * a - 1.0) * (root - b), greaterThan(a, vec3(0.5)));
    return light + blendExcess(below);
}

vec3 colorDodge(vec3 below, vec3 above) {
    vec3 quotient = min(vec3(1.0), below / max(1.0 - above, 1e-6));
    return mix(quotient, vec3(0.0), lessThanEqual(below, vec3(0.0))) + blendExcess(below);
}

vec3 colorBurn(vec3 below, vec3 above) {
    vec3 quotient = min(vec3(1.0), (1.0 - min(below, 1.0)) / max(above, 1e-6));
    return mix(1.0 - quotient, vec3(1.0), greaterThanEqual(below, vec3(1.0))) + blendExcess(below);
}

vec3 exclusion(vec3 below, vec3 above) {
    vec3 b = clamp(below, 0.0, 1.0);
    vec3 a = clamp(above, 0.0, 1.0);
    return b + a - 2.0 * b * a;
}

vec3 blend(int mode, vec3 below, vec3 above) {
    switch (mode) {
    case 1: return below * above;
    case 2: return screen(below, above);
    case 3: return hardLight(above, below);
    case 4: return min(below, above);
    case 5: return max(below, above);
    case 6: return colorDodge(below, above);
    case 7: return colorBurn(below, above);
    case 8: return hardLight(below, above);
    case 9: return softLight(below, above);
    case 10: return abs(below - above);
    case 11: return exclusion(below, above);
    case 12: return withLuma(withSaturation(above, blendSaturation(below)), blendLuma(below));
    case 13: return withLuma(withSaturation(below, blendSaturation(above)), blendLuma(below));
    case 14: return withLuma(above, blendLuma(below));
    case 15: return withLuma(below, blendLuma(above));
    default: return above;
    }
}

// Composites `above` over `below` with a blend mode. Colors are weighted by their alpha, so that the colors
// of transparent pixels have no effect.
vec4 blended(int mode, vec4 below, vec4 above, float opacity) {
    if (mode != 0) above.rgb = mix(above.rgb, blend(mode, below.rgb, above.rgb), below.a);
    float alpha = mix(below.a, above.a, opacity);
    vec3 weighted = mix(below.rgb * below.a, above.rgb * above.a, opacity);
    return vec4(alpha > 0.0 ? weighted / alpha : below.rgb, alpha);
}
