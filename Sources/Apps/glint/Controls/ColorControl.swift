import Filters
import Gtk

/// A color, edited with a swatch.
@MainActor
final class ColorControl: ParameterControl {
    let parameter: ParameterDeclaration
    private let button: ColorButton
    private let parts: ParameterRow
    var row: Object { parts.row }
    var line: Object? { parts.line }

    init(_ parameter: ParameterDeclaration, host: ControlHost) {
        self.parameter = parameter
        parts = ParameterRow(parameter, host: host)
        button = ColorButton(parameter.title, takesAlpha: parameter.takesAlpha)
        parts.add(button.object)
        button.changed = { color in
            let opaque = SIMD3(color.x, color.y, color.z)
            host.changed(
                parameter,
                parameter.takesAlpha && color.w < 1
                    ? .text(HexadecimalColor.text(opaque, alpha: color.w)) : .color(opaque))
        }
    }

    func show(_ stage: Recipe.Stage) {
        switch stage.value(of: parameter) {
        case .color(let opaque): button.show(SIMD4(opaque, 1))
        case .text(let text): HexadecimalColor.colorWithAlpha(text).map(button.show)
        default: break
        }
    }

    func setNames(_ name: @escaping (ParameterDeclaration) -> String) {
        button.object.setAccessibleNameOfButton(name(parameter))
    }
}
