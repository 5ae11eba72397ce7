// Blend modes, by their number in BlendMode.swift. W3C, "Compositing and Blending Level 1", on encoded values.
float blendLuma(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }

float blendSaturation(vec3 c) { return max(max(c.r, c.g), c.b) - min(min(c.r, c.g), c.b); }

vec3 withLuma(vec3 c, float luma) {
    c += luma - blendLuma(c);
    float low = min(min(c.r, c.g), c.b);
    float high = max(max(c.r, c.g), c.b);
    if (low < 0.0) c = luma + (c - luma) * luma / max(luma - low, 1e-6);
    if (high > 1.0) c = luma + (c - luma) * (1.0 - luma) / max(high - luma, 1e-6);
    return c;
}

vec3 withSaturation(vec3 c, float saturation) {
    float low = min(min(c.r, c.g), c.b);
    float range = blendSaturation(c);
    return range > 0.0 ? (c - low) * saturation / range : vec3(0.0);
}

vec3 hardLight(vec3 below, vec3 above) {
    return mix(2.0 * below * above, 1.0 - 2.0 * (1.0 - below) * (1.0 - above), greaterThan(above, vec3(0.5)));
}

vec3 softLight(vec3 below, vec3 above) {
    vec3 root = mix(sqrt(max(below, 0.0)), ((16.0 * below - 12.0) * below + 4.0) * below,
        lessThanEqual(below, vec3(0.25)));
    return mix(below - (1.0 - 2.0 * above) * below * (1.0 - below), below + (2.0 * above - 1.0) * (root - below),
        greaterThan(above, vec3(0.5)));
}

vec3 blend(int mode, vec3 below, vec3 above) {
    switch (mode) {
    case 1: return below * above;
    case 2: return below + above - below * above;
    case 3: return hardLight(above, below);
    case 4: return min(below, above);
    case 5: return max(below, above);
    case 6: return mix(min(vec3(1.0), below / max(1.0 - above, 1e-6)), vec3(0.0), lessThanEqual(below, vec3(0.0)));
    case 7:
        return mix(1.0 - min(vec3(1.0), (1.0 - below) / max(above, 1e-6)), vec3(1.0),
            greaterThanEqual(below, vec3(1.0)));
    case 8: return hardLight(below, above);
    case 9: return softLight(below, above);
    case 10: return abs(below - above);
    case 11: return below + above - 2.0 * below * above;
    case 12: return withLuma(withSaturation(above, blendSaturation(below)), blendLuma(below));
    case 13: return withLuma(withSaturation(below, blendSaturation(above)), blendLuma(below));
    case 14: return withLuma(above, blendLuma(below));
    case 15: return withLuma(below, blendLuma(above));
    default: return above;
    }
}

// `above` over `below` by a mode. Colors weigh by their alpha, so that hidden ones do not show.
vec4 blended(int mode, vec4 below, vec4 above, float opacity) {
    if (mode != 0) above.rgb = mix(above.rgb, blend(mode, below.rgb, above.rgb), below.a);
    float alpha = mix(below.a, above.a, opacity);
    vec3 weighted = mix(below.rgb * below.a, above.rgb * above.a, opacity);
    return vec4(alpha > 0.0 ? weighted / alpha : below.rgb, alpha);
}
