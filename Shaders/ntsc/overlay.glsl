// Draws letters over the picture: white where the table's dots are lit, with a dark shadow to the right and
// below.
bool isLit(ivec2 p, int dot) {
    ivec2 at = p / dot;
    return p.x >= 0 && p.y >= 0 && fetchTable(at).x > 0.5;
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int dot = dotSize;
    int shadow = (dot + 1) / 2;
    vec4 color = load(p);
    if (isLit(p, dot)) color = vec4(0.93, 0.93, 0.93, 1.0);
    else if (isLit(p - shadow, dot)) color = vec4(0.1, 0.1, 0.1, 1.0);
    store(p, color);
}
