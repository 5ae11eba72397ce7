// A hyperbola through 0 and 1 with the slope `slope` at 0 and 1 / slope at 1, extended by straight lines
// outside that range. 0.5 maps to slope / (slope + 1). (C. Schlick, Fast Alternatives to Perlin's Bias and
// Gain Functions, Graphics Gems IV, 1994; his bias b is slope / (slope + 1).)
vec3 bias(vec3 x, float slope) {
    vec3 t = clamp(x, 0.0, 1.0);
    return slope * t / (1.0 + (slope - 1.0) * t) + min(x, 0.0) * slope + max(x - 1.0, 0.0) / slope;
}
