@preconcurrency import CAdwaita
import Filters
import Gtk

/// A swatch that opens the desktop's color chooser, which also accepts typed values.
@MainActor
final class ColorButton {
    let object = Object(gtk_color_button_new())
    /// Called with red, green, blue and alpha, each 0…1, after the user has chosen a color.
    var changed: (@MainActor (SIMD4<Double>) -> Void)?

    /// - Parameters:
    ///   - title: the title of the chooser.
    ///   - takesAlpha: whether the color may be transparent.
    init(_ title: String, takesAlpha: Bool = false) {
        gtk_color_button_set_title(object.pointer(), title)
        gtk_color_chooser_set_use_alpha(object.pointer(), takesAlpha ? 1 : 0)
        object.connect("color-set") { [weak self] in
            guard let self else { return }
            var color = GdkRGBA()
            gtk_color_chooser_get_rgba(object.pointer(), &color)
            changed?(color.channels.clamped(lowerBound: .zero, upperBound: .one))
        }
    }

    /// Shows a color without notifying.
    func show(_ color: SIMD4<Double>) {
        var rgba = GdkRGBA(
            red: Float(color.x), green: Float(color.y), blue: Float(color.z), alpha: Float(color.w))
        gtk_color_chooser_set_rgba(object.pointer(), &rgba)
        let opaque = SIMD3(color.x, color.y, color.z)
        object.setAccessibleDescriptionOfButton(
            color.w < 1
                ? HexadecimalColor.text(opaque, alpha: color.w) : HexadecimalColor.text(nearest: opaque))
    }
}

extension GdkRGBA {
    /// Red, green, blue and alpha. A float that represents one of 256 levels is converted to exactly that
    /// level.
    fileprivate var channels: SIMD4<Double> {
        func channel(_ float: Float) -> Double {
            let level = (float * 255).rounded()
            return level / 255 == float ? Double(level) / 255 : Double(float)
        }
        return SIMD4(channel(red), channel(green), channel(blue), Double(alpha))
    }
}
