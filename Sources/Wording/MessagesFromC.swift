/// The messages of the C modules, which cannot be translated there; messages of libraries stay untranslated.
package func translatedFromC(_ text: String) -> String {
    switch text {
    // CJPEG, CPNG, CTIFF, CVips
    case "its colors are of a kind that Glint does not read":
        tr("its colors are of a kind that Glint does not read")
    case "the data ends before the last of its scans": tr("the data ends before the last of its scans")
    case "there is not enough memory": tr("there is not enough memory")
    case "the data ends too early": tr("the data ends too early")
    case "its tags contradict each other": tr("its tags contradict each other")
    case "libtiff cannot read it": tr("libtiff cannot read it")
    // CVideo
    case "its data is wrong or ends too early": tr("its data is wrong or ends too early")
    case "the memory is too small": tr("the memory is too small")
    case "it is cut short, or what tells of its contents is wrong":
        tr("it is cut short, or what tells of its contents is wrong")
    case "it is protected (DRM) and cannot be read": tr("it is protected (DRM) and cannot be read")
    case "it is about other files, which are not opened": tr("it is about other files, which are not opened")
    case "it has something that FFmpeg's libraries do not support":
        tr("it has something that FFmpeg's libraries do not support")
    case "FFmpeg's libraries refuse it": tr("FFmpeg's libraries refuse it")
    case "its codec": tr("its codec")
    case "its pictures have no size": tr("its pictures have no size")
    case "its pictures change their size": tr("its pictures change their size")
    // CLive
    case "GStreamer gives no reason": tr("GStreamer gives no reason")
    case "the device is gone": tr("the device is gone")
    case "it is no video device": tr("it is no video device")
    case "it is a camera and takes no frames": tr("it is a camera and takes no frames")
    case "PipeWire refuses the connection": tr("PipeWire refuses the connection")
    default: text
    }
}
