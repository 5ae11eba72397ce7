// Converts a value in memory to the value that a file in the picture's colors stores for it, both 0…1; see
// OutputValues. The functions of include/transfer.glsl are inserted before this file.
layout(std140, binding = 1) uniform Output {
    // From linear light in the picture's primaries to linear light in the file's.
    vec4 rows[3];
    // The file's values for the squares of evenly spaced values, encoded with the sRGB curve.
    vec4 curve[513];
};

vec3 outputValue(vec3 value) {
    vec3 light = toLinear(value);
    value = toEncoded(vec3(dot(rows[0].rgb, light), dot(rows[1].rgb, light), dot(rows[2].rgb, light)));
    vec3 position = sqrt(clamp(value, 0.0, 1.0)) * 512.0;
    ivec3 step = ivec3(min(position, 511.0));
    vec3 first = vec3(curve[step.r].r, curve[step.g].g, curve[step.b].b);
    vec3 second = vec3(curve[step.r + 1].r, curve[step.g + 1].g, curve[step.b + 1].b);
    return mix(first, second, position - vec3(step));
}
