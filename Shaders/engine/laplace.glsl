// Steps of a multigrid solver of the Laplace equation on the pixels of a mask (Briggs, Henson and McCormick,
// “A Multigrid Tutorial”, 2000): V-cycles over grids whose points are every second pixel of the grid before.
// Corrections are interpolated linearly between points in the mask, and the operators of the coarser grids
// are made for this interpolation (Galerkin), so that they fit masks of any shape. The smoother is Jacobi's,
// with two weights that together reduce the upper three quarters of the spectrum most evenly (Chebyshev).
//
// On the first grid (FINE) the unknowns are the pixels with a positive fourth component; each is to be the
// mean of its neighbors in the picture, whose fourth component is not negative. On the others, an operator
// couples a point with its eight neighbors. It is symmetric, so five numbers are stored, in two pixels: for
// the point itself (-1 outside the picture), the next one, and the three below: straight, after and before
// it.
//
// STEP 0: the operator of the next grid, from that of this one. STEP 1: two steps of the smoother, from 0.
// STEP 2: the residual on the next grid. STEP 3: adds the correction of the next grid, then a step of the
// smoother. STEP 4: a step of the smoother.
//
// Inputs: FINE: the pixels, then the correction. Otherwise the operator, the right side, the unknowns and the
// correction, as far as the step needs them.

#if FINE
#define correction load1
bool isUnknown(ivec2 p) { return load(p).w > 0.0; }
bool isOutside(ivec2 p) { return load(p).w < 0.0; }

// The coefficient of the pixel at p + d in the equation of the unknown at p.
float entry(ivec2 p, ivec2 d) {
    if (d == ivec2(0)) {
        return float(load(p + ivec2(1, 0)).w >= 0.0) + float(load(p - ivec2(1, 0)).w >= 0.0)
            + float(load(p + ivec2(0, 1)).w >= 0.0) + float(load(p - ivec2(0, 1)).w >= 0.0);
    }
    return abs(d.x) + abs(d.y) == 1 && isUnknown(p + d) ? -1.0 : 0.0;
}
#else
#define correction load3
float entry(ivec2 p, ivec2 d) {
    if (d.y < 0 || (d.y == 0 && d.x < 0)) {
        p += d;
        d = -d;
    }
    p.x *= 2;
    if (d.x < 0) return load(p + ivec2(1, 0)).x;
    vec4 numbers = load(p);
    return d.y == 0 ? (d.x == 0 ? numbers.x : numbers.y) : d.x == 0 ? numbers.z : numbers.w;
}
bool isUnknown(ivec2 p) { return entry(p, ivec2(0)) > 0.0; }
bool isOutside(ivec2 p) { return entry(p, ivec2(0)) < 0.0; }
#endif

// The part of a coarser point's value that an unknown pixel gets: half from each of two neighbors, or all of
// it at the picture's edge, beyond which there is no other.
float part(ivec2 p, ivec2 point) {
    float product = 1.0;
    for (int axis = 0; axis < 2; axis++) {
        int way = p[axis] - 2 * point[axis];
        if (abs(way) > 1) return 0.0;
        if (way == 0) continue;
        ivec2 other = p;
        other[axis] += way;
        if (!isOutside(other)) product *= 0.5;
    }
    return product;
}

#if STEP == 3
// The correction at an unknown. It is 0 at points that are not in the mask.
vec3 corrected(ivec2 p) {
    vec3 sum = vec3(0.0);
    ivec2 first = ivec2(p.x >> 1, p.y >> 1);
    for (int y = 0; y <= (p.y & 1); y++) {
        for (int x = 0; x <= (p.x & 1); x++) {
            ivec2 point = first + ivec2(x, y);
            sum += part(p, point) * correction(point).rgb;
        }
    }
    return sum;
}
#endif

#if STEP >= 2
vec3 unknown(ivec2 p) {
#if FINE
    vec4 value = load(p);
#if STEP == 3
    if (value.w > 0.0) value.rgb += corrected(p);
#endif
    return value.rgb;
#else
    vec3 value = load2(p).rgb;
#if STEP == 3
    if (isUnknown(p)) value += corrected(p);
#endif
    return value;
#endif
}

vec3 residual(ivec2 p) {
#if FINE
    vec3 center = unknown(p);
    vec3 sum = vec3(0.0);
    const ivec2 around[4] = ivec2[](ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1));
    for (int i = 0; i < 4; i++) {
        ivec2 next = p + around[i];
        if (load(next).w >= 0.0) sum += unknown(next) - center;
    }
    return sum;
#else
    vec3 sum = load1(p).rgb;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 d = ivec2(x, y);
            float coefficient = entry(p, d);
            if (coefficient != 0.0) sum -= coefficient * unknown(p + d);
        }
    }
    return sum;
#endif
}
#endif

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
#if STEP == 0
    ivec2 point = ivec2(p.x >> 1, p.y);
    bool isSecond = (p.x & 1) == 1;
    vec4 sums = vec4(0.0);
    if (isUnknown(2 * point)) {
        for (int i = 0; i < 9; i++) {
            ivec2 from = 2 * point + ivec2(i % 3 - 1, i / 3 - 1);
            if (!isUnknown(from)) continue;
            float share = part(from, point);
            for (int j = 0; j < 9; j++) {
                ivec2 d = ivec2(j % 3 - 1, j / 3 - 1);
                float coefficient = share * entry(from, d);
                if (coefficient == 0.0) continue;
                ivec2 to = from + d;
                if (isSecond) {
                    sums.x += coefficient * part(to, point + ivec2(-1, 1));
                } else {
                    sums += coefficient
                        * vec4(part(to, point), part(to, point + ivec2(1, 0)), part(to, point + ivec2(0, 1)),
                               part(to, point + ivec2(1, 1)));
                }
            }
        }
        if (isSecond) {
            if (!isUnknown(2 * point + ivec2(-2, 2))) sums.x = 0.0;
        } else {
            if (!isUnknown(2 * point + ivec2(2, 0))) sums.y = 0.0;
            if (!isUnknown(2 * point + ivec2(0, 2))) sums.z = 0.0;
            if (!isUnknown(2 * point + ivec2(2, 2))) sums.w = 0.0;
        }
    } else if (!isSecond && isOutside(2 * point)) {
        sums.x = -1.0;
    }
    store(p, sums);
#elif STEP == 1
    float own = entry(p, ivec2(0));
    if (own <= 0.0) {
        store(p, vec4(0.0));
        return;
    }
    vec3 sum = load1(p).rgb;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            ivec2 d = ivec2(x, y);
            float coefficient = entry(p, d);
            if (coefficient == 0.0) continue;
            sum -= coefficient * omega.x / entry(p + d, ivec2(0)) * load1(p + d).rgb;
        }
    }
    store(p, vec4(omega.x / own * load1(p).rgb + omega.y / own * sum, 0.0));
#elif STEP == 2
    vec3 sum = vec3(0.0);
    if (isUnknown(2 * p)) {
        for (int i = 0; i < 9; i++) {
            ivec2 d = ivec2(i % 3 - 1, i / 3 - 1);
            if (isUnknown(2 * p + d)) sum += part(2 * p + d, p) * residual(2 * p + d);
        }
    }
    store(p, vec4(sum, 0.0));
#else
    vec3 value = unknown(p);
    float own = entry(p, ivec2(0));
    if (isUnknown(p) && own > 0.0) value += omega.x / own * residual(p);
#if FINE
    store(p, vec4(value, load(p).w));
#else
    store(p, vec4(value, 0.0));
#endif
#endif
}
