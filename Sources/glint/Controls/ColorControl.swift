@preconcurrency import CAdwaita
import Filters
import Gtk

/// A color: a swatch that opens the desktop's color chooser, and the color as #rrggbb to type.
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
            let color = ParameterValue(word: word.hasPrefix("#") ? word : "#" + word, kind: .color)
            if let color { host.changed(parameter, color) }
        }
        gtk_color_button_set_title(button.pointer(), parameter.title)
        gtk_color_chooser_set_use_alpha(button.pointer(), 0)
        parts.add(entry.object)
        parts.add(button)
        button.connect("color-set") { [weak button] in
            guard let button else { return }
            var color = GdkRGBA()
            gtk_color_chooser_get_rgba(button.pointer(), &color)
            let channels = SIMD3(Double(color.red), Double(color.green), Double(color.blue))
            host.changed(parameter, .color(channels))
        }
    }

    func show(_ stage: Recipe.Stage) {
        let value = stage.value(of: parameter)
        guard case .color(let color) = value else { return }
        var rgba = GdkRGBA(red: Float(color.x), green: Float(color.y), blue: Float(color.z), alpha: 1)
        gtk_color_chooser_set_rgba(button.pointer(), &rgba)
        if case .string(let text) = value.json { entry.show(text) }
    }

    func setNames(_ name: (ParameterDeclaration) -> String) {
        button.setAccessibleNameOfButton(name(parameter))
        entry.object.setAccessibleName("\(name(parameter)) Value")
    }
}
