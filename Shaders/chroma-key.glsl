// filter: chroma-key
// title: Chroma Key
// group: Compose
// summary: Makes a screen of one color transparent, such as a green screen, and removes its cast from what remains.
// words: green screen, blue screen, greenscreen, bluescreen, keying, alpha, transparent, background, virtual background
// space: srgb
// makes: alpha
// parameter: color "Key Color" color default=#00ff00
// parameter: similarity "Similarity" number 0..1 default=0.25 step=0.01 help="Colors closer to the key color than this become transparent; brightness does not count."
// parameter: softness "Softness" number 0..1 default=0.1 step=0.01 help="The range of colors beyond the similarity that become partly transparent."
// parameter: spill "Spill Removal" number 0..1 default=0.5 step=0.01 help="Removes the key color's cast from what remains."
// parameter: smooth "Chroma Smoothing" number 0..8 default=2 step=0.1 unit=px help="Most videos and cameras have a lower resolution in color than in brightness; smoothing the colors that are compared avoids jagged edges."
// sample: color=#5d93c9 similarity=0.05 softness=0.05

// The plane of Cb and Cr (ITU-R BT.709-6, 3.3), each -0.5 to 0.5, in which brightness does not count.
vec2 chroma(vec3 color) {
    float luma = dot(color, vec3(0.2126, 0.7152, 0.0722));
    return vec2((color.b - luma) / 1.8556, (color.r - luma) / 1.5748);
}

// The alpha rises from 0 to 1 where the distance from the key's chroma, divided by √2 so that it is at most
// about 1, goes from `similarity` to `similarity + softness`: the formula of FFmpeg's filter chromakey, whose
// mean over 3×3 pixels is replaced by a Gaussian. That blur is the second input.
//
// The cast is what a chroma has in the key's direction beyond its distance from that direction. It is
// subtracted, and the luma remains (K. Jack, “Video Demystified”, chroma keying, foreground suppression with
// an acceptance angle of 90°).
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 entering = load(p);
    vec2 screen = chroma(key);
    float difference = length(chroma(load1(p).rgb) - screen) / sqrt(2.0);
    float kept = softness > 0.0 ? clamp((difference - similarity) / softness, 0.0, 1.0)
        : float(difference > similarity);
    float strength = length(screen);
    if (spill > 0.0 && strength > 1e-4) {
        vec2 along = screen / strength;
        vec2 own = chroma(entering.rgb);
        float across = abs(own.x * along.y - own.y * along.x);
        vec2 change = -spill * max(dot(own, along) - across, 0.0) * along;
        float green = -(0.2126 * 1.5748 * change.y + 0.0722 * 1.8556 * change.x) / 0.7152;
        entering.rgb += vec3(1.5748 * change.y, green, 1.8556 * change.x);
    }
    store(p, vec4(entering.rgb, entering.a * kept));
}
