// The Lanczos window with three lobes: sinc(x) sinc(x / 3) for |x| < 3. Duchon, "Lanczos filtering in one and
// two dimensions", 1979.
float lanczos(float x) {
    x = abs(x) * 3.14159265;
    return x < 1e-4 ? 1.0 : x < 9.4247779 ? 3.0 * sin(x) * sin(x / 3.0) / (x * x) : 0.0;
}
