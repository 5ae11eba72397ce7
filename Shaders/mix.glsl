// The second input with the first mixed over it. Colors weigh by their alpha, so hidden ones do not show.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec4 above = fetch0(p);
    vec4 below = fetch1(p);
    float opacity = values[0].x;
    float alpha = mix(below.a, above.a, opacity);
    vec3 weighted = mix(below.rgb * below.a, above.rgb * above.a, opacity);
    store(p, vec4(alpha > 0.0 ? weighted / alpha : below.rgb, alpha));
}
