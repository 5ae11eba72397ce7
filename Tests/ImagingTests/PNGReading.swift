import Imaging
import TestSupport
import Testing

@Suite struct PNGReading {
    @Test func everyColorTypeDepthAndInterlacingDecodesToTheValuesEncoded() throws {
        let folder = try temporaryFolder()
        let lines = try runPython(pngSuite, arguments: [folder.path]).split(separator: "\n")
        #expect(lines.count == 260)
        for line in lines {
            let words = line.split(separator: " ").map(String.init)
            let picture = try Picture(contentsOf: folder.file(words[0] + ".png"))
            let expected = try contents(folder.file(words[0] + ".rgba"))
            #expect(picture.width == Int(words[1]) && picture.height == Int(words[2]), "\(line)")
            #expect(picture.pixels.depth.rawValue == Int(words[3]), "\(line)")
            #expect("\(picture.channels)" == words[4], "\(line)")
            #expect(picture.format == .png)
            #expect(picture.bytes == expected, "\(line)")
        }
    }
}
