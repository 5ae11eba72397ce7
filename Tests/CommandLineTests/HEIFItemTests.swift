import Foundation
import TestSupport
import Testing

/// HEIF and AVIF files with more items than a picture, such as a gain map, made by rewriting the boxes of a
/// small file.
@Suite("Items in HEIF files") struct HEIFItemTests {
    /// Creates `a.heic` and `a.avif`, `plain.png` with the same content, and `b.*` with additional items.
    private func files(_ suffix: String, _ items: [String], in folder: TemporaryFolder) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Support/heif_items.py").path
        try python(
            in: folder,
            """
            import subprocess
            y, x = np.mgrid[0:64, 0:96]
            save("a.png", np.stack([x * 2, y * 3, x + y], -1).astype("u1"))
            subprocess.run(["convert", "a.png", "a.\(suffix)"], check=True)
            subprocess.run([sys.executable, "\(script)", "a.\(suffix)", "b.\(suffix)"] + \(items), check=True)
            """)
        #expect(try glint(in: folder, "render", "a.\(suffix)", "-o", "plain.png").status == 0)
    }

    @Test(
        "that rotate the picture also rotate its subject area and resolution", arguments: ["heic"])
    func turned(suffix: String) throws {
        let folder = try temporaryFolder()
        try files(suffix, ["turned"], in: folder)
        let written = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-q", "-overwrite_original", "-ExifIFD:SubjectArea=10 20 5 6", "-IFD0:XResolution=300",
                "-IFD0:YResolution=150", folder.file("b.\(suffix)"),
            ])
        #expect(written.status == 0, "\(written.errors)")
        #expect(try glint(in: folder, "render", "b.\(suffix)", "-o", "b.jpg").status == 0)
        let tags = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-s3", "-n", "-ImageWidth", "-SubjectArea", "-IFD0:XResolution", "-IFD0:YResolution",
                folder.file("b.jpg"),
            ]
        ).output
        // After a clockwise rotation, x is the distance from the bottom of the 64 rows, and y is the old x.
        #expect(tags == "64\n43 10 6 5\n150\n300\n")
    }

    @Test(
        "that are unknown, or have no data, do not change the picture",
        arguments: ["heic", "avif"],
        [
            [], ["tonemap"], ["tonemap", "wide"], ["tonemap", "open"], ["hidden"], ["several"], ["empty"],
            ["nowhere"], ["outside"], ["bare"], ["hidden", "several", "empty", "nowhere", "bare"],
            ["tonemap", "several", "outside", "nowhere", "bare", "wide", "open"],
        ])
    func otherItems(suffix: String, items: [String]) throws {
        let folder = try temporaryFolder()
        try files(suffix, items, in: folder)
        let run = try glint(in: folder, "render", "b.\(suffix)", "-o", "b.png")
        #expect(run.status == 0, "\(run.errors)")
        let difference = try python(
            in: folder, "print(np.abs(load('b.png').astype(int) - load('plain.png')).max())")
        #expect(difference == "0\n")
        // The picture's EXIF block is kept, and the loss of the gain map is reported once.
        let hasGainMap = items.contains("tonemap") || items.contains("hidden")
        #expect(
            run.errorLines.filter { $0.contains("gain map") }
                == (hasGainMap ? ["b.\(suffix): its gain map (HDR) is not kept"] : []))
        let maker = try runProgram("/usr/bin/exiftool", arguments: ["-s3", "-Make", folder.file("b.png")])
        #expect(maker.output == (hasGainMap || items.contains("several") ? "Apple\n" : ""))
    }

    @Test("of a truncated file do not make it count as complete", arguments: ["heic", "avif"])
    func cutOff(suffix: String) throws {
        let folder = try temporaryFolder()
        try files(suffix, ["tonemap", "open"], in: folder)
        try python(
            in: folder,
            """
            data = open("b.\(suffix)", "rb").read()
            start = data.index(b"mdat") + 4
            open("cut.\(suffix)", "wb").write(data[:start + 20])
            open("header.\(suffix)", "wb").write(data[:start - 200])
            """)
        for name in ["cut", "header"] {
            let run = try glint(in: folder, "render", "\(name).\(suffix)", "-o", "c.png")
            #expect(run.status != 0 && !folder.has("c.png"))
            #expect(run.errors.hasPrefix("glint-cli: \(name).\(suffix) is damaged: "), "\(run.errors)")
        }
    }
}
