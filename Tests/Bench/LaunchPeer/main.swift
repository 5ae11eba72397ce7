@preconcurrency import CAdwaita
@preconcurrency import Glibc
import Gtk
import Imaging

// The baseline for the launch of Glint's window, used by Tests/Bench/window.py.
//
//     launch-peer window         opens a window with only a GtkGLArea, prints "frame at 1234.567890 s" on
//                                the monotonic clock once it has been drawn, and exits
//     launch-peer decode FILE    opens a picture; prints "decoded in 61.2 ms"

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
