import Foundation
import TestSupport
import Testing

/// Values over time on the command line.
@Suite struct ChangingValueTests {
    private static let moving = [
        "--", "saturation", "amount=0:0.2 0.5:1.7 1:0 smooth", "gaussian-blur", "radius=0:0 0.4:6",
        "opacity=0.1:0 0.8:1", "crop", "left=0:0 1:30", "bottom=0.5 wiggle by 0.5 rate 5 seed 3",
    ]

    private func folderWithVideo() throws -> TemporaryFolder {
        let folder = try temporaryFolder()
        try Media.make(
            "in.mkv", in: folder, "-f lavfi -i testsrc2=s=96x64:r=25:d=1 -c:v ffv1 -pix_fmt yuv420p OUT")
        return folder
    }

    @Test("parts, single frames and numbered pictures have the pixels of the whole video")
    func sameFrames() throws {
        let folder = try folderWithVideo()
        try FileManager.default.createDirectory(atPath: folder.file("n"), withIntermediateDirectories: true)
        let runs = [
            ["-o", "all.mkv"], ["-o", "a.mkv", "--to", "11f"], ["-o", "b.mkv", "--from", "0.44"],
            ["-o", "n/{frame}.png"], ["-o", "one.png", "--frame", "17"], ["-o", "at.png", "--at", "0:00.68"],
        ]
        for arguments in runs {
            let run = try glint(in: folder, arguments: ["render", "in.mkv"] + arguments + Self.moving)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        }
        let all = try Media.frames(of: folder.file("all.mkv"), as: "rgb24")
        let parts = try ["a.mkv", "b.mkv"].map { try Media.frames(of: folder.file($0), as: "rgb24") }
        #expect(parts[0] + parts[1] == all)
        let frame = all.count / 25
        #expect(Set((0..<25).map { all.dropFirst($0 * frame).prefix(frame) }).count == 25)
        let one = try Media.frames(of: folder.file("one.png"), as: "rgb24")
        #expect(one == all.dropFirst(17 * frame).prefix(frame))
        #expect(try folder.bytes("one.png") == folder.bytes("at.png"))
        #expect(try folder.bytes("one.png") == folder.bytes("n/000017.png"))
    }

    @Test("a frame is that of the static filters at its time, in a video and in numbered pictures")
    func staticFrames() throws {
        let folder = try folderWithVideo()
        #expect(
            try glint(
                in: folder, "render", "in.mkv", "-o", "moving.mkv", "--", "saturation",
                "amount=0:0.2 0.6:1.7 1:0"
            ).status == 0)
        try FileManager.default.createDirectory(atPath: folder.file("n"), withIntermediateDirectories: true)
        #expect(try glint(in: folder, "render", "in.mkv", "-o", "n/{frame}.png").status == 0)
        #expect(
            try glint(
                in: folder, "render", "n/%06d.png", "--fps", "25", "-o", "again.mkv", "--", "saturation",
                "amount=0:0.2 0.6:1.7 1:0"
            ).status == 0)
        let moving = try Media.frames(of: folder.file("moving.mkv"), as: "rgb24")
        let again = try Media.frames(of: folder.file("again.mkv"), as: "rgb24")
        let size = moving.count / 25
        for frame in [0, 7, 15, 20] {
            let amount = try runPython(
                "import numpy as np; print(np.interp(\(frame) / 25, [0, .6, 1], [.2, 1.7, 0]), end='')")
            for (input, result) in [(["in.mkv"], moving), (["n/%06d.png", "--fps", "25"], again)] {
                let run = try glint(
                    in: folder,
                    arguments: ["render"] + input + [
                        "-o", "one.mkv", "-y", "--from", "\(frame)f", "--to", "\(frame + 1)f", "--",
                        "saturation", "amount=\(amount)",
                    ])
                #expect(run.status == 0, "\(run.errors)")
                let one = try Media.frames(of: folder.file("one.mkv"), as: "rgb24")
                #expect(one == result.dropFirst(frame * size).prefix(size), "\(input) \(frame)")
            }
        }
    }

    @Test("a still becomes a pan and zoom of constant size, and as a picture is as at the beginning")
    func stills() throws {
        let folder = try temporaryFolder()
        try python(in: folder, "save('a.png', noise(60, 80))")
        let crop = [
            "--", "crop", "left=0:0 1:40 smooth", "right=0:0 1:10", "top=0:0 1:30", "bottom=0:0 1:20",
        ]
        try FileManager.default.createDirectory(atPath: folder.file("n"), withIntermediateDirectories: true)
        for output in [["n/{frame}.png", "--fps", "10", "--duration", "1.2"], ["still.png"]] {
            let run = try glint(in: folder, arguments: ["render", "a.png", "-o"] + output + crop)
            #expect(run.status == 0, "\(run.errors)")
        }
        let static0 = try glint(
            in: folder, "render", "a.png", "-o", "five.png", "--", "crop", "left=20", "right=5", "top=15",
            "bottom=10", "resize", "width=80", "height=60")
        #expect(static0.status == 0, "\(static0.errors)")
        let same = try python(
            in: folder,
            """
            sizes = {load('n/%06d.png' % i).shape for i in range(12)}
            print(sizes, (load('still.png') == load('a.png')).all(), (load('n/000000.png') == load('a.png')).all(),
                (load('n/000005.png') == load('five.png')).all(), (load('n/000010.png') == load('n/000011.png')).all())
            """)
        #expect(same == "{(60, 80, 3)} True True True True\n")
    }

    @Test("a recipe file means the same as the command line")
    func recipes() throws {
        let folder = try folderWithVideo()
        try folder.write(
            """
            {"glint":1,"filters":[{"id":"saturation","parameters":{"amount":{"keys":[[0,0.2],[0.5,1.7],[1,0]],
            "ease":"smooth"}},"opacity":{"keys":[[0,1],[1,0.5]]},"region":{"shape":"ellipse",
            "x":{"keys":[[0,0],[1,0.5]]},"y":0.1,"width":0.5,"height":{"wiggle":{"by":0.1,"rate":3,"seed":2},
            "around":0.5}}}]}
            """, to: "r.json")
        let typed = [
            "--", "saturation", "amount=0:0.2 0.5:1.7 0:00:01:0 smooth", "opacity=0:1 1:0.5",
            "region=ellipse,0:0 1:0.5,0.1,0.5,0.5 wiggle by 0.1 rate 3 seed 2",
        ]
        let runs = [["-o", "a.mkv", "--recipe", "r.json"], ["-o", "b.mkv"] + typed]
        for arguments in runs {
            let run = try glint(in: folder, arguments: ["render", "in.mkv"] + arguments)
            #expect(run.status == 0, "\(run.errors)")
        }
        #expect(
            try Media.frames(of: folder.file("a.mkv"), as: "rgb24")
                == Media.frames(of: folder.file("b.mkv"), as: "rgb24"))
        // The recipe that a picture keeps is the same.
        #expect(
            try glint(
                in: folder, "render", "in.mkv", "--frame", "3", "-o", "kept.png", "--keep-recipe", "--recipe",
                "r.json"
            ).status == 0)
        let kept = String(decoding: try folder.bytes("kept.png"), as: UTF8.self)
        #expect(kept.contains("wiggle") && kept.contains("smooth"))
    }

    @Test(
        "invalid values are usage errors",
        arguments: [
            (["saturation", "amount=0:0.2 0:1"], "amount: the times of keys must increase, but 0"),
            (["saturation", "amount=2:0.2 1:1"], "the times of keys must increase, but 1 comes after 2"),
            (["saturation", "amount=0:0.2 1:3"], "amount is 3 but must be a number from 0 to 2"),
            (["saturation", "amount=0:0.2 1:x"], "“x” is not a value"),
            (["saturation", "amount=10f:0.2"], "“10f:0.2” must be TIME:VALUE"),
            (["saturation", "amount=0:0.2 1:1 bouncy"], "“bouncy” must be TIME:VALUE, linear"),
            (["saturation", "amount=1 wiggle by 2"], "amount is -1 but must be"),
            (["saturation", "amount=1 wiggle rate 2"], "“by” must be a number"),
            (["resize", "linear=0:true 1:false"], "linear has no values in between"),
            (["invert", "opacity=0:0 1:2"], "opacity must be a number from 0 to 1"),
            (["invert", "region=ellipse,0:0 1:9,0,1,1"], "x must be a number from -2 to 2"),
        ])
    func refusals(filters: [String], sentence: String) throws {
        let folder = try folderWithPicture()
        let run = try glint(in: folder, arguments: ["render", "a.png", "-o", "b.png", "--"] + filters)
        expectRefusal(run, status: 2, mentions: filters[0], sentence)
        #expect(!folder.has("b.png"))
    }

    @Test("an invalid value in a recipe file is an error of the file")
    func fileErrors() throws {
        let folder = try folderWithPicture()
        for (keys, sentence) in [
            (#""parameters":{"amount":{"keys":[[1,0],[0,1]]}}"#, "amount: the times of keys must increase"),
            (#""parameters":{"amount":{"keys":[[0,5]]}}"#, "amount is 5 but must be"),
            (#""opacity":{"keys":[]}"#, "there must be at least one key"),
        ] {
            try folder.write(#"{"glint":1,"filters":[{"id":"saturation",\#(keys)}]}"#, to: "r.json")
            let run = try glint(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "r.json")
            expectRefusal(run, status: 1, mentions: "r.json", sentence)
        }
    }

    @Test("the help explains values over time")
    func help() throws {
        let folder = try temporaryFolder()
        let help = try glint(in: folder, "filters", "--help").output
        #expect(help.contains("amount='0:0.2 2.5:1'") && help.contains("wiggle by"))
    }
}
