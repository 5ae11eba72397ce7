import TestSupport
import Testing

@Suite struct RecipeFileTests {
    private func refused(
        _ recipe: String, mentions parts: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let folder = try folderWithPicture()
        try folder.write(recipe, to: "my.glint")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "my.glint")
        expectRefusal(run, status: 1, mentions: "my.glint", sourceLocation: sourceLocation)
        for part in parts {
            #expect(run.errors.contains(part), "“\(part)” in \(run.errors)", sourceLocation: sourceLocation)
        }
        #expect(!folder.has("b.png"), sourceLocation: sourceLocation)
    }

    @Test func whatIsNoRecipeSaysWhere() throws {
        try refused("")
        try refused("{\"glint\":1,\n\"filters\":[{\"id\":}]}", mentions: "line 2")
        try refused("[1]", mentions: "not a JSON object")
        try refused("{\"filters\":[]}", mentions: "“glint”")
        try refused("{\"glint\":1}", mentions: "“filters”")
        try refused("{\"glint\":1,\"filters\":[{\"parameters\":{}}]}", mentions: "filter 1", "“id”")
        try refused("{\"glint\":99,\"filters\":[]}", mentions: "version 99")
    }

    @Test func whatTheFiltersDoNotTakeIsListed() throws {
        func recipe(_ filter: String) -> String { "{\"glint\":1,\"filters\":[\(filter)]}" }
        try refused(recipe("{\"id\":\"invrt\"}"), mentions: "“invrt”", "did you mean invert?")
        try refused(
            recipe("{\"id\":\"invert\",\"parameters\":{\"size\":1}}"), mentions: "“size”", "it has amount")
        try refused(
            recipe("{\"id\":\"invert\",\"parameters\":{\"amount\":1.5}}"), mentions: "amount is 1.5",
            "from 0 to 1")
        try refused(
            recipe("{\"id\":\"invert\",\"parameters\":{\"amount\":\"much\"}}"), mentions: "amount", "a number"
        )
        try refused(recipe("{\"id\":\"invert\",\"opacity\":2}"), mentions: "“opacity”")
        let region = #"{"shape":"ellipse","x":0,"y":0,"width":0,"height":1}"#
        try refused(
            recipe("{\"id\":\"invert\",\"region\":\(region)}"), mentions: "the region's width", "0.001 to 4")
    }

    @Test func aRecipeThatIsNotThere() throws {
        let folder = try folderWithPicture()
        for name in ["none.glint", "."] {
            let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", name)
            expectRefusal(run, status: 1, mentions: name, "recipe could not be read")
        }
    }

    @Test func aPictureInsteadOfARecipe() throws {
        let folder = try folderWithPicture()
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "a.png")
        expectRefusal(run, status: 1, mentions: "a.png", "not a recipe")
    }

    /// The same stages give the same file, whether they come from a recipe, from arguments, or from both.
    @Test func stagesOfARecipeComeBeforeThoseNamed() throws {
        let folder = try folderWithPicture()
        try folder.write(
            """
            {"glint": 1, "later": {"kept": true}, "filters": [
                {"id": "gaussian-blur", "parameters": {"radius": 5}, "enabled": true, "opacity": 1},
                {"id": "invert", "enabled": false},
                {"id": "saturation", "parameters": {"amount": 0.2}}
            ]}
            """, to: "my.glint")
        try glint(
            in: folder, "render", "a.png", "-o", "words.png", "--", "gaussian-blur", "radius=5", "saturation",
            "amount=0.2", "invert", "amount=0.8")
        let run = try glint(
            in: folder, "render", "--recipe=my.glint", "a.png", "-o", "both.png", "--", "invert", "amount=0.8"
        )
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try folder.bytes("both.png") == folder.bytes("words.png"))
    }

    @Test func opacityMixesOverTheInput() throws {
        let folder = try folderWithPicture()
        try folder.write("{\"glint\":1,\"filters\":[{\"id\":\"invert\",\"opacity\":0.25}]}", to: "my.glint")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "my.glint")
        #expect(run.status == 0)
        let near = try python(
            in: folder,
            """
            a = load('a.png').astype(float); b = load('b.png').astype(float)
            print(np.abs(b - (a * 0.75 + (255 - a) * 0.25)).max() <= 1)
            """)
        #expect(near == "True\n")
    }
}
