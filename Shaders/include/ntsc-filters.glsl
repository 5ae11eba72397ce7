// Filters along a row, one sample at a time. Their coefficients come from RowFilter.swift.

// A one-pole filter: y += α (x − y). Returns x + scale (y − x).
float onePole(inout float state, float x, float alpha, float scale) {
    state += alpha * (x - state);
    return x + scale * (state - x);
}

// A second-order low-pass filter, Butterworth if k is √2, implemented as a state-variable filter (Zavalishin,
// "The Art of VA Filter Design", 2012), whose coefficients stay precise at low frequencies. The coefficients
// are (g (g + k) + 1)⁻¹ times 1, g and g², and the fraction of the input that passes unfiltered.
float lowPass2(inout vec2 state, float x, vec4 c) {
    float high = x - state.y;
    float band = c.x * state.x + c.y * high;
    float low = state.y + c.y * state.x + c.z * high;
    state = 2.0 * vec2(band, low) - state;
    return low + c.w * x;
}

// The band that a notch filter removes: the output of the notch is x minus this band. Its strength, k, is in
// c.w.
float bandPass(inout vec2 state, float x, vec4 c) {
    float high = x - state.y;
    float band = c.x * state.x + c.y * high;
    float low = state.y + c.y * state.x + c.z * high;
    state = 2.0 * vec2(band, low) - state;
    return c.w * band;
}

// The low-pass filter that the setting `filter_type`, KIND, selects: three one-pole filters with α = c.x in
// series, or a second-order Butterworth filter. EACH_OF_LOW_PASS calls `each` with each number of the
// filter's state.
#ifdef KIND
#if KIND == 0
#define LowPassState vec3
#define EACH_OF_LOW_PASS(each, state) each(state.x) each(state.y) each(state.z)
LowPassState steadyLowPass(float x) { return vec3(x); }
float lowPass(inout vec3 state, float x, vec4 c) {
    state.x += c.x * (x - state.x);
    state.y += c.x * (state.x - state.y);
    state.z += c.x * (state.y - state.z);
    return state.z;
}
#else
#define LowPassState vec2
#define EACH_OF_LOW_PASS(each, state) each(state.x) each(state.y)
LowPassState steadyLowPass(float x) { return vec2(0.0, x); }
float lowPass(inout vec2 state, float x, vec4 c) { return lowPass2(state, x, c); }
#endif
#endif

// A notch filter at a quarter of the sample rate, Q = 2: b = [g 0 g], a = [1 0 2g−1] with g = 1 / √2.
float carrierNotch(inout vec2 state, float x) {
    const float gain = 0.70710678;
    float y = gain * x + state.x;
    state.x = state.y;
    state.y = gain * x - (2.0 * gain - 1.0) * y;
    return y;
}

// The filter's steady state for a constant input x.
vec2 steadyCarrierNotch(float x) { return vec2((1.0 - 0.70710678) * x); }

// The filter's steady state for an input that repeats these four samples, one carrier cycle. The output is
// their mean.
vec2 steadyCarrierNotch(vec4 x) { return dot(x, vec4(0.25)) - 0.70710678 * x.xy; }
