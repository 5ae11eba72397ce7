// filter: dehaze
// title: Dehaze
// group: Light
// summary: Removes haze and fog from a landscape; negative amounts add haze, most where there already is some.
// words: fog, mist, haze, smog, landscape
// makes: color
// parameter: amount "Amount" number -1..1 default=0.4 identity=0 step=0.01
// parameter: haze "Haze color" color default=#ffffff
// pass: moments = darknessMoments(entering)
// pass: means = filter gaussian-blur(moments, radius=0.03 × max(pictureWidth, pictureHeight))
// pass: lines = lineOfMeans(means)
// pass: baseLines = filter gaussian-blur(lines, radius=0.03 × max(pictureWidth, pictureHeight))
// pass: result = dehazed(entering, baseLines) when abs(amount) > 0
#include "include/edge-aware-base.glsl"

float darkest(vec3 color) { return min(min(color.r, color.g), color.b); }

vec4 darknessMoments(ivec2 p) {
    vec4 color = entering(p);
    return baseMoments(darkest(color.rgb), color.a);
}

vec4 lineOfMeans(ivec2 p) { return baseLine(means(p), 0.005); }

// Koschmieder's law, as in He, Sun and Tang, “Single image haze removal using dark channel prior” (2009): the
// observed color is J × t + haze × (1 - t), and 1 - t is at most the darkest channel. The veil is estimated
// as that channel's smooth part minus the local deviation, as in Tarel and Hautière, “Fast visibility
// restoration” (2009). The equation is solved for J; negative amounts thicken the veil.
vec4 dehazed(ivec2 p) {
    vec4 color = entering(p);
    vec4 line = baseLines(p);
    float darkness = darkest(color.rgb);
    float veil = clamp(min(edgeAwareBase(darkness, line) - line.z, darkness), 0.0, 1.0);
    // Not all of the haze is removed, since nothing would be left of distant objects (He, section 4.3).
    float part = (amount > 0.0 ? 0.75 * amount : 1.25 * amount) * veil;
    return vec4((color.rgb - part * haze) / (1.0 - part), color.a);
}
