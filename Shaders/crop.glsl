// filter: crop
// title: Crop
// group: Geometry
// summary: Crops the picture to a rectangle in pixels, or crops each side by a percentage of the width or height; at least one pixel remains.
// words: cut, trim, aspect ratio, frame, square
// parameter: left "Left" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: top "Top" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: right "Right" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: bottom "Bottom" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: x "X" integer 0..1000000 default=0 identity=0 step=1 unit=px curve=square help="The left edge of the rectangle; the percentages then apply to the rectangle."
// parameter: y "Y" integer 0..1000000 default=0 identity=0 step=1 unit=px curve=square help="The top edge of the rectangle."
// parameter: width "Width" integer 0..1000000 default=0 identity=0 step=1 unit=px curve=square help="The rectangle's width; 0 extends it to the picture's edge."
// parameter: height "Height" integer 0..1000000 default=0 identity=0 step=1 unit=px curve=square help="The rectangle's height; 0 extends it to the picture's edge."
// sample: left=20 top=10 right=15 bottom=25
