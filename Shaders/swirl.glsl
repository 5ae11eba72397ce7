// filter: swirl
// title: Swirl
// group: Distort
// summary: Twists the picture around a point, most strongly at the center.
// words: twirl, whirl, spiral, twist
// parameter: angle "Angle" number -360..360 default=120 identity=0 step=1 unit=°
// parameter: radius "Radius" number 0.05..1 default=0.4 step=0.01
// parameter: center "Center" point default=0.5,0.5
#include "include/round-warp.glsl"

// Rotates by the angle times the fade. A radius of 1 is the picture's longer side.
vec2 origin(vec2 position, float fade) {
    float angle = strength * fade;
    vec2 turn = vec2(cos(angle), sin(angle));
    return vec2(turn.x * position.x - turn.y * position.y, turn.y * position.x + turn.x * position.y);
}
