import Localization

/// Draws a text over the picture.
package struct TextFilter: MultiPassFilter {
    /// The filter's id.
    package static let id = "text"
    /// The maximum length of a text: Pango's time for a line without spaces grows with its square.
    private static let mostCharacters = 1000

    package func passes(
        values: [String: ParameterValue], conditions: PassConditions
    ) throws(FilterError) -> [FilterPass] {
        let text = TextFields.filled(values.text("text"), from: conditions.photograph)
        guard !text.isEmpty else { return [] }
        let shorter = Double(conditions.entering.size.min())
        let drawing = try TextDrawing(
            text, font: values.text("font"), size: values.number("size") / 100 * shorter,
            anchor: Overlay.anchor(values.choice("anchor")),
            margin: (values.number("margin") / 100 * shorter).rounded(), color: values.color("color"),
            shadow: values.number("shadow"), on: conditions.entering)
        guard let drawing else { return [] }
        var pass = FilterPass(name: "text", kernel: "text.glsl")
        pass.inputs = [.entering]
        pass.textures = [PictureTexture(name: "letters", text: drawing)]
        pass.uniforms = ["corner": .ivec2(drawing.corner)]
        return [pass]
    }

    package func problem(with values: [String: ParameterValue]) -> String? {
        let count = values.text("text").count
        guard count > Self.mostCharacters else { return nil }
        return tr("text has \(count) characters, but the maximum is \(Self.mostCharacters)")
    }
}
