// The luma of encoded R'G'B' (ITU-R BT.601-7, 2.5.1).
float luma(vec3 color) {
    return dot(color, vec3(0.299, 0.587, 0.114));
}
