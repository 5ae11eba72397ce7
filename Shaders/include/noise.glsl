// An integer hash with a good avalanche effect: lowbias32 (Wellons, "Prospecting for hash functions", 2018).
// Integers ensure that the noise is the same on every device.
uint hash(uint x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

uint hash(ivec2 position, uint seed) {
    return hash(uint(position.x) + hash(uint(position.y) + hash(seed)));
}

// An approximately normal distribution with a mean of 0 and a standard deviation of 1: the sum of a hash's
// four bytes.
float normalNoise(ivec2 position, uint seed) {
    uint bits = hash(position, seed);
    uint sum = (bits & 255u) + ((bits >> 8) & 255u) + ((bits >> 16) & 255u) + (bits >> 24);
    return (float(sum) - 510.0) / 147.8;
}
