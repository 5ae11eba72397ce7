// The line of a guided filter that guides itself: a = variance / (variance + epsilon), b = mean × (1 - a).
// values[0].x is epsilon.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 moments = load(p);
    float variance = max(moments.y - moments.x * moments.x, 0.0);
    float slope = variance / (variance + values[0].x);
    store(p, vec4(slope, moments.x * (1.0 - slope), sqrt(variance), moments.a));
}
