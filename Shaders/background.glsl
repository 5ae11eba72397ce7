// filter: background
// title: Background
// group: Compose
// summary: Puts a color, a picture, or the blurred original behind the transparent parts of the picture.
// words: virtual background, backdrop, replace, green screen, composite, behind, opaque, flatten
// space: srgb
// makes: color
// parameter: fill "Fill" choice color="Color" image="Picture" blur="Blurred Original" default=color help="The blurred original is the picture as it entered the first filter that makes parts transparent."
// parameter: color "Color" color default=#ffffff help="Also behind a picture that is not chosen or that has transparent parts."
// parameter: file "Picture" file default="" help="Enlarged or reduced until it covers everything, and centered."
// parameter: blur "Blur" number 0..500 default=40 step=1 unit=px curve=square help="The standard deviation is half of it."
// sample: color=#d9c29c

// The entering picture over the backdrop over the color, which makes the result opaque (W3C, “Compositing and
// Blending Level 1”, source over). BACKDROP is 1 if there is a second input: the picture or the blurred
// original.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec3 below = fill;
#if BACKDROP
    vec4 backdrop = load1(p);
    below = mix(below, backdrop.rgb, backdrop.a);
#endif
    vec4 color = load(p);
    store(p, vec4(mix(below, color.rgb, color.a), 1.0));
}
