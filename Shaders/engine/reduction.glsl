// The cubic of Keys (“Cubic convolution interpolation for digital image processing”, 1981) with a = -½,
// widened by the reduction. The weights of a pixel's taps are divided by their sum, since the picture's edge
// may cut some off.
struct Taps {
    int first, last;
    float middle, width;
};

// The pixels of a line of `size` pixels that one of `grid` pixels is computed from.
Taps taps(int pixel, int grid, int size) {
    float ratio = float(size) / float(grid);
    float width = max(1.0, ratio);
    float middle = (float(pixel) + 0.5) * ratio - 0.5;
    int first = max(0, int(ceil(middle - 2.0 * width)));
    int last = min(size - 1, int(floor(middle + 2.0 * width)));
    return Taps(first, last, middle, width);
}

float weight(Taps line, int index) {
    float x = abs((float(index) - line.middle) / line.width);
    if (x < 1.0) return (1.5 * x - 2.5) * x * x + 1.0;
    return x < 2.0 ? ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0 : 0.0;
}
