@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Imaging

// What the launch of Glint's window is measured against, by Tests/Bench/window.py.
//
//     launch-peer window         opens a window with nothing but a GtkGLArea, and ends when that was drawn:
//                                "frame at 1234.567890 s" on the monotonic clock
//     launch-peer decode FILE    opens a picture: "decoded in 61.2 ms"

switch CommandLine.arguments.dropFirst().first {
case "window": exit(BareWindow().run())
case "decode":
    do throws(ImagingError) {
        let start = ContinuousClock.now
        _ = try Picture(contentsOf: CommandLine.arguments.last ?? "")
        print("decoded in \((.now - start) / .milliseconds(1)) ms")
    } catch {
        print(error)
        exit(1)
    }
default:
    print("usage: launch-peer window | decode FILE")
    exit(2)
}
