// The sRGB transfer function (IEC 61966-2-1), mirrored for negative values and extended above 1.
vec3 toLinear(vec3 encoded) {
    vec3 x = abs(encoded);
    return sign(encoded)
        * mix(pow((x + 0.055) / 1.055, vec3(2.4)), x / 12.92, lessThanEqual(x, vec3(0.04045)));
}

vec3 toEncoded(vec3 linear) {
    vec3 x = abs(linear);
    return sign(linear)
        * mix(1.055 * pow(x, vec3(1.0 / 2.4)) - 0.055, 12.92 * x, lessThanEqual(x, vec3(0.0031308)));
}

// toEncoded(gain * toLinear(color)) for gains above 0. For values that stay on the power segment of the
// curve, the two powers cancel out; only values that move to or from its linear segment need one.
vec3 scaleLight(vec3 color, vec3 gain) {
    vec3 x = abs(color);
    bvec3 isToe = lessThanEqual(x, vec3(0.04045));
    vec3 scaled = gain * x;
    vec3 same = mix(pow(gain, vec3(1.0 / 2.4)) * (x + 0.055) - 0.055, scaled, isToe);
    vec3 power = pow(mix((x + 0.055) / 1.055, scaled / 12.92, isToe), mix(vec3(2.4), vec3(1.0 / 2.4), isToe));
    vec3 crossed = mix(12.92 * gain * power, 1.055 * power - 0.055, isToe);
    bvec3 crosses = notEqual(lessThanEqual(same, vec3(0.04045)), isToe);
    return sign(color) * mix(same, crossed, crosses);
}
