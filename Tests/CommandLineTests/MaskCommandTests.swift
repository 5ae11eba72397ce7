import Foundation
import TestSupport
import Testing

/// Masks in files: what `mask` saves, where recipes find them, and programs that make them.
@Suite("Mask files") struct MaskCommandTests {

    @Test("of a stage are saved in the size of its input, and act like its regions")
    func saved() throws {
        let folder = try folderWithPicture()
        let regions = ["region=ellipse,0.2,0.1,0.6,0.7,0.4", "region=luminosity,0.2,0.6,0.1,intersect"]
        let crop = ["crop", "left=25"]
        var run = try glint(
            in: folder,
            arguments: ["mask", "a.png", "-o", "m.png", "--stage", "2", "--depth", "16", "--"] + crop + [
                "invert"
            ]
                + regions)
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        run = try glint(
            in: folder,
            arguments: ["render", "a.png", "-o", "b.png", "--"] + crop + ["invert"] + regions)
        #expect(run.status == 0)
        run = try glint(
            in: folder,
            arguments: ["render", "a.png", "-o", "c.png", "--"] + crop + ["invert", "region=file,m.png"])
        #expect(run.status == 0, "\(run.errors)")
        let output = try python(
            in: folder,
            """
            from PIL import Image
            mask, b, c = (Image.open(p) for p in ("m.png", "b.png", "c.png"))
            print(mask.mode, mask.size == b.size, np.ptp(np.asarray(mask)) > 60000,
                np.abs(np.asarray(b).astype(int) - np.asarray(c)).max())
            """)
        #expect(
            output.split(whereSeparator: \.isWhitespace) == ["I;16", "True", "True", "0"]
                || output.hasPrefix("I "))
        expectRefusal(
            try glint(in: folder, "mask", "a.png", "-o", "n.png", "--", "invert"), status: 2,
            mentions: "no regions")
        expectRefusal(
            try glint(in: folder, "mask", "a.png", "-o", "n.png", "--stage", "2", "--", "invert"), status: 2,
            mentions: "no filter 2")
        expectRefusal(
            try glint(in: folder, "mask", "a.png", "-o", "m.png", "--", "invert", "region=ellipse,0,0,1,1"),
            status: 1, mentions: "m.png")
        let source = try Data(contentsOf: URL(fileURLWithPath: folder.file("a.png")))
        expectRefusal(
            try glint(
                in: folder, "mask", "a.png", "-o", "a.png", "-y", "--", "invert", "region=ellipse,0,0,1,1"),
            status: 1, mentions: "a.png is an input")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.png"))) == source)
    }

    @Test("with other proportions than the picture's are reported")
    func otherProportions() throws {
        let folder = try folderWithPicture()
        try python(
            in: folder,
            """
            from PIL import Image
            width, height = Image.open("a.png").size
            Image.new("L", (2 * width, 2 * height), 128).save("same.png")
            Image.new("L", (width, width), 128).save("square.png")
            Image.new("L", (3 * width, 2 * height), 128).save("wide.png")
            """)
        for (mask, isReported) in [("same", false), ("square", true), ("wide", true)] {
            let run = try glint(
                in: folder,
                arguments: [
                    "render", "a.png", "-y", "-o", "b.png", "--", "invert", "region=file,\(mask).png",
                ])
            #expect(run.status == 0)
            #expect(run.errors.contains("\(mask).png is stretched") == isReported, "\(run.errors)")
        }
    }

    @Test("are found beside their recipe")
    func besideRecipe() throws {
        let folder = try folderWithPicture()
        try python(
            in: folder,
            """
            from PIL import Image
            os.makedirs("looks/masks")
            Image.fromarray(np.tile(np.linspace(0, 255, 40).astype(np.uint8), (30, 1))).save("looks/masks/m.png")
            """)
        let recipe = #"""
            {"glint":1,"filters":[{"id":"invert","parameters":{},"region":{"shape":"file","file":"masks/m.png"}}]}
            """#
        try folder.write(recipe, to: "looks/r.json")
        var run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "looks/r.json")
        #expect(run.status == 0, "\(run.errors)")
        run = try glint(
            in: folder, "render", "a.png", "-o", "c.png", "--", "invert", "region=file,looks/masks/m.png")
        #expect(run.status == 0, "\(run.errors)")
        #expect(try folder.bytes("b.png") == folder.bytes("c.png"))
        try folder.write(recipe, to: "r.json")
        expectRefusal(
            try glint(in: folder, "render", "a.png", "-o", "d.png", "--recipe", "r.json"), status: 1,
            mentions: "masks/m.png")
    }

    @Test("are made once per picture by a program that only the command line names")
    func program() throws {
        let folder = try folderWithPicture()
        try FileManager.default.copyItem(atPath: folder.file("a.png"), toPath: folder.file("it's b.png"))
        try FileManager.default.createDirectory(
            atPath: folder.file("out"), withIntermediateDirectories: false)
        try folder.write(
            #"{"glint":1,"filters":[{"id":"invert","parameters":{},"region":{"shape":"file","file":"@command"}}]}"#,
            to: "r.json")
        let threshold =
            "echo once >> \(folder.file("log")); convert {in} -colorspace Gray -threshold 50% {out}"
        let run = try glint(
            in: folder, "render", "a.png", "it's b.png", "-o", "out", "--recipe", "r.json", "--mask-command",
            threshold)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try String(decoding: folder.bytes("log"), as: UTF8.self) == "once\nonce\n")
        let made = try runProgram(
            "/usr/bin/convert",
            arguments: [
                folder.file("a.png"), "-colorspace", "Gray", "-threshold", "50%", folder.file("m.png"),
            ])
        #expect(made.status == 0)
        try glint(in: folder, "render", "a.png", "-o", "c.png", "--", "invert", "region=file,m.png")
        let same = try python(
            in: folder,
            """
            from PIL import Image
            print(*(np.abs(np.asarray(Image.open(p)).astype(int) - np.asarray(Image.open("c.png"))).max()
                for p in ("out/a.png", "out/it's b.png")))
            """)
        #expect(same == "0 0\n")
        for (command, reason) in [
            ("exit 3 # {in} {out}", "status 3"), ("true {in} {out}", "made no mask"),
        ] {
            expectRefusal(
                try glint(
                    in: folder, "render", "a.png", "-o", "d.png", "--recipe", "r.json", "--mask-command",
                    command),
                status: 1, mentions: reason)
        }
        expectRefusal(
            try glint(in: folder, "render", "a.png", "-o", "d.png", "--recipe", "r.json"), status: 1,
            mentions: "--mask-command")
        expectRefusal(
            try glint(
                in: folder, "render", "a.png", "-o", "d.png", "--recipe", "r.json", "--mask-command",
                "rembg"),
            status: 2, mentions: "{in}")
        #expect(!folder.has("d.png"))
    }

    @Test("of brushes are kept in recipes, with their numbers checked")
    func brushes() throws {
        let folder = try folderWithPicture()
        func recipe(_ stroke: String, more: String = "") -> String {
            #"{"glint":1,"filters":[{"id":"invert","parameters":{},"region":{"shape":"brush","strokes":[\#(stroke)]\#(more)}}]}"#
        }
        try folder.write(
            recipe(
                #"{"points":[[0.2,0.3,1],[0.7,0.6]],"radius":0.1,"hardness":1,"flow":1,"erase":false}"#,
                more: #","refine":{"radius":0.02}"#), to: "r.json")
        let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "r.json")
        #expect(run.status == 0, "\(run.errors)")
        for (stroke, reason) in [
            (#"{"points":[],"radius":0.1}"#, "no points"), (#"{"points":[[0,0]],"radius":2}"#, "0.0005 to 1"),
            (#"{"points":[[0,0,2]],"radius":0.1}"#, "pressures"),
            (#"{"points":[[9,0]],"radius":0.1}"#, "-2 to 2"),
            (#"{"points":[[0]],"radius":0.1}"#, "[x, y, pressure]"), (#"{"points":[[0,0]]}"#, "radius"),
        ] {
            try folder.write(recipe(stroke), to: "bad.json")
            expectRefusal(
                try glint(in: folder, "render", "a.png", "-o", "c.png", "--recipe", "bad.json"), status: 1,
                mentions: "bad.json", reason)
        }
    }
}
