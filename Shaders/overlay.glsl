// filter: overlay
// title: Overlay
// group: Compose
// summary: Puts a picture on the picture, such as a watermark, a logo, a frame, or dust and light leaks.
// words: watermark, logo, stamp, sticker, picture in picture, frame, texture, dust, scratches, light leak, copyright, signature, blend, image
// space: srgb
// makes: color
// parameter: file "Picture" file default="" identity="" help="Its transparent parts stay transparent. The opacity of the filter is that of the overlay."
// parameter: fit "Fit" choice scale="Scale" fit="Fit" cover="Cover" stretch="Stretch" tile="Tile" default=scale help="Scale: a part of the picture's width. Fit: as large as fits within the margin. Cover: as small as covers the picture. Stretch: the picture's size. Tile: scaled and repeated."
// parameter: scale "Scale" number 0.1..400 default=25 step=0.5 unit=% curve=square help="The overlay's width in percent of the picture's, if it is scaled or tiled."
// parameter: anchor "Position" choice top-left="Top Left" top="Top" top-right="Top Right" left="Left" center="Center" right="Right" bottom-left="Bottom Left" bottom="Bottom" bottom-right="Bottom Right" default=bottom-right
// parameter: margin "Margin" number 0..50 default=3 step=0.5 unit=% help="The distance from the edges in percent of the picture's shorter side."
// parameter: mode "Mode" choice normal="Normal" multiply="Multiply" screen="Screen" overlay="Overlay" darken="Darken" lighten="Lighten" color-dodge="Color Dodge" color-burn="Color Burn" hard-light="Hard Light" soft-light="Soft Light" difference="Difference" exclusion="Exclusion" addition="Addition" default=normal help="How the overlay is blended with the picture."
#include "include/blend.glsl"

// The second input over the first (W3C, “Compositing and Blending Level 1”: the blended color where both are
// opaque, the overlay's own where the picture is transparent, then source over). Mode 16 is the sum.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 below = load(p);
    vec4 above = load1(p);
    if (above.a <= 0.0) {
        store(p, below);
        return;
    }
    if (mode != 0) {
        vec3 mixed = mode == 16 ? below.rgb + above.rgb : blend(mode, below.rgb, above.rgb);
        above.rgb = mix(above.rgb, mixed, below.a);
    }
    float alpha = above.a + below.a * (1.0 - above.a);
    vec3 color = above.rgb * above.a + below.rgb * below.a * (1.0 - above.a);
    store(p, vec4(color / alpha, alpha));
}
