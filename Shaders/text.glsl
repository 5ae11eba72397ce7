// filter: text
// title: Text
// group: Compose
// summary: Writes a text on the picture, such as a name, a date, or the camera and its settings.
// words: caption, title, watermark, copyright, signature, label, date stamp, exif, font, type, letters, subtitle
// space: srgb
// makes: color
// parameter: text "Text" text default="" identity="" help="May contain line breaks, and {date}, {camera}, {lens}, {shutter}, {aperture}, {iso}, {focal} and {name}, which stand for what the photo's file records."
// parameter: font "Font" text default="Sans Bold" help="A family and a style, such as Serif Italic."
// parameter: size "Size" number 0.5..100 default=4 step=0.5 unit=% curve=square help="The size of the font in percent of the picture's shorter side."
// parameter: color "Color" color default=#ffffff help="The opacity of the filter is that of the text."
// parameter: anchor "Position" choice top-left="Top Left" top="Top" top-right="Top Right" left="Left" center="Center" right="Right" bottom-left="Bottom Left" bottom="Bottom" bottom-right="Bottom Right" default=bottom-right
// parameter: margin "Margin" number 0..50 default=3 step=0.5 unit=% help="The distance from the edges in percent of the picture's shorter side. Longer lines are broken there."
// parameter: shadow "Shadow" number 0..1 default=0.5 step=0.01
// sample: text=Glint size=20

// The drawn text, premultiplied, over the picture. corner is the position of its first pixel on the working
// grid.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 below = load(p);
    ivec2 pixel = p - corner;
    bool isInside =
        all(greaterThanEqual(pixel, ivec2(0))) && all(lessThan(pixel, imageSize(glint_texture_letters)));
    vec4 above = isInside ? imageLoad(glint_texture_letters, pixel) : vec4(0.0);
    if (above.a <= 0.0) {
        store(p, below);
        return;
    }
    float alpha = above.a + below.a * (1.0 - above.a);
    store(p, vec4((above.rgb + below.rgb * below.a * (1.0 - above.a)) / alpha, alpha));
}
