// The names that an ISF shader uses (Interactive Shader Format 2.0). Its y axis points up, whereas the first
// row of a texture is the top of the picture.
vec4 glint_at(sampler2D image, vec2 place) { return texture(image, vec2(place.x, 1.0 - place.y)); }
vec4 glint_atPixel(sampler2D image, vec2 place) {
    return glint_at(image, place / vec2(textureSize(image, 0)));
}
vec2 glint_size(sampler2D image) { return vec2(textureSize(image, 0)); }

#define IMG_NORM_PIXEL(image, place) glint_at(image, place)
#define IMG_PIXEL(image, place) glint_atPixel(image, place)
#define IMG_THIS_PIXEL(image) glint_at(image, isf_FragNormCoord)
#define IMG_THIS_NORM_PIXEL(image) glint_at(image, isf_FragNormCoord)
#define IMG_NORM_THIS_PIXEL(image) glint_at(image, isf_FragNormCoord)
#define IMG_SIZE(image) glint_size(image)
#define vv_FragNormCoord isf_FragNormCoord
