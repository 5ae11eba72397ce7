// filter: exposure
// title: Exposure
// group: Light
// summary: Makes the picture brighter or darker in stops, as more or less light on the sensor would.
// words: brighten, darken, brightness, light, ev, stops
// parameter: stops "Stops" number -5..5 default=0 identity=0 step=0.05 unit=EV
// sample: stops=1
#include "include/transfer.glsl"

// Each stop doubles the light (ISO 2720): linear values times 2^stops.
vec4 exposure(vec4 color, float stops) {
    return vec4(scaleLight(color.rgb, vec3(exp2(stops))), color.a);
}
