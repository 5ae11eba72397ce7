import Filters
import Testing

@Suite("The fields of a text") struct TextFieldsTests {
    private var photograph: Photograph {
        var photograph = Photograph()
        (photograph.maker, photograph.model) = ("Canon", "Canon EOS 5D Mark III")
        photograph.lens = "EF24-105mm f/4L IS USM"
        (photograph.exposureTime, photograph.aperture, photograph.focalLength) = (1.0 / 250, 2.8, 24)
        (photograph.sensitivity, photograph.date) = (200, "2024:05:01 12:30:00")
        photograph.name = "IMG_0042"
        return photograph
    }

    private func filled(_ text: String, _ change: (inout Photograph) -> Void = { _ in }) -> String {
        var changed = photograph
        change(&changed)
        return TextFields.filled(text, from: changed)
    }

    @Test(
        "are replaced by what the photo's file records",
        arguments: [
            ("date", "2024-05-01"), ("camera", "Canon EOS 5D Mark III"), ("lens", "EF24-105mm f/4L IS USM"),
            ("shutter", "1/250 s"), ("aperture", "f/2.8"), ("iso", "ISO 200"), ("focal", "24 mm"),
            ("name", "IMG_0042"),
        ])
    func values(field: String, value: String) {
        #expect(filled("{\(field)}") == value)
        #expect(filled("a {\(field)}, {\(field)}!") == "a \(value), \(value)!")
        #expect(TextFields.filled("{\(field)}", from: nil) == "")
        #expect(TextFields.names.contains(field))
    }

    @Test("without a value are left out with the separators beside them, and lines without any value")
    func missing() {
        func filled(_ text: String) -> String {
            self.filled(text) { ($0.lens, $0.date, $0.sensitivity) = (nil, nil, nil) }
        }
        #expect(filled("{camera} · {lens} · {aperture}") == "Canon EOS 5D Mark III · f/2.8")
        #expect(filled("{lens} · {aperture}") == "f/2.8")
        #expect(filled("{aperture}, {iso}") == "f/2.8")
        #expect(filled("{date} | {name} — {lens} / {iso}") == "IMG_0042")
        #expect(filled("{name}\n{lens}, {iso}\nend") == "IMG_0042\nend")
        #expect(filled("{lens}\n\n{name}") == "\nIMG_0042")
        #expect(filled("with {lens} on") == "with  on")
        #expect(filled("- {name} -") == "- IMG_0042 -")
        #expect(filled("{lens}{date}") == "")
        #expect(TextFields.filled("{camera}, {lens}", from: Photograph()) == "")
    }

    @Test("leave other braces, and begin lines at \\n")
    func braces() {
        #expect(filled("{{name} {nothing} {} } {") == "{name} {nothing} {} } {")
        #expect(filled("{{{name}}") == "{IMG_0042}")
        #expect(filled(#"a\n{name}\n"#) == "a\nIMG_0042\n")
        #expect(filled("a\r\nb") == "a\nb")
        #expect(filled("{Name} { name }") == "{Name} { name }")
        #expect(filled("{name}") { $0.name = #"{date}\n"# } == #"{date}\n"#)
    }

    @Test("are written as photographers write them")
    func notations() {
        #expect(filled("{shutter}") { $0.exposureTime = 0.5 } == "0.5 s")
        #expect(filled("{shutter}") { $0.exposureTime = 30 } == "30 s")
        #expect(filled("{shutter}") { $0.exposureTime = 1e-300 }.hasPrefix("1/"))
        #expect(filled("{aperture}") { $0.aperture = 8 } == "f/8")
        #expect(filled("{focal}") { $0.focalLength = 4.25 } == "4.3 mm")
        for date in ["0000:00:00 00:00:00", "    :  :     :  :  ", "May 2024", ""] {
            #expect(filled("{date}") { $0.date = date } == "", "\(date)")
        }
    }

    @Test("a text of more than 1,000 characters is a problem")
    func length() throws {
        let filter = try #require(FilterCatalog.builtIn.filter("text"))
        func problem(_ text: String) -> String? {
            FilterCatalog.builtIn.problem(with: Recipe.Stage(filter.id, ["text": .text(text)]))
        }
        #expect(problem(String(repeating: "ü", count: 1000)) == nil)
        #expect(
            problem(String(repeating: "ü", count: 1001))
                == "text has 1001 characters, but the maximum is 1000")
    }
}
