// The picture's rectangle in the area: left, top, right, bottom in pixels from the area's top left.
uniform vec4 rectangle;
uniform vec2 areaSize;
// The position in the picture, 0…1 from its top left.
out vec2 coordinates;

void main() {
    coordinates = vec2(gl_VertexID & 1, gl_VertexID >> 1);
    vec2 position = mix(rectangle.xy, rectangle.zw, coordinates) / areaSize;
    gl_Position = vec4(2.0 * position.x - 1.0, 1.0 - 2.0 * position.y, 0.0, 1.0);
}
