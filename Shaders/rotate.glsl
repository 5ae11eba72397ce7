// filter: rotate
// title: Rotate
// group: Geometry
// summary: Rotates the picture clockwise; corners left empty by straightening are cropped.
// words: straighten, horizon, turn, level, tilt
// parameter: turns "Quarter Turns" integer 0..3 default=0 identity=0 step=1
// parameter: angle "Straighten" number -45..45 default=0 identity=0 step=0.1 unit=°
// sample: angle=8
