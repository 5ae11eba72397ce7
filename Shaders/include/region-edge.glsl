// The mask value at a depth, which is 0 on the outline and 1 in the middle. The edge extends inward from the
// outline and is at least one working pixel wide. If the feather is narrower than that, the edge is extended
// outward by half the difference, so that the outline of a hard edge is in the edge's middle.
float regionEdge(float depth, float feather, float pixel) {
    return smoothstep(0.0, 1.0, (depth - 0.5 * min(feather - pixel, 0.0)) / max(feather, pixel));
}
