// filter: crop
// title: Crop
// group: Geometry
// summary: Cuts off the picture's sides, each by a part of its width or height; a pixel always stays.
// words: cut, trim, aspect ratio, frame, square
// parameter: left "Left" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: top "Top" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: right "Right" number 0..100 default=0 identity=0 step=0.1 unit=%
// parameter: bottom "Bottom" number 0..100 default=0 identity=0 step=0.1 unit=%
// sample: left=20 top=10 right=15 bottom=25
