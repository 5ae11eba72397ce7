// Moves the rows of each field down, as on a television that has lost vertical sync. Above the first row is
// the blanking interval, which is black, and above that is the end of the picture again.
//     fieldCount    2 if odd and even rows belong to two fields, otherwise 1
//     shifts        how far each field is down, in its own rows, from 0 up to its period
//     periods       the number of rows of each field, including the blanking interval
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int field = p.y % fieldCount;
    int row = p.y / fieldCount - shifts[field];
    if (row < 0) row += periods[field];
    int y = row * fieldCount + field;
    store(p, y < rowCount ? load(ivec2(p.x, y)) : vec4(0.0, 0.0, 0.0, 1.0));
}
