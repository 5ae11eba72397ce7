// filter: clarity
// title: Clarity
// group: Detail
// summary: Strengthens or softens local contrast in the midtones, without halos along edges.
// words: structure, local contrast, detail, punch, hdr, texture, midtones
// parameter: amount "Amount" number -1..1 default=0.4 identity=0 step=0.01
// parameter: radius "Radius" number 5..200 default=50 step=1 unit=px curve=square
// pass: moments = lumaMoments(entering)
// pass: means = filter gaussian-blur(moments, radius=radius)
// pass: lines = lineOfMeans(means)
// pass: baseLines = filter gaussian-blur(lines, radius=radius)
// pass: result = clarified(entering, baseLines) when abs(amount) > 0
#include "include/color.glsl"
#include "include/edge-aware-base.glsl"

vec4 lumaMoments(ivec2 p) {
    vec4 color = entering(p);
    return baseMoments(luma(color.rgb), color.a);
}

vec4 lineOfMeans(ivec2 p) { return baseLine(means(p), 0.02); }

// Amplifies or reduces the difference of the luma from its edge-aware base, most at middle gray and not at
// all at black and white. At the ends of the amount's range, the difference becomes 2.5 times as large, or a
// quarter.
vec4 clarified(ivec2 p) {
    vec4 color = entering(p);
    float value = luma(color.rgb);
    float distance = 2.0 * value - 1.0;
    float midtones = max(1.0 - distance * distance, 0.0);
    float detail = value - edgeAwareBase(value, baseLines(p));
    float strength = amount > 0.0 ? 1.5 * amount : 0.75 * amount;
    return vec4(color.rgb + strength * midtones * detail, color.a);
}
