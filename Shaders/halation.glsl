// filter: halation
// title: Halation
// group: Light
// summary: Surrounds highlights with the warm halo of light that is reflected within film.
// makes: color
// words: glow, film, red glow, cinestill, analog, halo
// parameter: amount "Amount" number 0..1 default=0.5 identity=0 step=0.01
// parameter: threshold "Threshold" number 0..1 default=0.7 step=0.01
// section: Radius
// parameter: redRadius "Red Radius" number 0..300 default=60 step=1 unit=px curve=square
// parameter: greenRadius "Green Radius" number 0..300 default=30 step=1 unit=px curve=square
// parameter: blueRadius "Blue Radius" number 0..300 default=12 step=1 unit=px curve=square
// section: Gain
// parameter: redGain "Red Gain" number 0..2 default=1 step=0.01
// parameter: greenGain "Green Gain" number 0..2 default=0.45 step=0.01
// parameter: blueGain "Blue Gain" number 0..2 default=0.2 step=0.01
// sample: amount=1
// pass: light = highlights(entering) floats
// pass: red = filter gaussian-blur(light, radius=redRadius)
// pass: green = filter gaussian-blur(light, radius=greenRadius)
// pass: blue = filter gaussian-blur(light, radius=blueRadius)
// pass: result = lit(entering, red, green, blue) when amount > 0
#include "include/color.glsl"
#include "include/transfer.glsl"

// The linear light of pixels whose luma is above the threshold, weighted by the excess as in Bloom.
vec4 highlights(ivec2 p) {
    vec4 color = entering(p);
    float excess = luma(color.rgb) - threshold;
    float part = clamp(excess / max(1.0 - threshold, 0.01), 0.0, 1.0);
    return vec4(part * max(toLinear(color.rgb), 0.0), color.a);
}

// Light that passes through the emulsion is reflected by the film's base and exposes the layers from behind,
// the deepest and red-sensitive one most and widest (Hunt, “The Reproduction of Colour”, on halation). It is
// added as linear light, per channel with its own radius and gain: near a highlight all layers are exposed,
// so the halo is nearly neutral there and becomes warmer outward.
vec4 lit(ivec2 p) {
    vec4 color = entering(p);
    vec3 halo = vec3(redGain * red(p).r, greenGain * green(p).g, blueGain * blue(p).b);
    return vec4(toEncoded(toLinear(color.rgb) + amount * halo), color.a);
}
