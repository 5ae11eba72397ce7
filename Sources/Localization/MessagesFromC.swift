/// The messages of the C modules, which cannot be translated there; messages of other libraries stay
/// untranslated.
package func translatedFromC(_ text: String) -> String {
    switch text {
    // CImageFormats
    case "Glint does not support its color format":
        tr("Glint does not support its color format")
    case "the data ends before its last scan": tr("the data ends before its last scan")
    case "there is not enough memory": tr("there is not enough memory")
    case "the data ends too early": tr("the data ends too early")
    case "its tags contradict each other": tr("its tags contradict each other")
    case "libtiff cannot read it": tr("libtiff cannot read it")
    // CVideo
    case "its data is invalid or ends too early": tr("its data is invalid or ends too early")
    case "the buffer is too small": tr("the buffer is too small")
    case "it is cut short, or its headers are invalid":
        tr("it is cut short, or its headers are invalid")
    case "it is protected (DRM) and cannot be read": tr("it is protected (DRM) and cannot be read")
    case "it refers to other files, which are not opened":
        tr("it refers to other files, which are not opened")
    case "it uses a feature that FFmpeg's libraries do not support":
        tr("it uses a feature that FFmpeg's libraries do not support")
    case "FFmpeg's libraries reject it": tr("FFmpeg's libraries reject it")
    case "its codec": tr("its codec")
    case "its frames have no size": tr("its frames have no size")
    case "the size of its frames changes": tr("the size of its frames changes")
    // CLive
    case "GStreamer gives no reason": tr("GStreamer gives no reason")
    case "the device is gone": tr("the device is gone")
    case "it is not a video device": tr("it is not a video device")
    case "it is a camera and does not accept frames": tr("it is a camera and does not accept frames")
    case "PipeWire rejects the connection": tr("PipeWire rejects the connection")
    default: text
    }
}
