import TestSupport
import Testing

/// Opacity, blend mode and region, which every filter takes.
@Suite struct StageSettingTests {
    @Test func opacityAndBlendAreThoseOfTheRecipe() throws {
        let folder = try folderWithPicture()
        try folder.write(
            """
            {"glint":1,"filters":[{"id":"invert","parameters":{},"opacity":0.4,"blend":"soft-light"},
            {"id":"gaussian-blur","parameters":{"radius":4},"opacity":0.7,"blend":"screen",
             "region":{"shape":"ellipse","x":0.1,"y":0.2,"width":0.6,"height":0.7,"feather":0.4,"inverted":true}}]}
            """, to: "r.json")
        #expect(try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "r.json").status == 0)
        let run = try glint(
            in: folder, "render", "a.png", "-o", "c.png", "--", "invert", "opacity=0.4", "blend=soft-light",
            "gaussian-blur", "blend=screen", "radius=4", "opacity=0.7",
            "region=ellipse,0.1,0.2,0.6,0.7,0.4,inverted")
        #expect(run.status == 0, "\(run.errors)")
        let same = try python(
            in: folder,
            "print((load('b.png') == load('c.png')).all(), (load('a.png') != load('c.png')).any())")
        #expect(same == "True True\n")
    }

    @Test func severalRegionsAreThoseOfTheRecipe() throws {
        let folder = try folderWithPicture()
        try folder.write(
            """
            {"glint":1,"filters":[{"id":"invert","parameters":{},"region":[
             {"shape":"gradient","x":0.5,"y":0.2,"endX":0.6,"endY":0.7},
             {"shape":"rectangle","x":0.6,"y":0.1,"width":0.3,"height":0.8,"operation":"subtract"},
             {"shape":"luminosity","low":0.5,"high":1,"feather":0.25,"inverted":true}]}]}
            """, to: "r.json")
        #expect(try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "r.json").status == 0)
        let run = try glint(
            in: folder, "render", "a.png", "-o", "c.png", "--", "invert", "region=gradient,0.5,0.2,0.6,0.7",
            "region=rectangle,0.6,0.1,0.3,0.8,subtract", "region=luminosity,0.5,1,0.25,inverted")
        #expect(run.status == 0, "\(run.errors)")
        let same = try python(
            in: folder,
            "print((load('b.png') == load('c.png')).all(), (load('a.png') != load('c.png')).any())")
        #expect(same == "True True\n")
    }

    @Test func valuesThatAreNoneAreRefused() throws {
        let folder = try folderWithPicture()
        func render(_ arguments: String...) throws -> Run {
            try glint(in: folder, arguments: ["render", "a.png", "-o", "b.png", "--", "invert"] + arguments)
        }
        expectRefusal(try render("opacity=1.1"), status: 2, mentions: "opacity", "0 to 1")
        expectRefusal(try render("opacity=much"), status: 2, mentions: "opacity", "much")
        expectRefusal(try render("blend=mutliply"), status: 2, mentions: "did you mean multiply?")
        expectRefusal(try render("opacity=1", "opacity=0.5"), status: 2, mentions: "twice")
        expectRefusal(try render("region=circle,0,0,1,1"), status: 2, mentions: "circle,0,0,1,1", "SHAPE,X,Y")
        expectRefusal(try render("region=ellipse,0,0,1,5"), status: 2, mentions: "height", "0.001 to 4")
        expectRefusal(
            try render("region=luminosity,0.7,0.5"), status: 2,
            mentions: "low value must not exceed its high value")
        let nine = [String](repeating: "region=luminosity,0,1", count: 9)
        expectRefusal(
            try glint(in: folder, arguments: ["render", "a.png", "-o", "b.png", "--", "invert"] + nine),
            status: 2, mentions: "9 regions", "at most 8")
        expectRefusal(
            try render("crop", "left=10", "region=ellipse,0,0,1,1"), status: 2, mentions: "crop",
            "cannot be limited to a region")
        #expect(!folder.has("b.png"))
    }
}
