// filter: frozen-kinds
// title: Frozen Kinds
// group: Color
// summary: Has a parameter of every kind that a function is given.
// reads: place
// makes: color alpha
// parameter: on "On" toggle default=true help="Whether anything is done"
// section: Where
// parameter: center "Center" point default=0.5,0.5
// parameter: radius "Radius" number 0..100 default=12 step=1 unit=px curve=square
// section: What
// parameter: ink "Ink" color default=#2040c0
// parameter: bend "Bend" curve default=0,0;1,1
// parameter: way "Way" choice over="Over" under="Under" default=over

vec4 frozenKinds(vec4 color, vec2 place, bool on, vec2 center, float radius, vec3 ink, int bend, int way) {
    if (!on || distance(place, center * picture.xy) > radius) return color;
    vec3 bent = vec3(curve(bend, color.r), curve(bend, color.g), curve(bend, color.b));
    return way == 0 ? vec4(mix(bent, ink, 0.5), 0.75) : vec4(bent * ink, 1.0);
}
