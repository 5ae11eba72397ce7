// filter: channel-mixer
// title: Channel Mixer
// group: Color
// summary: Mixes the red, green and blue of the result from those of the picture.
// words: swap channels, infrared
// makes: color
// section: Red
// parameter: redRed "Red from Red" number -2..2 default=1 identity=1 step=0.01
// parameter: redGreen "Red from Green" number -2..2 default=0 identity=0 step=0.01
// parameter: redBlue "Red from Blue" number -2..2 default=0 identity=0 step=0.01
// parameter: redOffset "Red Offset" number -1..1 default=0 identity=0 step=0.01
// section: Green
// parameter: greenRed "Green from Red" number -2..2 default=0 identity=0 step=0.01
// parameter: greenGreen "Green from Green" number -2..2 default=1 identity=1 step=0.01
// parameter: greenBlue "Green from Blue" number -2..2 default=0 identity=0 step=0.01
// parameter: greenOffset "Green Offset" number -1..1 default=0 identity=0 step=0.01
// section: Blue
// parameter: blueRed "Blue from Red" number -2..2 default=0 identity=0 step=0.01
// parameter: blueGreen "Blue from Green" number -2..2 default=0 identity=0 step=0.01
// parameter: blueBlue "Blue from Blue" number -2..2 default=1 identity=1 step=0.01
// parameter: blueOffset "Blue Offset" number -1..1 default=0 identity=0 step=0.01
// section:
// parameter: monochrome "Monochrome" toggle default=false identity=false
// sample: redRed=0 redBlue=1 blueBlue=0 blueRed=1

// A 3×3 matrix and an offset on encoded values. For monochrome, the coefficients of red apply to all
// channels.
vec4 channelMixer(
    vec4 color,
    float redRed, float redGreen, float redBlue, float redOffset,
    float greenRed, float greenGreen, float greenBlue, float greenOffset,
    float blueRed, float blueGreen, float blueBlue, float blueOffset,
    bool monochrome
) {
    float red = dot(color.rgb, vec3(redRed, redGreen, redBlue)) + redOffset;
    float green = dot(color.rgb, vec3(greenRed, greenGreen, greenBlue)) + greenOffset;
    float blue = dot(color.rgb, vec3(blueRed, blueGreen, blueBlue)) + blueOffset;
    return vec4(monochrome ? vec3(red) : vec3(red, green, blue), color.a);
}
