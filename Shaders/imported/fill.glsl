// Covers the whole result; the vertices are a strip of four.
void main() {
    gl_Position = vec4(2.0 * vec2(gl_VertexID & 1, gl_VertexID >> 1) - 1.0, 0.0, 1.0);
}
