// Reads textures as on ShaderToy, whose y axis points up, whereas the first row of a texture is the top of
// the picture.
vec2 glint_down(vec2 place) { return vec2(place.x, 1.0 - place.y); }
vec4 glint_texture(sampler2D image, vec2 place) { return texture(image, glint_down(place)); }
vec4 glint_texture(sampler2D image, vec2 place, float bias) {
    return texture(image, glint_down(place), bias);
}
vec4 glint_textureLod(sampler2D image, vec2 place, float level) {
    return textureLod(image, glint_down(place), level);
}
vec4 glint_textureGrad(sampler2D image, vec2 place, vec2 dx, vec2 dy) {
    return textureGrad(image, glint_down(place), vec2(dx.x, -dx.y), vec2(dy.x, -dy.y));
}
vec4 glint_texelFetch(sampler2D image, ivec2 place, int level) {
    return texelFetch(image, ivec2(place.x, textureSize(image, level).y - 1 - place.y), level);
}
#define texture glint_texture
#define textureLod glint_textureLod
#define textureGrad glint_textureGrad
#define texelFetch glint_texelFetch
