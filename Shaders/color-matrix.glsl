// filter: color-matrix
// title: Color Matrix
// group: Effects
// summary: Mixes the red, green, blue and transparency of the result from those of the picture.
// space: srgb
// words: channel mixer, matrix, swap channels
// makes: color alpha
// section: Red
// parameter: redRed "Red from Red" number -2..2 default=1 identity=1 step=0.01
// parameter: redGreen "Red from Green" number -2..2 default=0 identity=0 step=0.01
// parameter: redBlue "Red from Blue" number -2..2 default=0 identity=0 step=0.01
// parameter: redAlpha "Red from Alpha" number -2..2 default=0 identity=0 step=0.01
// parameter: redOffset "Red Offset" number -1..1 default=0 identity=0 step=0.01
// section: Green
// parameter: greenRed "Green from Red" number -2..2 default=0 identity=0 step=0.01
// parameter: greenGreen "Green from Green" number -2..2 default=1 identity=1 step=0.01
// parameter: greenBlue "Green from Blue" number -2..2 default=0 identity=0 step=0.01
// parameter: greenAlpha "Green from Alpha" number -2..2 default=0 identity=0 step=0.01
// parameter: greenOffset "Green Offset" number -1..1 default=0 identity=0 step=0.01
// section: Blue
// parameter: blueRed "Blue from Red" number -2..2 default=0 identity=0 step=0.01
// parameter: blueGreen "Blue from Green" number -2..2 default=0 identity=0 step=0.01
// parameter: blueBlue "Blue from Blue" number -2..2 default=1 identity=1 step=0.01
// parameter: blueAlpha "Blue from Alpha" number -2..2 default=0 identity=0 step=0.01
// parameter: blueOffset "Blue Offset" number -1..1 default=0 identity=0 step=0.01
// section: Alpha
// parameter: alphaRed "Alpha from Red" number -2..2 default=0 identity=0 step=0.01
// parameter: alphaGreen "Alpha from Green" number -2..2 default=0 identity=0 step=0.01
// parameter: alphaBlue "Alpha from Blue" number -2..2 default=0 identity=0 step=0.01
// parameter: alphaAlpha "Alpha from Alpha" number -2..2 default=1 identity=1 step=0.01
// parameter: alphaOffset "Alpha Offset" number -1..1 default=0 identity=0 step=0.01
// sample: redRed=0.4 redGreen=0.6 blueBlue=0.5 blueGreen=0.5

// The 4×5 matrix of SVG's feColorMatrix (Filter Effects Module 1, type matrix) on encoded values with
// straight alpha. As in SVG, fully transparent pixels count as black, so that their colors do not become
// visible.
vec4 colorMatrix(
    vec4 color,
    float redRed, float redGreen, float redBlue, float redAlpha, float redOffset,
    float greenRed, float greenGreen, float greenBlue, float greenAlpha, float greenOffset,
    float blueRed, float blueGreen, float blueBlue, float blueAlpha, float blueOffset,
    float alphaRed, float alphaGreen, float alphaBlue, float alphaAlpha, float alphaOffset
) {
    vec4 x = color.a > 0.0 ? color : vec4(0.0);
    float red = dot(x, vec4(redRed, redGreen, redBlue, redAlpha)) + redOffset;
    float green = dot(x, vec4(greenRed, greenGreen, greenBlue, greenAlpha)) + greenOffset;
    float blue = dot(x, vec4(blueRed, blueGreen, blueBlue, blueAlpha)) + blueOffset;
    float alpha = dot(x, vec4(alphaRed, alphaGreen, alphaBlue, alphaAlpha)) + alphaOffset;
    return vec4(red, green, blue, clamp(alpha, 0.0, 1.0));
}
