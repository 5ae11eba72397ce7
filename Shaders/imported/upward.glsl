// Turns the y axis of the place that a fragment is drawn at, and of what derives from it, to point up.
layout(origin_upper_left) in vec4 gl_FragCoord;
float glint_dFdy(float x) { return -dFdy(x); }
vec2 glint_dFdy(vec2 x) { return -dFdy(x); }
vec3 glint_dFdy(vec3 x) { return -dFdy(x); }
vec4 glint_dFdy(vec4 x) { return -dFdy(x); }
#define dFdy glint_dFdy
