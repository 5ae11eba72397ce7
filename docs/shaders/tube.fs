/*{
    "ISFVSN": "2",
    "DESCRIPTION": "The screen of an old television: scanlines, a mask of colored slots and a curved glass.",
    "CREDIT": "the Glint project",
    "CATEGORIES": ["Stylize"],
    "INPUTS": [
        {"NAME": "inputImage", "TYPE": "image"},
        {"NAME": "lines", "TYPE": "float", "DEFAULT": 240, "MIN": 60, "MAX": 600},
        {"NAME": "depth", "TYPE": "float", "DEFAULT": 0.6, "MIN": 0, "MAX": 1},
        {"NAME": "mask", "TYPE": "float", "DEFAULT": 0.35, "MIN": 0, "MAX": 1},
        {"NAME": "curvature", "TYPE": "float", "DEFAULT": 0.12, "MIN": 0, "MAX": 0.5}
    ]
}*/

void main() {
    // The glass bulges towards the viewer, so the picture shrinks towards its corners.
    vec2 place = isf_FragNormCoord * 2.0 - 1.0;
    place *= 1.0 + curvature * place.yx * place.yx;
    vec2 uv = place * 0.5 + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) {
        gl_FragColor = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    vec3 color = IMG_NORM_PIXEL(inputImage, uv).rgb;
    // The beam is narrower where it is darker.
    float distance = abs(fract(uv.y * lines) - 0.5) * 2.0;
    vec3 beam = mix(vec3(1.0), exp(-distance * distance * (3.0 - 2.0 * color)), depth);
    float slot = mod(floor(gl_FragCoord.x), 3.0);
    vec3 slots = mix(vec3(1.0), 1.5 * vec3(equal(vec3(slot), vec3(0.0, 1.0, 2.0))) + 0.35, mask);
    gl_FragColor = vec4(color * beam * slots * (1.0 + 0.4 * depth), 1.0);
}
