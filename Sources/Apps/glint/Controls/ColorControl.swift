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
        gtk_color_chooser_set_use_alpha(button.pointer(), 0)
        parts.add(button)
        button.connect("color-set") { [weak button] in
            guard let button else { return }
            var color = GdkRGBA()
            gtk_color_chooser_get_rgba(button.pointer(), &color)
            host.changed(parameter, .color(color.channels.clamped(lowerBound: .zero, upperBound: .one)))
        }
    }

    func show(_ stage: Recipe.Stage) {
        let value = stage.value(of: parameter)
        guard case .color(let color) = value else { return }
        var rgba = GdkRGBA(red: Float(color.x), green: Float(color.y), blue: Float(color.z), alpha: 1)
        gtk_color_chooser_set_rgba(button.pointer(), &rgba)
        button.setAccessibleDescription(HexadecimalColor.text(nearest: color))
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
