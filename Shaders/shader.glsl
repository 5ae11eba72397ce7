// filter: shader
// title: Shader File
// group: Imported
// summary: Runs a shader file made for mpv, for ISF or for ShaderToy.
// words: glsl, isf, mpv, hook, shadertoy, anime4k, upscale
// makes: color alpha
// parameter: file "File" file default="" identity=""
// parameter: outputScale "Output Scale" number 0.125..16 default=2 help="How much larger than the picture an mpv shader takes the window to be; shaders that enlarge run only in a larger window."

// The shader's own text replaces this file, which only declares the filter.
