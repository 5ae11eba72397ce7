@preconcurrency import CAdwaita
import Filters
import Gtk

/// A color, edited with a swatch that opens the desktop's color chooser, which also accepts typed values.
@MainActor
final class ColorControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let button = Object(gtk_color_button_new())
    private let parts: ParameterRow
    var row: Object { parts.row }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        gtk_color_button_set_title(button.pointer(), parameter.title)
        gtk_color_chooser_set_use_alpha(button.pointer(), parameter.takesAlpha ? 1 : 0)
        parts.add(button)
        button.connect("color-set") { [weak button] in
            guard let button else { return }
            var color = GdkRGBA()
            gtk_color_chooser_get_rgba(button.pointer(), &color)
            let channels = color.channels.clamped(lowerBound: .zero, upperBound: .one)
            let hasAlpha = parameter.takesAlpha && color.alpha < 1
            host.changed(
                parameter,
                hasAlpha
                    ? .text(HexadecimalColor.text(channels, alpha: Double(color.alpha))) : .color(channels))
        }
    }

    func show(_ stage: Recipe.Stage) {
        let value = stage.value(of: parameter)
        let color: SIMD4<Double>
        switch value {
        case .color(let opaque): color = SIMD4(opaque, 1)
        case .text(let text):
            guard let parsed = HexadecimalColor.colorWithAlpha(text) else { return }
            color = parsed
        default: return
        }
        var rgba = GdkRGBA(
            red: Float(color.x), green: Float(color.y), blue: Float(color.z), alpha: Float(color.w))
        gtk_color_chooser_set_rgba(button.pointer(), &rgba)
        let opaque = SIMD3(color.x, color.y, color.z)
        button.setAccessibleDescription(
            color.w < 1
                ? HexadecimalColor.text(opaque, alpha: color.w) : HexadecimalColor.text(nearest: opaque))
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        button.setAccessibleNameOfButton(name(parameter))
    }
}

extension GdkRGBA {
    /// Red, green and blue. A float that represents one of 256 levels is converted to exactly that level.
    fileprivate var channels: SIMD3<Double> {
        func channel(_ float: Float) -> Double {
            let level = (float * 255).rounded()
            return level / 255 == float ? Double(level) / 255 : Double(float)
        }
        return SIMD3(channel(red), channel(green), channel(blue))
    }
}
