// filter: deinterlace
// title: Deinterlace
// group: Detail
// summary: Removes the comb-like edges of moving things in interlaced video.
// words: interlaced, comb, fields, video
// parameter: amount "Amount" number 0..1 default=1 identity=0 step=0.05
// parameter: method "Method" choice edges="Along Edges" bob="Between Rows" blend="Both Fields" default=edges help="Along Edges and Between Rows keep one field and fill in the rows of the other; Both Fields blends the two, which shows moving objects twice."
// parameter: field "Keep" choice upper="Upper Field" lower="Lower Field" default=upper
// pass: result = deinterlaced(entering) reach 3 when amount > 0
#include "include/alpha.glsl"

vec4 rowPixel(ivec2 p) { return premultiplied(entering(p)); }

// Edge-based line averaging: of the five directions through the missing pixel, the mean of the two pixels
// that differ least (Doyle and Looymans, “Progressive scan conversion using edge information”, 1990).
vec4 alongEdge(ivec2 p) {
    vec4 best = vec4(0.0);
    float least = 1e9;
    for (int i = 0; i < 5; i++) {
        // In the order 0, -1, 1, -2, 2: the vertical direction comes first, so that it wins ties.
        int x = (i + 1) / 2 * (i % 2 == 1 ? -1 : 1);
        float difference = 0.0;
        for (int side = -1; side <= 1; side++) {
            vec4 d = abs(rowPixel(p + ivec2(side + x, -1)) - rowPixel(p + ivec2(side - x, 1)));
            difference += d.r + d.g + d.b + d.a;
        }
        // A diagonal must be clearly better, since in noise there is always one that fits slightly better.
        difference *= 1.0 + 0.1 * float(abs(x));
        if (difference < least) {
            least = difference;
            best = 0.5 * (rowPixel(p + ivec2(x, -1)) + rowPixel(p + ivec2(-x, 1)));
        }
    }
    return best;
}

vec4 deinterlaced(ivec2 p) {
    vec4 color = entering(p);
    // In a reduced view, rows of both fields are already mixed.
    if (picture.w > 1.0) return color;
    vec4 made = premultiplied(color);
    ivec2 down = ivec2(0, 1);
    if (method == 2) {
        made = 0.5 * made + 0.25 * (rowPixel(p - down) + rowPixel(p + down));
    } else {
        // Views are never larger than the picture, so a row of the view is a row of the picture.
        bool isKept = p.y % 2 == field;
        bool isAtRim = p.y == 0 || p.y >= int(picture.y) - 1;
        if (isKept) return color;
        if (isAtRim) {
            made = rowPixel(p.y == 0 ? p + down : p - down);
        } else if (method == 1) {
            made = 0.5 * (rowPixel(p - down) + rowPixel(p + down));
        } else {
            made = alongEdge(p);
        }
    }
    return straight(mix(premultiplied(color), made, amount));
}
