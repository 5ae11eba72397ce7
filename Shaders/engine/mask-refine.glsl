// The guided filter (He, Sun and Tang, "Guided Image Filtering", 2013) of a mask, whose guide is the luma:
// the mean of the input along one axis, over the part of the window that lies in the picture. STEP 1
// continues with the coefficients of the mask as a linear function of the luma; STEP 2 with the mask from
// their means and the luma of the second input.
void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    int low = max(p[VERTICAL] - reach, 0);
    int high = min(p[VERTICAL] + reach, grid[VERTICAL] - 1);
    vec4 sum = vec4(0.0);
    ivec2 at = p;
    for (int i = low; i <= high; i++) {
        at[VERTICAL] = i;
        sum += load(at);
    }
    vec4 mean = sum / float(high - low + 1);
#if STEP == 1
    float a = (mean.z - mean.x * mean.y) / (mean.w - mean.x * mean.x + epsilon);
    mean = vec4(a, mean.y - a * mean.x, 0.0, 0.0);
#elif STEP == 2
    // ITU-R BT.601.
    float y = dot(clamp(load1(p).rgb, 0.0, 1.0), vec3(0.299, 0.587, 0.114));
    mean = vec4(vec3(clamp(mean.x * y + mean.y, 0.0, 1.0)), 1.0);
#endif
    store(p, mean);
}
