// filter: flip
// title: Flip
// group: Geometry
// summary: Mirrors the picture.
// words: mirror, reverse, upside down
// parameter: horizontal "Left to Right" toggle default=true identity=false
// parameter: vertical "Top to Bottom" toggle default=false identity=false
