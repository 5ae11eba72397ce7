// filter: lens
// title: Lens Correction
// group: Geometry
// summary: Corrects the distortion, color fringes and dark corners of the lens that took the photo.
// makes: color
// words: lensfun, optics, distortion, barrel, pincushion, chromatic aberration, vignetting, profile
// parameter: camera "Camera" text default="" help="If empty, the camera that the photo's file names."
// parameter: lens "Lens" text default="" help="If empty, the lens that the photo's file names."
// parameter: focalLength "Focal Length" number 0..2000 default=0 step=1 unit=mm curve=square help="If 0, that of the photo."
// parameter: aperture "Aperture" number 0..64 default=0 step=0.1 curve=square help="The f-number; if 0, that of the photo. Vignetting depends on it."
// parameter: distance "Distance" number 0..1000 default=0 step=0.1 unit=m curve=square help="The distance of the subject; if 0, that of the photo, or far away. Vignetting depends on it slightly."
// parameter: distortion "Distortion" number 0..2 default=1 identity=0 step=0.01
// parameter: aberration "Chromatic Aberration" number 0..2 default=1 identity=0 step=0.01
// parameter: vignetting "Vignetting" number 0..2 default=1 identity=0 step=0.01
// parameter: autoScale "Fill Corners" toggle default=true help="Enlarges the picture as little as needed for corners without repeated edge pixels."
#include "include/sampling.glsl"
#include "include/transfer.glsl"

// The models of liblensfun 0.3 in its order: scaling scales distances from the center, bend and bend4 are the
// coefficients of the distortion, red and blue those of the displacement of these colors against green, shade
// those of the brightness, which applies to positions in the input. center is in picture pixels, unit is
// 1 / pixel, and diagonal is vignetting's unit in these.

// The light that the lens has left at a distance from the center. Strengths above 1 could make it negative.
float light(float distance) {
    float square = distance * distance / (diagonal * diagonal);
    return max(1.0 + square * (shade.x + square * (shade.y + square * shade.z)), 0.05);
}

// The position in the input, in its pixels, whose centers are at integers.
vec2 place(vec2 way) { return (center + way) / picture.zw - 0.5; }

vec2 moved(vec2 way, vec3 factors) {
    float r = length(way) * unit;
    return way * (factors.x + r * (factors.y + r * factors.z));
}

void main() {
    ivec2 p = area.xy + ivec2(gl_GlobalInvocationID.xy);
    if (p.x >= area.z || p.y >= area.w) return;
    vec2 way = (vec2(p) + 0.5) * picture.zw - center;
    vec3 distances = vec3(length(way));
    vec4 color;
    if (moves) {
        way *= scaling;
        float r = length(way) * unit;
        way *= bend.x + r * (bend.y + r * (bend.z + r * (bend.w + r * bend4)));
        distances = vec3(length(way));
        color = cubicSample(place(way));
        if (movesColors) {
            vec2 redWay = moved(way, red);
            vec2 blueWay = moved(way, blue);
            color.r = cubicSample(place(redWay)).r;
            color.b = cubicSample(place(blueWay)).b;
            distances.rb = vec2(length(redWay), length(blueWay));
        }
    } else {
        color = load(p);
    }
    if (changesLight) {
        distances *= unit;
        color.rgb = scaleLight(
            color.rgb, 1.0 / vec3(light(distances.r), light(distances.g), light(distances.b)));
    }
    store(p, color);
}
