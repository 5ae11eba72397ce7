"""The filters of Glint as functions; written by python/generate."""

from __future__ import annotations

from typing import Any, Literal

from ._stage import Color, Curve, Number, Path, Point, Region, Stage, path, stage

__all__ = [
    "box_blur", "gaussian_blur", "lens_blur", "motion_blur", "surface_blur", "tilt_shift", "zoom_blur", "black_white",
    "channel_mixer", "color_balance", "hsl", "hue", "invert", "lut", "saturation", "temperature", "tint", "vibrance",
    "background", "chroma_key", "luma_key", "overlay", "text", "clarity", "defringe", "deinterlace", "despeckle",
    "noise_reduction", "retouch", "sharpen", "median", "unsharp_mask", "bulge", "swirl", "color_matrix", "colorize",
    "fade", "film_grain", "gradient_map", "posterize", "sepia", "solarize", "threshold", "vignette", "border", "crop",
    "flip", "lens", "perspective", "resize", "rotate", "shader", "blacks", "bloom", "brightness", "contrast", "dehaze",
    "exposure", "gamma", "halation", "highlights", "levels", "shadows", "tone_curve", "whites", "ntsc", "toon",
    "dither", "edge_detect", "halftone", "kuwahara", "crt", "pixelate",
]


def box_blur(
    radius: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Softens the picture in a simple way: points of light become squares.

    Args:
        radius: Radius, 0 to 60 px, default 8.
    """
    return stage("box-blur", {"radius": radius}, opacity, blend, region, enabled)


def gaussian_blur(
    radius: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Softens the whole picture evenly.

    Args:
        radius: Radius, 0 to 200 px, default 10. The standard deviation of the blur is half the radius.
    """
    return stage("gaussian-blur", {"radius": radius}, opacity, blend, region, enabled)


def lens_blur(
    radius: Number | None = None, highlights: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Blurs like a wide-open lens: points of light become discs.

    Args:
        radius: Radius, 0 to 60 px, default 16.
        highlights: Highlights, 0 to 1, default 0.5.
    """
    return stage("lens-blur", {"radius": radius, "highlights": highlights}, opacity, blend, region, enabled)


def motion_blur(
    length: Number | None = None, angle: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Blurs along a straight line, as if the camera had moved during the exposure.

    Args:
        length: Length, 0 to 300 px, default 40.
        angle: Angle, -90 to 90 °, default 0.
    """
    return stage("motion-blur", {"length": length, "angle": angle}, opacity, blend, region, enabled)


def surface_blur(
    radius: Number | None = None, threshold: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Smooths skin and other surfaces, and keeps edges sharp.

    Args:
        radius: Radius, 0 to 12 px, default 5.
        threshold: Threshold, 0.01 to 0.5, default 0.1.
    """
    return stage("surface-blur", {"radius": radius, "threshold": threshold}, opacity, blend, region, enabled)


def tilt_shift(
    radius: Number | None = None, center: Point | None = None, angle: Number | None = None, width: Number | None = None,
    feather: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Keeps a band sharp and blurs the rest, so that the scene looks like a miniature.

    Args:
        radius: Radius, 0 to 100 px, default 24.
        center: Center, default [0.5, 0.5].
        angle: Angle, -90 to 90 °, default 0.
        width: Sharp band, 0 to 1, default 0.15.
        feather: Transition, 0.01 to 1, default 0.3.
    """
    return stage("tilt-shift", {"radius": radius, "center": center, "angle": angle, "width": width, "feather": feather},
        opacity, blend, region, enabled)


def zoom_blur(
    amount: Number | None = None, center: Point | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Blurs away from a point, as if the lens had zoomed during the exposure.

    Args:
        amount: Amount, 0 to 1, default 0.3.
        center: Center, default [0.5, 0.5].
    """
    return stage("zoom-blur", {"amount": amount, "center": center}, opacity, blend, region, enabled)


def black_white(
    reds: Number | None = None, yellows: Number | None = None, greens: Number | None = None,
    cyans: Number | None = None, blues: Number | None = None, magentas: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Converts the picture to gray and lets you set the brightness of each color.

    Args:
        reds: Reds, -1 to 2, default 0.299.
        yellows: Yellows, -1 to 2, default 0.886.
        greens: Greens, -1 to 2, default 0.587.
        cyans: Cyans, -1 to 2, default 0.701.
        blues: Blues, -1 to 2, default 0.114.
        magentas: Magentas, -1 to 2, default 0.413.
    """
    return stage("black-white", {"reds": reds, "yellows": yellows, "greens": greens, "cyans": cyans, "blues": blues,
        "magentas": magentas}, opacity, blend, region, enabled)


def channel_mixer(
    red_red: Number | None = None, red_green: Number | None = None, red_blue: Number | None = None,
    red_offset: Number | None = None, green_red: Number | None = None, green_green: Number | None = None,
    green_blue: Number | None = None, green_offset: Number | None = None, blue_red: Number | None = None,
    blue_green: Number | None = None, blue_blue: Number | None = None, blue_offset: Number | None = None,
    monochrome: bool | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Mixes the red, green and blue of the result from those of the picture.

    Args:
        red_red: Red from Red, -2 to 2, default 1.
        red_green: Red from Green, -2 to 2, default 0.
        red_blue: Red from Blue, -2 to 2, default 0.
        red_offset: Red Offset, -1 to 1, default 0.
        green_red: Green from Red, -2 to 2, default 0.
        green_green: Green from Green, -2 to 2, default 1.
        green_blue: Green from Blue, -2 to 2, default 0.
        green_offset: Green Offset, -1 to 1, default 0.
        blue_red: Blue from Red, -2 to 2, default 0.
        blue_green: Blue from Green, -2 to 2, default 0.
        blue_blue: Blue from Blue, -2 to 2, default 1.
        blue_offset: Blue Offset, -1 to 1, default 0.
        monochrome: Monochrome, default False.
    """
    return stage("channel-mixer", {"redRed": red_red, "redGreen": red_green, "redBlue": red_blue, "redOffset":
        red_offset, "greenRed": green_red, "greenGreen": green_green, "greenBlue": green_blue, "greenOffset":
        green_offset, "blueRed": blue_red, "blueGreen": blue_green, "blueBlue": blue_blue, "blueOffset": blue_offset,
        "monochrome": monochrome}, opacity, blend, region, enabled)


def color_balance(
    lift: Color | None = None, gamma: Color | None = None, gain: Color | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Tints shadows, midtones and highlights with a color each; colors brighter than gray also brighten them.

    Args:
        lift: Shadows, default #808080.
        gamma: Midtones, default #808080.
        gain: Highlights, default #808080.
    """
    return stage("color-balance", {"lift": lift, "gamma": gamma, "gain": gain}, opacity, blend, region, enabled)


def hsl(
    red_hue: Number | None = None, orange_hue: Number | None = None, yellow_hue: Number | None = None,
    green_hue: Number | None = None, aqua_hue: Number | None = None, blue_hue: Number | None = None,
    purple_hue: Number | None = None, magenta_hue: Number | None = None, red_saturation: Number | None = None,
    orange_saturation: Number | None = None, yellow_saturation: Number | None = None,
    green_saturation: Number | None = None, aqua_saturation: Number | None = None,
    blue_saturation: Number | None = None, purple_saturation: Number | None = None,
    magenta_saturation: Number | None = None, red_luminance: Number | None = None,
    orange_luminance: Number | None = None, yellow_luminance: Number | None = None,
    green_luminance: Number | None = None, aqua_luminance: Number | None = None, blue_luminance: Number | None = None,
    purple_luminance: Number | None = None, magenta_luminance: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Adjusts the hue, saturation and luminance of eight color ranges separately.

    Args:
        red_hue: Red Hue, -1 to 1, default 0.
        orange_hue: Orange Hue, -1 to 1, default 0.
        yellow_hue: Yellow Hue, -1 to 1, default 0.
        green_hue: Green Hue, -1 to 1, default 0.
        aqua_hue: Aqua Hue, -1 to 1, default 0.
        blue_hue: Blue Hue, -1 to 1, default 0.
        purple_hue: Purple Hue, -1 to 1, default 0.
        magenta_hue: Magenta Hue, -1 to 1, default 0.
        red_saturation: Red Saturation, -1 to 1, default 0.
        orange_saturation: Orange Saturation, -1 to 1, default 0.
        yellow_saturation: Yellow Saturation, -1 to 1, default 0.
        green_saturation: Green Saturation, -1 to 1, default 0.
        aqua_saturation: Aqua Saturation, -1 to 1, default 0.
        blue_saturation: Blue Saturation, -1 to 1, default 0.
        purple_saturation: Purple Saturation, -1 to 1, default 0.
        magenta_saturation: Magenta Saturation, -1 to 1, default 0.
        red_luminance: Red Luminance, -1 to 1, default 0.
        orange_luminance: Orange Luminance, -1 to 1, default 0.
        yellow_luminance: Yellow Luminance, -1 to 1, default 0.
        green_luminance: Green Luminance, -1 to 1, default 0.
        aqua_luminance: Aqua Luminance, -1 to 1, default 0.
        blue_luminance: Blue Luminance, -1 to 1, default 0.
        purple_luminance: Purple Luminance, -1 to 1, default 0.
        magenta_luminance: Magenta Luminance, -1 to 1, default 0.
    """
    return stage("hsl", {"redHue": red_hue, "orangeHue": orange_hue, "yellowHue": yellow_hue, "greenHue": green_hue,
        "aquaHue": aqua_hue, "blueHue": blue_hue, "purpleHue": purple_hue, "magentaHue": magenta_hue, "redSaturation":
        red_saturation, "orangeSaturation": orange_saturation, "yellowSaturation": yellow_saturation, "greenSaturation":
        green_saturation, "aquaSaturation": aqua_saturation, "blueSaturation": blue_saturation, "purpleSaturation":
        purple_saturation, "magentaSaturation": magenta_saturation, "redLuminance": red_luminance, "orangeLuminance":
        orange_luminance, "yellowLuminance": yellow_luminance, "greenLuminance": green_luminance, "aquaLuminance":
        aqua_luminance, "blueLuminance": blue_luminance, "purpleLuminance": purple_luminance, "magentaLuminance":
        magenta_luminance}, opacity, blend, region, enabled)


def hue(
    angle: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Rotates all colors around the color wheel; grays stay unchanged.

    Args:
        angle: Angle, -180 to 180 °, default 0.
    """
    return stage("hue", {"angle": angle}, opacity, blend, region, enabled)


def invert(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Inverts colors, as on a film negative.

    Args:
        amount: Amount, 0 to 1, default 1.
    """
    return stage("invert", {"amount": amount}, opacity, blend, region, enabled)


def lut(
    file: Path | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Gives the picture the look of a color table (LUT): a .cube or .3dl file, or a HaldCLUT picture.

    Args:
        file: File.
    """
    return stage("lut", {"file": path(file)}, opacity, blend, region, enabled)


def saturation(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Strengthens or fades colors without changing their brightness.

    Args:
        amount: Amount, 0 to 2, default 1.
    """
    return stage("saturation", {"amount": amount}, opacity, blend, region, enabled)


def temperature(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Makes the light warmer or cooler, like a conversion filter on the lens.

    Args:
        amount: Amount, -150 to 150 mired, default 0.
    """
    return stage("temperature", {"amount": amount}, opacity, blend, region, enabled)


def tint(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Removes a green cast by adding magenta, or vice versa.

    Args:
        amount: Amount, -30 to 30 CC, default 0.
    """
    return stage("tint", {"amount": amount}, opacity, blend, region, enabled)


def vibrance(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Strengthens pale colors more than strong ones, or fades the pale ones first.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("vibrance", {"amount": amount}, opacity, blend, region, enabled)


def background(
    fill: Literal["color", "image", "blur"] | None = None, color: Color | None = None, file: Path | None = None,
    blur: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Puts a color, a picture, or the blurred original behind the transparent parts of the picture.

    Args:
        fill: Fill, default color. The blurred original is the picture as it entered the first filter that makes parts
            transparent.
        color: Color, default #ffffff. Also behind a picture that is not chosen or that has transparent parts.
        file: Picture. Enlarged or reduced until it covers everything, and centered.
        blur: Blur, 0 to 500 px, default 40. The standard deviation is half of it.
    """
    return stage("background", {"fill": fill, "color": color, "file": path(file), "blur": blur}, opacity, blend, region,
        enabled)


def chroma_key(
    color: Color | None = None, similarity: Number | None = None, softness: Number | None = None,
    spill: Number | None = None, smooth: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Makes a screen of one color transparent, such as a green screen, and removes its cast from what remains.

    Args:
        color: Key Color, default #00ff00.
        similarity: Similarity, 0 to 1, default 0.25. Colors closer to the key color than this become transparent;
            brightness does not count.
        softness: Softness, 0 to 1, default 0.1. The range of colors beyond the similarity that become partly
            transparent.
        spill: Spill Removal, 0 to 1, default 0.5. Removes the key color's cast from what remains.
        smooth: Chroma Smoothing, 0 to 8 px, default 2. Most videos and cameras have a lower resolution in color than in
            brightness; smoothing the colors that are compared avoids jagged edges.
    """
    return stage("chroma-key", {"color": color, "similarity": similarity, "softness": softness, "spill": spill,
        "smooth": smooth}, opacity, blend, region, enabled)


def luma_key(
    low: Number | None = None, high: Number | None = None, softness: Number | None = None, inverted: bool | None = None,
    *, opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Makes parts transparent that are darker or brighter than a range of brightness.

    Args:
        low: Low, 0 to 1, default 0.1. Darker parts become transparent; none if it is 0.
        high: High, 0 to 1, default 1. Brighter parts become transparent; none if it is 100 %.
        softness: Softness, 0 to 1, default 0.1. The range of brightness beyond the limits that becomes partly
            transparent.
        inverted: Inverted, default False. Makes what is between the limits transparent instead.
    """
    return stage("luma-key", {"low": low, "high": high, "softness": softness, "inverted": inverted}, opacity, blend,
        region, enabled)


def overlay(
    file: Path | None = None, fit: Literal["scale", "fit", "cover", "stretch", "tile"] | None = None,
    scale: Number | None = None, anchor: Literal["top-left", "top", "top-right", "left", "center", "right",
    "bottom-left", "bottom", "bottom-right"] | None = None, margin: Number | None = None, mode: Literal["normal",
    "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn", "hard-light", "soft-light",
    "difference", "exclusion", "addition"] | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Puts a picture on the picture, such as a watermark, a logo, a frame, or dust and light leaks.

    Args:
        file: Picture. Its transparent parts stay transparent. The opacity of the filter is that of the overlay.
        fit: Fit, default scale. Scale: a part of the picture's width. Fit: as large as fits within the margin. Cover:
            as small as covers the picture. Stretch: the picture's size. Tile: scaled and repeated.
        scale: Scale, 0.1 to 400 %, default 25. The overlay's width in percent of the picture's, if it is scaled or
            tiled.
        anchor: Position, default bottom-right.
        margin: Margin, 0 to 50 %, default 3. The distance from the edges in percent of the picture's shorter side.
        mode: Mode, default normal. How the overlay is blended with the picture.
    """
    return stage("overlay", {"file": path(file), "fit": fit, "scale": scale, "anchor": anchor, "margin": margin, "mode":
        mode}, opacity, blend, region, enabled)


def text(
    text: str | None = None, font: str | None = None, size: Number | None = None, color: Color | None = None, anchor:
    Literal["top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom", "bottom-right"] | None =
    None, margin: Number | None = None, shadow: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Writes a text on the picture, such as a name, a date, or the camera and its settings.

    Args:
        text: Text. May contain line breaks, and {date}, {camera}, {lens}, {shutter}, {aperture}, {iso}, {focal} and
            {name}, which stand for what the photo's file records.
        font: Font. A family and a style, such as Serif Italic.
        size: Size, 0.5 to 100 %, default 4. The size of the font in percent of the picture's shorter side.
        color: Color, default #ffffff. The opacity of the filter is that of the text.
        anchor: Position, default bottom-right.
        margin: Margin, 0 to 50 %, default 3. The distance from the edges in percent of the picture's shorter side.
            Longer lines are broken there.
        shadow: Shadow, 0 to 1, default 0.5.
    """
    return stage("text", {"text": text, "font": font, "size": size, "color": color, "anchor": anchor, "margin": margin,
        "shadow": shadow}, opacity, blend, region, enabled)


def clarity(
    amount: Number | None = None, radius: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Strengthens or softens local contrast in the midtones, without halos along edges.

    Args:
        amount: Amount, -1 to 1, default 0.4.
        radius: Radius, 5 to 200 px, default 50.
    """
    return stage("clarity", {"amount": amount, "radius": radius}, opacity, blend, region, enabled)


def defringe(
    radius: Number | None = None, threshold: Number | None = None, purple_amount: Number | None = None,
    purple_from: Number | None = None, purple_to: Number | None = None, green_amount: Number | None = None,
    green_from: Number | None = None, green_to: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Removes purple and green fringes along edges of high contrast.

    Args:
        radius: Radius, 1 to 20 px, default 4.
        threshold: Edge Contrast, 0 to 1, default 0.2. The contrast of brightness within the radius from which on
            fringes are removed.
        purple_amount: Purple Amount, 0 to 1, default 0.8.
        purple_from: Purple From, 180 to 360 °, default 240.
        purple_to: Purple To, 180 to 360 °, default 330.
        green_amount: Green Amount, 0 to 1, default 0.5.
        green_from: Green From, 0 to 240 °, default 80.
        green_to: Green To, 0 to 240 °, default 170.
    """
    return stage("defringe", {"radius": radius, "threshold": threshold, "purpleAmount": purple_amount, "purpleFrom":
        purple_from, "purpleTo": purple_to, "greenAmount": green_amount, "greenFrom": green_from, "greenTo": green_to},
        opacity, blend, region, enabled)


def deinterlace(
    amount: Number | None = None, method: Literal["edges", "bob", "blend"] | None = None,
    field: Literal["upper", "lower"] | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Removes the comb-like edges of moving things in interlaced video.

    Args:
        amount: Amount, 0 to 1, default 1.
        method: Method, default edges. Along Edges and Between Rows keep one field and fill in the rows of the other;
            Both Fields blends the two, which shows moving objects twice.
        field: Keep, default upper.
    """
    return stage("deinterlace", {"amount": amount, "method": method, "field": field}, opacity, blend, region, enabled)


def despeckle(
    amount: Number | None = None, threshold: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Removes single pixels that differ from everything around them, such as hot and dead pixels.

    Args:
        amount: Amount, 0 to 1, default 1.
        threshold: Threshold, 0 to 0.5, default 0.1.
    """
    return stage("despeckle", {"amount": amount, "threshold": threshold}, opacity, blend, region, enabled)


def noise_reduction(
    luma: Number | None = None, chroma: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Reduces high-ISO noise, separately in brightness and color, and keeps edges.

    Args:
        luma: Brightness, 0 to 1, default 0.3.
        chroma: Color, 0 to 1, default 0.5.
    """
    return stage("noise-reduction", {"luma": luma, "chroma": chroma}, opacity, blend, region, enabled)


def retouch(
    *, opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Removes spots, scratches and other small things: replaces them by pixels from nearby, which continue the colors
    around them."""
    return stage("retouch", {}, opacity, blend, region, enabled)


def sharpen(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Sharpens the finest detail in brightness without changing colors.

    Args:
        amount: Amount, 0 to 2, default 0.6.
    """
    return stage("sharpen", {"amount": amount}, opacity, blend, region, enabled)


def median(
    radius: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Removes dust, specks and stray pixels, and keeps edges.

    Args:
        radius: Radius, 0 to 3 px, default 1.
    """
    return stage("median", {"radius": radius}, opacity, blend, region, enabled)


def unsharp_mask(
    amount: Number | None = None, radius: Number | None = None, threshold: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Sharpens edges of a chosen width, and spares faint differences, such as noise, below a threshold.

    Args:
        amount: Amount, 0 to 3, default 1.
        radius: Radius, 0 to 100 px, default 4. The standard deviation of the blur is half the radius.
        threshold: Threshold, 0 to 0.25, default 0.
    """
    return stage("unsharp-mask", {"amount": amount, "radius": radius, "threshold": threshold}, opacity, blend, region,
        enabled)


def bulge(
    amount: Number | None = None, radius: Number | None = None, center: Point | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Magnifies the picture around a point like a lens; negative amounts pinch it.

    Args:
        amount: Amount, -1 to 1, default 0.5.
        radius: Radius, 0.05 to 1, default 0.4.
        center: Center, default [0.5, 0.5].
    """
    return stage("bulge", {"amount": amount, "radius": radius, "center": center}, opacity, blend, region, enabled)


def swirl(
    angle: Number | None = None, radius: Number | None = None, center: Point | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Twists the picture around a point, most strongly at the center.

    Args:
        angle: Angle, -360 to 360 °, default 120.
        radius: Radius, 0.05 to 1, default 0.4.
        center: Center, default [0.5, 0.5].
    """
    return stage("swirl", {"angle": angle, "radius": radius, "center": center}, opacity, blend, region, enabled)


def color_matrix(
    red_red: Number | None = None, red_green: Number | None = None, red_blue: Number | None = None,
    red_alpha: Number | None = None, red_offset: Number | None = None, green_red: Number | None = None,
    green_green: Number | None = None, green_blue: Number | None = None, green_alpha: Number | None = None,
    green_offset: Number | None = None, blue_red: Number | None = None, blue_green: Number | None = None,
    blue_blue: Number | None = None, blue_alpha: Number | None = None, blue_offset: Number | None = None,
    alpha_red: Number | None = None, alpha_green: Number | None = None, alpha_blue: Number | None = None,
    alpha_alpha: Number | None = None, alpha_offset: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Mixes the red, green, blue and transparency of the result from those of the picture.

    Args:
        red_red: Red from Red, -2 to 2, default 1.
        red_green: Red from Green, -2 to 2, default 0.
        red_blue: Red from Blue, -2 to 2, default 0.
        red_alpha: Red from Alpha, -2 to 2, default 0.
        red_offset: Red Offset, -1 to 1, default 0.
        green_red: Green from Red, -2 to 2, default 0.
        green_green: Green from Green, -2 to 2, default 1.
        green_blue: Green from Blue, -2 to 2, default 0.
        green_alpha: Green from Alpha, -2 to 2, default 0.
        green_offset: Green Offset, -1 to 1, default 0.
        blue_red: Blue from Red, -2 to 2, default 0.
        blue_green: Blue from Green, -2 to 2, default 0.
        blue_blue: Blue from Blue, -2 to 2, default 1.
        blue_alpha: Blue from Alpha, -2 to 2, default 0.
        blue_offset: Blue Offset, -1 to 1, default 0.
        alpha_red: Alpha from Red, -2 to 2, default 0.
        alpha_green: Alpha from Green, -2 to 2, default 0.
        alpha_blue: Alpha from Blue, -2 to 2, default 0.
        alpha_alpha: Alpha from Alpha, -2 to 2, default 1.
        alpha_offset: Alpha Offset, -1 to 1, default 0.
    """
    return stage("color-matrix", {"redRed": red_red, "redGreen": red_green, "redBlue": red_blue, "redAlpha": red_alpha,
        "redOffset": red_offset, "greenRed": green_red, "greenGreen": green_green, "greenBlue": green_blue,
        "greenAlpha": green_alpha, "greenOffset": green_offset, "blueRed": blue_red, "blueGreen": blue_green,
        "blueBlue": blue_blue, "blueAlpha": blue_alpha, "blueOffset": blue_offset, "alphaRed": alpha_red, "alphaGreen":
        alpha_green, "alphaBlue": alpha_blue, "alphaAlpha": alpha_alpha, "alphaOffset": alpha_offset}, opacity, blend,
        region, enabled)


def colorize(
    hue: Number | None = None, saturation: Number | None = None, lightness: Number | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Shows the whole picture in shades of one color.

    Args:
        hue: Hue, 0 to 360 °, default 35.
        saturation: Saturation, 0 to 1, default 0.4.
        lightness: Lightness, -1 to 1, default 0.
    """
    return stage("colorize", {"hue": hue, "saturation": saturation, "lightness": lightness}, opacity, blend, region,
        enabled)


def fade(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Lifts the blacks and mutes the colors, as in a matte print.

    Args:
        amount: Amount, 0 to 1, default 0.5.
    """
    return stage("fade", {"amount": amount}, opacity, blend, region, enabled)


def film_grain(
    amount: Number | None = None, size: Number | None = None, color: Number | None = None, seed: Number | None = None,
    shadows: Number | None = None, midtones: Number | None = None, highlights: Number | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Adds the grain of photographic film.

    Args:
        amount: Amount, 0 to 1, default 0.25.
        size: Size, 1 to 10 px, default 1.5.
        color: Color, 0 to 1, default 0.
        seed: Seed, 0 to 1000, default 0.
        shadows: Shadows, 0 to 2, default 1.
        midtones: Midtones, 0 to 2, default 1.
        highlights: Highlights, 0 to 2, default 1.
    """
    return stage("film-grain", {"amount": amount, "size": size, "color": color, "seed": seed, "shadows": shadows,
        "midtones": midtones, "highlights": highlights}, opacity, blend, region, enabled)


def gradient_map(
    shadows: Color | None = None, midtones: Color | None = None, highlights: Color | None = None,
    uses_midtones: bool | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Colors the picture from dark to bright with two colors (a duotone) or three.

    Args:
        shadows: Shadows, default #1d1d5f.
        midtones: Midtones, default #c8466e.
        highlights: Highlights, default #ffdca0.
        uses_midtones: Three Colors, default True.
    """
    return stage("gradient-map", {"shadows": shadows, "midtones": midtones, "highlights": highlights, "usesMidtones":
        uses_midtones}, opacity, blend, region, enabled)


def posterize(
    levels: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Reduces the picture to a few flat tones, as on a poster.

    Args:
        levels: Levels, 2 to 32, default 4.
    """
    return stage("posterize", {"levels": levels}, opacity, blend, region, enabled)


def sepia(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Tones the picture brown, like an old print.

    Args:
        amount: Amount, 0 to 1, default 1.
    """
    return stage("sepia", {"amount": amount}, opacity, blend, region, enabled)


def solarize(
    threshold: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Inverts tones brighter than a threshold, as when a print is exposed to light in the darkroom.

    Args:
        threshold: Threshold, 0 to 1, default 0.5.
    """
    return stage("solarize", {"threshold": threshold}, opacity, blend, region, enabled)


def threshold(
    level: Number | None = None, softness: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Turns bright parts white and dark ones black.

    Args:
        level: Level, 0 to 1, default 0.5.
        softness: Softness, 0 to 0.5, default 0.02.
    """
    return stage("threshold", {"level": level, "softness": softness}, opacity, blend, region, enabled)


def vignette(
    amount: Number | None = None, midpoint: Number | None = None, roundness: Number | None = None,
    feather: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Darkens or lightens the picture's corners.

    Args:
        amount: Amount, -1 to 1, default -0.5.
        midpoint: Midpoint, 0 to 1, default 0.5.
        roundness: Roundness, 0 to 1, default 0.5.
        feather: Feather, 0 to 1, default 0.5.
    """
    return stage("vignette", {"amount": amount, "midpoint": midpoint, "roundness": roundness, "feather": feather},
        opacity, blend, region, enabled)


def border(
    size: Number | None = None, unit: Literal["percent", "px"] | None = None, color: Color | None = None,
    ratio: str | None = None, ratio_of: Literal["outside", "inside"] | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Adds a border of one color around the picture, up to an aspect ratio if one is given; crops nothing.

    Args:
        size: Size, 0 to 2000, default 5. The width of the border on each side.
        unit: Unit, default percent.
        color: Color, default #ffffff.
        ratio: Aspect Ratio. Such as 1:1, 4:5 or 1.85:1; two sides get a wider border until the ratio is reached. Empty
            for none.
        ratio_of: Ratio Of, default outside. Result: the bordered picture has the aspect ratio. Inside of the Border: a
            part with the aspect ratio gets the same border on all sides.
    """
    return stage("border", {"size": size, "unit": unit, "color": color, "ratio": ratio, "ratioOf": ratio_of}, opacity,
        blend, region, enabled)


def crop(
    left: Number | None = None, top: Number | None = None, right: Number | None = None, bottom: Number | None = None,
    x: Number | None = None, y: Number | None = None, width: Number | None = None, height: Number | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Crops the picture to a rectangle in pixels, or crops each side by a percentage of the width or height; at least
    one pixel remains.

    Args:
        left: Left, 0 to 100 %, default 0.
        top: Top, 0 to 100 %, default 0.
        right: Right, 0 to 100 %, default 0.
        bottom: Bottom, 0 to 100 %, default 0.
        x: X, 0 to 1e+06 px, default 0. The left edge of the rectangle; the percentages then apply to the rectangle.
        y: Y, 0 to 1e+06 px, default 0. The top edge of the rectangle.
        width: Width, 0 to 1e+06 px, default 0. The rectangle's width; 0 extends it to the picture's edge.
        height: Height, 0 to 1e+06 px, default 0. The rectangle's height; 0 extends it to the picture's edge.
    """
    return stage("crop", {"left": left, "top": top, "right": right, "bottom": bottom, "x": x, "y": y, "width": width,
        "height": height}, opacity, blend, region, enabled)


def flip(
    horizontal: bool | None = None, vertical: bool | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Mirrors the picture.

    Args:
        horizontal: Left to Right, default True.
        vertical: Top to Bottom, default False.
    """
    return stage("flip", {"horizontal": horizontal, "vertical": vertical}, opacity, blend, region, enabled)


def lens(
    camera: str | None = None, lens: str | None = None, focal_length: Number | None = None,
    aperture: Number | None = None, distance: Number | None = None, distortion: Number | None = None,
    aberration: Number | None = None, vignetting: Number | None = None, auto_scale: bool | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Corrects the distortion, color fringes and dark corners of the lens that took the photo.

    Args:
        camera: Camera. If empty, the camera that the photo's file names.
        lens: Lens. If empty, the lens that the photo's file names.
        focal_length: Focal Length, 0 to 2000 mm, default 0. If 0, that of the photo.
        aperture: Aperture, 0 to 64, default 0. The f-number; if 0, that of the photo. Vignetting depends on it.
        distance: Distance, 0 to 1000 m, default 0. The distance of the subject; if 0, that of the photo, or far away.
            Vignetting depends on it slightly.
        distortion: Distortion, 0 to 2, default 1.
        aberration: Chromatic Aberration, 0 to 2, default 1.
        vignetting: Vignetting, 0 to 2, default 1.
        auto_scale: Fill Corners, default True. Enlarges the picture as little as needed for corners without repeated
            edge pixels.
    """
    return stage("lens", {"camera": camera, "lens": lens, "focalLength": focal_length, "aperture": aperture, "distance":
        distance, "distortion": distortion, "aberration": aberration, "vignetting": vignetting, "autoScale":
        auto_scale}, opacity, blend, region, enabled)


def perspective(
    vertical: Number | None = None, horizontal: Number | None = None, focal_length: Number | None = None,
    top_left: Point | None = None, top_right: Point | None = None, bottom_right: Point | None = None,
    bottom_left: Point | None = None, aspect: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Straightens converging lines, and turns a quadrilateral into a rectangle.

    Args:
        vertical: Vertical, -45 to 45 °, default 0. Positive angles widen the top, as for a building photographed from
            below.
        horizontal: Horizontal, -45 to 45 °, default 0. Positive angles widen the left side.
        focal_length: Focal Length, 8 to 300 mm, default 28. The equivalent for 35 mm film, which sets how much the
            sides widen.
        top_left: Top Left, default [0, 0].
        top_right: Top Right, default [1, 0].
        bottom_right: Bottom Right, default [1, 1].
        bottom_left: Bottom Left, default [0, 1].
        aspect: Aspect Ratio, 0.25 to 4, default 1.
    """
    return stage("perspective", {"vertical": vertical, "horizontal": horizontal, "focalLength": focal_length, "topLeft":
        top_left, "topRight": top_right, "bottomRight": bottom_right, "bottomLeft": bottom_left, "aspect": aspect},
        opacity, blend, region, enabled)


def resize(
    scale: Number | None = None, width: Number | None = None, height: Number | None = None,
    fit: Literal["stretch", "inside", "cover"] | None = None, longest: Number | None = None, linear: bool | None = None,
    *, opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Makes the picture larger or smaller; a width or height of 0 keeps the proportions.

    Args:
        scale: Scale, 0.01 to 10, default 1.
        width: Width, 0 to 60000 px, default 0.
        height: Height, 0 to 60000 px, default 0.
        fit: Fit, default stretch. How to fit the picture if width and height are both set: Inside keeps the proportions
            and the whole picture; Cover keeps the proportions and crops two sides evenly.
        longest: Longest Side, 0 to 60000 px, default 0. Reduces the picture until its longer side has this length, but
            never enlarges it; overrides scale, width and height. 0 turns this off.
        linear: In Linear Light, default False.
    """
    return stage("resize", {"scale": scale, "width": width, "height": height, "fit": fit, "longest": longest, "linear":
        linear}, opacity, blend, region, enabled)


def rotate(
    turns: Number | None = None, angle: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Rotates the picture clockwise; corners left empty by straightening are cropped.

    Args:
        turns: Quarter Turns, 0 to 3, default 0.
        angle: Straighten, -45 to 45 °, default 0.
    """
    return stage("rotate", {"turns": turns, "angle": angle}, opacity, blend, region, enabled)


def shader(
    file: Path | None = None, output_scale: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True, **inputs: Any
) -> Stage:
    """Runs a shader file made for mpv, for ISF or for ShaderToy.

    Args:
        file: File.
        output_scale: Output Scale, 0.125 to 16, default 2. How much larger than the picture an mpv shader takes the
            window to be; shaders that enlarge run only in a larger window.
        inputs: the inputs and parameters that the file declares, by their names.
    """
    return stage("shader", {"file": path(file), "outputScale": output_scale, **inputs}, opacity, blend, region, enabled)


def blacks(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Lightens or darkens the darkest tones and leaves bright ones unchanged.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("blacks", {"amount": amount}, opacity, blend, region, enabled)


def bloom(
    amount: Number | None = None, threshold: Number | None = None, radius: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Makes bright parts glow into their surroundings, as through a soft-focus lens or mist.

    Args:
        amount: Amount, 0 to 1, default 0.4.
        threshold: Threshold, 0 to 1, default 0.6.
        radius: Radius, 0 to 300 px, default 60.
    """
    return stage("bloom", {"amount": amount, "threshold": threshold, "radius": radius}, opacity, blend, region, enabled)


def brightness(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Brightens or darkens the midtones and keeps black and white unchanged.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("brightness", {"amount": amount}, opacity, blend, region, enabled)


def contrast(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Increases or reduces the difference between dark and bright tones, around middle gray.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("contrast", {"amount": amount}, opacity, blend, region, enabled)


def dehaze(
    amount: Number | None = None, haze: Color | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Removes haze and fog from a landscape; negative amounts add haze, most where there already is some.

    Args:
        amount: Amount, -1 to 1, default 0.4.
        haze: Haze color, default #ffffff.
    """
    return stage("dehaze", {"amount": amount, "haze": haze}, opacity, blend, region, enabled)


def exposure(
    stops: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Makes the picture brighter or darker in stops, as more or less light on the sensor would.

    Args:
        stops: Stops, -5 to 5 EV, default 0.
    """
    return stage("exposure", {"stops": stops}, opacity, blend, region, enabled)


def gamma(
    gamma: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Brightens or darkens the midtones by a gamma value; black and white stay unchanged.

    Args:
        gamma: Gamma, 0.3 to 3, default 1.
    """
    return stage("gamma", {"gamma": gamma}, opacity, blend, region, enabled)


def halation(
    amount: Number | None = None, threshold: Number | None = None, red_radius: Number | None = None,
    green_radius: Number | None = None, blue_radius: Number | None = None, red_gain: Number | None = None,
    green_gain: Number | None = None, blue_gain: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Surrounds highlights with the warm halo of light that is reflected within film.

    Args:
        amount: Amount, 0 to 1, default 0.5.
        threshold: Threshold, 0 to 1, default 0.7.
        red_radius: Red Radius, 0 to 300 px, default 60.
        green_radius: Green Radius, 0 to 300 px, default 30.
        blue_radius: Blue Radius, 0 to 300 px, default 12.
        red_gain: Red Gain, 0 to 2, default 1.
        green_gain: Green Gain, 0 to 2, default 0.45.
        blue_gain: Blue Gain, 0 to 2, default 0.2.
    """
    return stage("halation", {"amount": amount, "threshold": threshold, "redRadius": red_radius, "greenRadius":
        green_radius, "blueRadius": blue_radius, "redGain": red_gain, "greenGain": green_gain, "blueGain": blue_gain},
        opacity, blend, region, enabled)


def highlights(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Brightens highlights, or darkens them to recover detail.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("highlights", {"amount": amount}, opacity, blend, region, enabled)


def levels(
    black: Number | None = None, white: Number | None = None, gamma: Number | None = None,
    output_black: Number | None = None, output_white: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Sets which tones become black and white, and adjusts those in between.

    Args:
        black: Black Point, 0 to 1, default 0.
        white: White Point, 0 to 1, default 1.
        gamma: Gamma, 0.3 to 3, default 1.
        output_black: Output Black, 0 to 1, default 0.
        output_white: Output White, 0 to 1, default 1.
    """
    return stage("levels", {"black": black, "white": white, "gamma": gamma, "outputBlack": output_black, "outputWhite":
        output_white}, opacity, blend, region, enabled)


def shadows(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Brightens shadows to reveal detail, or darkens them.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("shadows", {"amount": amount}, opacity, blend, region, enabled)


def tone_curve(
    all: Curve | None = None, red: Curve | None = None, green: Curve | None = None, blue: Curve | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Brightens or darkens tones along curves that you draw, for all colors together and for each of red, green and
    blue.

    Args:
        all: All Channels, default [[0, 0], [1, 1]].
        red: Red, default [[0, 0], [1, 1]].
        green: Green, default [[0, 0], [1, 1]].
        blue: Blue, default [[0, 0], [1, 1]].
    """
    return stage("tone-curve", {"all": all, "red": red, "green": green, "blue": blue}, opacity, blend, region, enabled)


def whites(
    amount: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Lightens or darkens the brightest tones and leaves dark ones unchanged.

    Args:
        amount: Amount, -1 to 1, default 0.
    """
    return stage("whites", {"amount": amount}, opacity, blend, region, enabled)


def ntsc(
    preset: Path | None = None, frame: Number | None = None, random_seed: Number | None = None,
    resize480: bool | None = None, restore_size: Literal["none", "nearest", "bilinear", "bicubic"] | None = None,
    standard: Literal["ntsc", "pal"] | None = None, generations: Number | None = None, use_field: Literal["alternating",
    "upper", "lower", "both", "interleaved-upper", "interleaved-lower"] | None = None,
    filter_type: Literal["constant-k", "butterworth"] | None = None, overlay_left: str | None = None,
    overlay_right: str | None = None, overlay_date: str | None = None, overlay_counter: bool | None = None,
    input_luma_filter: Literal["none", "box", "notch"] | None = None,
    chroma_lowpass_in: Literal["none", "light", "full"] | None = None,
    video_scanline_phase_shift: Literal["0", "90", "180", "270"] | None = None,
    video_scanline_phase_shift_offset: Number | None = None, composite_preemphasis: Number | None = None,
    composite_noise: bool | None = None, composite_noise_intensity: Number | None = None,
    composite_noise_frequency: Number | None = None, composite_noise_detail: Number | None = None,
    snow_intensity: Number | None = None, snow_anisotropy: Number | None = None, dropouts: Number | None = None,
    head_switching: bool | None = None, head_switching_height: Number | None = None,
    head_switching_offset: Number | None = None, head_switching_horizontal_shift: Number | None = None,
    head_switching_start_mid_line: bool | None = None, head_switching_mid_line_position: Number | None = None,
    head_switching_mid_line_jitter: Number | None = None, tracking_noise: bool | None = None,
    tracking_noise_height: Number | None = None, tracking_noise_wave_intensity: Number | None = None,
    tracking_noise_snow_intensity: Number | None = None, tracking_noise_snow_anisotropy: Number | None = None,
    tracking_noise_noise_intensity: Number | None = None, tracking: Number | None = None,
    tracking_position: Number | None = None, jump: Number | None = None, roll: Number | None = None,
    chroma_demodulation: Literal["box", "notch", "comb-1", "comb-2"] | None = None, luma_smear: Number | None = None,
    ringing: bool | None = None, ringing_frequency: Number | None = None, ringing_power: Number | None = None,
    ringing_scale: Number | None = None, luma_noise: bool | None = None, luma_noise_intensity: Number | None = None,
    luma_noise_frequency: Number | None = None, luma_noise_detail: Number | None = None,
    chroma_noise: bool | None = None, chroma_noise_intensity: Number | None = None,
    chroma_noise_frequency: Number | None = None, chroma_noise_detail: Number | None = None,
    chroma_phase_error: Number | None = None, chroma_phase_noise_intensity: Number | None = None,
    chroma_delay_horizontal: Number | None = None, chroma_delay_vertical: Number | None = None,
    vhs_chroma_vert_blend: bool | None = None, chroma_lowpass_out: Literal["none", "light", "full"] | None = None,
    vhs_settings: bool | None = None,
    medium: Literal["vhs", "s-vhs", "video8", "hi8", "betamax", "u-matic", "betacam-sp", "type-c"] | None = None,
    vhs_tape_speed: Literal["none", "sp", "lp", "ep"] | None = None, vhs_chroma_loss: Number | None = None,
    vhs_sharpen_enabled: bool | None = None, vhs_sharpen: Number | None = None,
    vhs_sharpen_frequency: Number | None = None, vhs_edge_wave_enabled: bool | None = None,
    vhs_edge_wave: Number | None = None, vhs_edge_wave_speed: Number | None = None,
    vhs_edge_wave_frequency: Number | None = None, vhs_edge_wave_detail: Number | None = None,
    scale_settings: bool | None = None, bandwidth_scale: Number | None = None, vertical_scale: Number | None = None,
    scale_with_video_size: bool | None = None, steady_start: bool | None = None, true_phase: bool | None = None,
    single_delay: bool | None = None, noise_in_shadows: bool | None = None, sharp_comb: bool | None = None,
    sound_enabled: bool | None = None, sound_track: Literal["linear", "hifi"] | None = None,
    sound_hiss: Number | None = None, sound_hum: Number | None = None, sound_wow: Number | None = None,
    sound_flutter: Number | None = None, sound_saturation: Number | None = None, sound_dropouts: Number | None = None,
    *, opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Makes the picture look as if it came from an NTSC broadcast or a VHS tape.

    Args:
        preset: Preset. A settings file for NTSC and VHS effects, or a built-in preset: bad-tracking, camcorder,
            clean-broadcast, composite-cable, fresh-tape, long-play, pal-tape, rental-tape, tape-of-a-tape, weak-antenna
            or worn-tape. Parameters given with it take precedence.
        frame: Frame, 0 to 1e+06, default 0. The frame number: noise and wobble change with each frame.
        random_seed: Random Seed, -2.14748e+09 to 2.14748e+09, default 0. Seed of all random effects; the same seed
            gives the same picture.
        resize480: Reduce to Television Height, default True. Scales the picture to 480 rows, or 576 for PAL, before
            everything else, because all lengths are meant for a television picture.
        restore_size: Restore Size, default none. Scales a picture that was reduced to television height back to its
            original size, after everything else. Nearest keeps pixels sharp; Bilinear is softest, Bicubic less so.
        standard: Standard, default ntsc. The line timing and the color subcarrier; PAL reverses the phase of V on every
            other line.
        generations: Generations, 1 to 8, default 1. How many times the tape was copied: the whole chain runs that many
            times.
        use_field: Fields, default interleaved-upper. Which rows a field contains; the missing rows of a single field
            are averaged from its own.
        filter_type: Low-Pass Filters, default butterworth. The type of all filters that limit bandwidth.
        overlay_left: Text at Top Left. Text that the recorder overlays during playback, such as PLAY.
        overlay_right: Text at Top Right. Text that the recorder overlays during playback, such as SP.
        overlay_date: Text at Bottom. Text that the camera records in the picture, such as a date; it degrades with the
            picture.
        overlay_counter: Counter, default False. A time counter, computed from the frame number, that the recorder
            overlays on the picture.
        input_luma_filter: Luma Filter, default notch. Removes detail from the brightness that would be decoded as
            color.
        chroma_lowpass_in: Chroma Low-Pass, default full. How much color detail is transmitted.
        video_scanline_phase_shift: Phase Shift per Row, default 180. How far the phase of the color subcarrier advances
            from row to row.
        video_scanline_phase_shift_offset: Phase Offset, 0 to 3, default 0. The initial phase of the color subcarrier,
            in quarter turns.
        composite_preemphasis: Composite Sharpening, -1 to 2, default 1. Strengthens or softens fine detail and colors
            in the composite signal.
        composite_noise: Composite Noise, default True. Noise in the composite signal, which becomes grain and specks of
            color.
        composite_noise_intensity: Composite Noise Intensity, 0 to 1, default 0.05. How strong the noise is.
        composite_noise_frequency: Composite Noise Frequency, 0 to 1, default 0.5. How fine the noise is, in cells per
            pixel.
        composite_noise_detail: Composite Noise Detail, 1 to 5, default 1. The number of octaves of finer noise.
        snow_intensity: Snow, 0 to 100, default 0.00025. How often short bright streaks occur.
        snow_anisotropy: Snow in Rows, 0 to 1, default 0.5. Whether streaks occur singly or are clustered in rows.
        dropouts: Dropouts, 0 to 1, default 0. How often the tape's signal drops out, which leaves bright dashes with a
            tail.
        head_switching: Head Switching, default True. The lowest rows are read by the next head and shifted sideways.
        head_switching_height: Switched Rows, 0 to 24 rows, default 8. How many rows are affected.
        head_switching_offset: Hidden Rows, 0 to 24 rows, default 3. How many of these rows are below the visible
            picture.
        head_switching_horizontal_shift: Switching Shift, -100 to 100 px, default 72. How far these rows are shifted.
        head_switching_start_mid_line: Begin Mid-Row, default True. Whether the switch happens within the first of these
            rows, with a bright spike.
        head_switching_mid_line_position: Begin At, 0 to 1, default 0.95. The position in the row where the switch
            happens.
        head_switching_mid_line_jitter: Switching Jitter, 0 to 1, default 0.03. How much the position of the switch
            varies from field to field.
        tracking_noise: Tracking Noise, default True. Noise and waves in the lowest rows, where the heads lose track.
        tracking_noise_height: Tracking Rows, 0 to 120 rows, default 12. How many rows are affected.
        tracking_noise_wave_intensity: Tracking Waves, -50 to 50 px, default 15. How far rows are shifted.
        tracking_noise_snow_intensity: Tracking Snow, 0 to 1, default 0.025. How often streaks occur in these rows.
        tracking_noise_snow_anisotropy: Tracking Snow in Rows, 0 to 1, default 0.25. Whether streaks occur singly or are
            clustered in rows.
        tracking_noise_noise_intensity: Tracking Noise Intensity, 0 to 1, default 0.25. How strong the noise is in these
            rows.
        tracking: Tracking Error, 0 to 1, default 0. How far the tracking is off: a band of noise wanders through the
            picture.
        tracking_position: Band Position, 0 to 1, default 0.7. The position of the noise band in frame 0, from top to
            bottom.
        jump: Jump, 0 to 1, default 0. How many of the frames jump up or down, by up to a quarter of the picture,
            because vertical sync is lost.
        roll: Roll, -5 to 5, default 0. How fast the picture rolls down through the black vertical blanking interval, in
            pictures per second; negative values roll it up.
        chroma_demodulation: Demodulation, default notch. How brightness and color are separated when the signal is
            decoded.
        luma_smear: Luma Smear, 0 to 1, default 0.5. How far brightness is smeared to the right.
        ringing: Ringing, default True. Edges echo to the right.
        ringing_frequency: Ringing Frequency, 0 to 1, default 0.45. How close together the echoes are.
        ringing_power: Ringing Power, 1 to 10, default 4. How many echoes there are.
        ringing_scale: Ringing Strength, 0 to 10, default 4. How strong the echoes are.
        luma_noise: Luma Noise, default True. Grain in the brightness.
        luma_noise_intensity: Luma Noise Intensity, 0 to 1, default 0.01. How strong the noise is.
        luma_noise_frequency: Luma Noise Frequency, 0 to 1, default 0.5. How fine the noise is, in cells per pixel.
        luma_noise_detail: Luma Noise Detail, 1 to 5, default 1. The number of octaves of finer noise.
        chroma_noise: Chroma Noise, default True. Streaks of false color.
        chroma_noise_intensity: Chroma Noise Intensity, 0 to 1, default 0.1. How strong the noise is.
        chroma_noise_frequency: Chroma Noise Frequency, 0 to 0.5, default 0.05. How fine the noise is, in cells per
            pixel.
        chroma_noise_detail: Chroma Noise Detail, 1 to 5, default 2. The number of octaves of finer noise.
        chroma_phase_error: Phase Error, 0 to 1, default 0. Rotates all hues by this fraction of a turn.
        chroma_phase_noise_intensity: Phase Noise, 0 to 1, default 0.001. Rotates the hues of every row by a different
            angle.
        chroma_delay_horizontal: Delay to the Right, -40 to 40 px, default 0. How far color is shifted sideways relative
            to brightness.
        chroma_delay_vertical: Delay Downwards, -20 to 20 rows, default 0. How far color is shifted down relative to
            brightness.
        vhs_chroma_vert_blend: Blend with the Row Above, default True. Each row's color is blended with that of the row
            above, as VCRs do.
        chroma_lowpass_out: Output Chroma Low-Pass, default full. How much color detail is left at the end.
        vhs_settings: VHS, default True. What a video recorder does to the signal.
        medium: Medium, default vhs. The format of the tape: how much detail and color it keeps, and how noisy it is.
            Formats with a single speed ignore the tape speed.
        vhs_tape_speed: Tape Speed, default lp. The slower the tape, the less detail.
        vhs_chroma_loss: Chroma Loss, 0 to 1, default 2.5e-05. How often a row loses all color.
        vhs_sharpen_enabled: Sharpen, default True. The recorder sharpens the picture during playback.
        vhs_sharpen: Sharpening, 0 to 5, default 0.25. How strongly the recorder sharpens.
        vhs_sharpen_frequency: Sharpening Frequency, 0.5 to 4, default 1. How fine the sharpened detail is.
        vhs_edge_wave_enabled: Edge Wave, default True. Rows sway sideways.
        vhs_edge_wave: Wave, 0 to 20, default 0.5. How far rows sway.
        vhs_edge_wave_speed: Wave Speed, 0 to 10, default 4. How fast rows sway.
        vhs_edge_wave_frequency: Wave Frequency, 0 to 0.5, default 0.05. How close together the waves are, from row to
            row.
        vhs_edge_wave_detail: Wave Detail, 1 to 5, default 2. The number of octaves of finer waves.
        scale_settings: Scale Lengths, default True. Scales lengths, for pictures with more or fewer rows than a
            television picture.
        bandwidth_scale: Horizontal Scale, 0.125 to 8, default 1. The scale factor for horizontal lengths.
        vertical_scale: Vertical Scale, 0.125 to 8.8, default 1. The scale factor for vertical lengths, in rows.
        scale_with_video_size: Scale with the Picture's Height, default False. Multiplies both factors by the picture's
            height divided by 480, or by 576 for PAL, so that the effect scales with the picture.
        steady_start: No Dark Left Edge, default False. Filters treat the area to the left of a row as a copy of its
            first pixel, not as black.
        true_phase: True Phase Shifts, default False. 270° advances the phase by three quarter turns, not by one, and
            the offset also applies at 0°.
        single_delay: Scale Color Delay Once, default False. The delay to the right is multiplied by the scale once, not
            twice.
        noise_in_shadows: Less Noise in Highlights, default False. Noise is weaker in bright areas, and up to a quarter
            stronger in the deepest shadows.
        sharp_comb: Sharp Comb Filters, default False. The comb filters preserve detail between rows and act only near
            the color subcarrier; otherwise they soften the picture, most where fields are interleaved.
        sound_enabled: Tape Sound, default False. Gives the sound of a video the sound of the tape as well. The
            following settings have no effect otherwise, and never change the picture.
        sound_track: Sound Track, default linear. Linear is the track along the edge of the tape: mono, with a bandwidth
            that depends on the tape speed. Hi-Fi is recorded by the rotating heads: stereo and clean, but it buzzes
            where the heads switch.
        sound_hiss: Hiss, 0 to 1, default 0.3. How strong the noise of the tape is; 0.3 is usual.
        sound_hum: Hum, 0 to 1, default 0.1. How strong the hum of the power supply is: 60 Hz, or 50 Hz for PAL.
        sound_wow: Wow, 0 to 1, default 0.3. How much the speed of the tape wavers slowly, so that long tones slide.
        sound_flutter: Flutter, 0 to 1, default 0.3. How much the speed of the tape trembles, so that tones become
            rough.
        sound_saturation: Tape Saturation, 0 to 1, default 0.3. How much loud sound, and treble in particular, is
            compressed and distorted.
        sound_dropouts: Sound Dropouts, 0 to 1, default 0.3. How often the sound fades for a moment, together with
            dropouts of the picture.
    """
    return stage("ntsc", {"preset": path(preset), "frame": frame, "randomSeed": random_seed, "resize480": resize480,
        "restoreSize": restore_size, "standard": standard, "generations": generations, "useField": use_field,
        "filterType": filter_type, "overlayLeft": overlay_left, "overlayRight": overlay_right, "overlayDate":
        overlay_date, "overlayCounter": overlay_counter, "inputLumaFilter": input_luma_filter, "chromaLowpassIn":
        chroma_lowpass_in, "videoScanlinePhaseShift": video_scanline_phase_shift, "videoScanlinePhaseShiftOffset":
        video_scanline_phase_shift_offset, "compositePreemphasis": composite_preemphasis, "compositeNoise":
        composite_noise, "compositeNoiseIntensity": composite_noise_intensity, "compositeNoiseFrequency":
        composite_noise_frequency, "compositeNoiseDetail": composite_noise_detail, "snowIntensity": snow_intensity,
        "snowAnisotropy": snow_anisotropy, "dropouts": dropouts, "headSwitching": head_switching, "headSwitchingHeight":
        head_switching_height, "headSwitchingOffset": head_switching_offset, "headSwitchingHorizontalShift":
        head_switching_horizontal_shift, "headSwitchingStartMidLine": head_switching_start_mid_line,
        "headSwitchingMidLinePosition": head_switching_mid_line_position, "headSwitchingMidLineJitter":
        head_switching_mid_line_jitter, "trackingNoise": tracking_noise, "trackingNoiseHeight": tracking_noise_height,
        "trackingNoiseWaveIntensity": tracking_noise_wave_intensity, "trackingNoiseSnowIntensity":
        tracking_noise_snow_intensity, "trackingNoiseSnowAnisotropy": tracking_noise_snow_anisotropy,
        "trackingNoiseNoiseIntensity": tracking_noise_noise_intensity, "tracking": tracking, "trackingPosition":
        tracking_position, "jump": jump, "roll": roll, "chromaDemodulation": chroma_demodulation, "lumaSmear":
        luma_smear, "ringing": ringing, "ringingFrequency": ringing_frequency, "ringingPower": ringing_power,
        "ringingScale": ringing_scale, "lumaNoise": luma_noise, "lumaNoiseIntensity": luma_noise_intensity,
        "lumaNoiseFrequency": luma_noise_frequency, "lumaNoiseDetail": luma_noise_detail, "chromaNoise": chroma_noise,
        "chromaNoiseIntensity": chroma_noise_intensity, "chromaNoiseFrequency": chroma_noise_frequency,
        "chromaNoiseDetail": chroma_noise_detail, "chromaPhaseError": chroma_phase_error, "chromaPhaseNoiseIntensity":
        chroma_phase_noise_intensity, "chromaDelayHorizontal": chroma_delay_horizontal, "chromaDelayVertical":
        chroma_delay_vertical, "vhsChromaVertBlend": vhs_chroma_vert_blend, "chromaLowpassOut": chroma_lowpass_out,
        "vhsSettings": vhs_settings, "medium": medium, "vhsTapeSpeed": vhs_tape_speed, "vhsChromaLoss": vhs_chroma_loss,
        "vhsSharpenEnabled": vhs_sharpen_enabled, "vhsSharpen": vhs_sharpen, "vhsSharpenFrequency":
        vhs_sharpen_frequency, "vhsEdgeWaveEnabled": vhs_edge_wave_enabled, "vhsEdgeWave": vhs_edge_wave,
        "vhsEdgeWaveSpeed": vhs_edge_wave_speed, "vhsEdgeWaveFrequency": vhs_edge_wave_frequency, "vhsEdgeWaveDetail":
        vhs_edge_wave_detail, "scaleSettings": scale_settings, "bandwidthScale": bandwidth_scale, "verticalScale":
        vertical_scale, "scaleWithVideoSize": scale_with_video_size, "steadyStart": steady_start, "truePhase":
        true_phase, "singleDelay": single_delay, "noiseInShadows": noise_in_shadows, "sharpComb": sharp_comb,
        "soundEnabled": sound_enabled, "soundTrack": sound_track, "soundHiss": sound_hiss, "soundHum": sound_hum,
        "soundWow": sound_wow, "soundFlutter": sound_flutter, "soundSaturation": sound_saturation, "soundDropouts":
        sound_dropouts}, opacity, blend, region, enabled)


def toon(
    levels: Number | None = None, lines: Number | None = None, smoothness: Number | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Turns a photograph into a drawing: flat colors in a few levels of brightness, with dark lines along edges.

    Args:
        levels: Levels, 2 to 12, default 6.
        lines: Lines, 0 to 1, default 0.6.
        smoothness: Smoothness, 0 to 12 px, default 4.
    """
    return stage("toon", {"levels": levels, "lines": lines, "smoothness": smoothness}, opacity, blend, region, enabled)


def dither(
    levels: Number | None = None, size: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Shows the picture in a few colors, mixed in a pattern of pixels, as on an early computer.

    Args:
        levels: Levels, 2 to 16, default 3.
        size: Pixel size, 1 to 16 px, default 2.
    """
    return stage("dither", {"levels": levels, "size": size}, opacity, blend, region, enabled)


def edge_detect(
    strength: Number | None = None, lines: Literal["light", "dark", "colored"] | None = None, *, opacity: Number = 1,
    blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Draws only outlines, where brightness changes sharply.

    Args:
        strength: Strength, 0 to 8, default 2.
        lines: Lines, default light.
    """
    return stage("edge-detect", {"strength": strength, "lines": lines}, opacity, blend, region, enabled)


def halftone(
    size: Number | None = None, angle: Number | None = None, inks: Literal["black", "process"] | None = None, *,
    opacity: Number = 1, blend: str | None = None, region: Region | None = None, enabled: bool = True
) -> Stage:
    """Prints the picture in dots, black alone or in the four inks of a press.

    Args:
        size: Dot spacing, 3 to 60 px, default 12.
        angle: Angle, -90 to 90 °, default 45.
        inks: Inks, default black.
    """
    return stage("halftone", {"size": size, "angle": angle, "inks": inks}, opacity, blend, region, enabled)


def kuwahara(
    radius: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Makes the picture look painted with a brush.

    Args:
        radius: Radius, 0 to 20 px, default 6.
    """
    return stage("kuwahara", {"radius": radius}, opacity, blend, region, enabled)


def crt(
    scanlines: Number | None = None, line_height: Number | None = None, rows: Number | None = None,
    mask: Number | None = None, stripe_width: Number | None = None, *, opacity: Number = 1, blend: str | None = None,
    region: Region | None = None, enabled: bool = True
) -> Stage:
    """Adds the scan lines and the color stripes of an old television screen.

    Args:
        scanlines: Scan Lines, 0 to 1, default 0.5. How dark the gaps between lines are; bright lines are thicker.
        line_height: Line Height, 0 to 32 px, default 0. The distance between lines, at least 2; 0 matches the rows of
            the television picture.
        rows: Television Rows, 16 to 1152 rows, default 480. How many rows the television picture had, if Line Height is
            0 and the picture was enlarged: 480 for NTSC, 576 for PAL. A picture with only slightly more rows uses its
            own number.
        mask: Mask, 0 to 1, default 0.4. How distinct the red, green and blue stripes are.
        stripe_width: Stripe Width, 0.5 to 16 px, default 1. The width of one color's stripe; three make a dot.
    """
    return stage("crt", {"scanlines": scanlines, "lineHeight": line_height, "rows": rows, "mask": mask, "stripeWidth":
        stripe_width}, opacity, blend, region, enabled)


def pixelate(
    size: Number | None = None, *, opacity: Number = 1, blend: str | None = None, region: Region | None = None,
    enabled: bool = True
) -> Stage:
    """Covers the picture with a mosaic of single-colored squares.

    Args:
        size: Block size, 1 to 200 px, default 16.
    """
    return stage("pixelate", {"size": size}, opacity, blend, region, enabled)
