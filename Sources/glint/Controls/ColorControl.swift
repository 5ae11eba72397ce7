@preconcurrency import CAdwaita
import Filters
import Gtk

/// A color: a swatch that opens the desktop's color chooser, and the color as #rrggbb, or as three numbers, to type.
@MainActor
final class ColorControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let button = Object(gtk_color_button_new())
    private let entry: ValueEntry
    private let parts: ParameterRow
    var row: Object { parts.row }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        entry = ValueEntry(width: 8) { text in
            let word = text.filter { !$0.isWhitespace }
            let isWhole = word.hasPrefix("#") || word.contains(",")
            let color = ParameterValue(word: isWhole ? word : "#" + word, kind: .color)
            if let color, parameter.problem(with: color) == nil { host.changed(parameter, color) }
        }
        gtk_color_button_set_title(button.pointer(), parameter.title)
        gtk_color_chooser_set_use_alpha(button.pointer(), 0)
        parts.add(entry.object)
        parts.add(button)
        button.connect("color-set") { [weak button] in
            guard let button else { return }
            var color = GdkRGBA()
            gtk_color_chooser_get_rgba(button.pointer(), &color)
            host.changed(parameter, .color(color.channels))
        }
    }

    func show(_ stage: Recipe.Stage) {
        let value = stage.value(of: parameter)
        guard case .color(let color) = value else { return }
        var rgba = GdkRGBA(red: Float(color.x), green: Float(color.y), blue: Float(color.z), alpha: 1)
        gtk_color_chooser_set_rgba(button.pointer(), &rgba)
        entry.show(HexadecimalColor.text(nearest: color))
    }

    func setNames(_ name: (ParameterDeclaration) -> String) {
        button.setAccessibleNameOfButton(name(parameter))
        entry.object.setAccessibleName("\(name(parameter)) Value")
    }
}

extension GdkRGBA {
    /// Red, green and blue. A float that stands for one of 256 levels is that level exactly.
    fileprivate var channels: SIMD3<Double> {
        func channel(_ float: Float) -> Double {
            let level = (float * 255).rounded()
            return level / 255 == float ? Double(level) / 255 : Double(float)
        }
        return SIMD3(channel(red), channel(green), channel(blue))
    }
}
