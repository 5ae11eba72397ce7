import Imaging
import TestSupport
import Testing

/// XMP references to data beside the picture, which no written file contains.
@Suite struct MetadataPromises {
    private func saved(_ description: String, namespaces: String) throws -> (packet: String, [MetadataLoss]) {
        let packet =
            "<x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
            + namespaces + ">" + description + "</rdf:RDF></x:xmpmeta>"
        let folder = try temporaryFolder()
        let writer = try PictureEncoder(
            path: folder.file("a.png"), format: .png, width: 4, height: 4, channels: .rgb, depth: .eight,
            metadata: Metadata(xmp: Array(packet.utf8)))
        let pixels = noise(4, 4, .eight, .rgb).pixels
        try pixels.withUnsafeBytes { bytes throws(ImagingError) in try writer.write(rows: bytes, count: 4) }
        try writer.finish(overwrite: false)
        let xmp = try Picture(contentsOf: folder.file("a.png")).metadata.xmp ?? []
        return (String(decoding: xmp, as: UTF8.self), writer.losses)
    }

    @Test(arguments: [
        (
            "<rdf:Description rdf:about='' dc:source='x' hdrgm:Version=\"1.0\" hdrgm:GainMapMax='2.5'/>",
            "<rdf:Description rdf:about='' dc:source='x'/>"
        ),
        (
            "<a><hdrgm:GainMapMin><rdf:Seq><rdf:li>1</rdf:li></rdf:Seq></hdrgm:GainMapMin><dc:source>x</dc:source></a>",
            "<a><dc:source>x</dc:source></a>"
        ),
        ("<a HDRGainMap:HDRGainMapVersion='65536' dc:source='x'/>", "<a dc:source='x'/>"),
        ("<HDRGainMap:HDRGainMapHeadroom >4.1</HDRGainMap:HDRGainMapHeadroom ><b/>", "<b/>"),
        // An unusual prefix for the same namespace.
        ("<a gm:Version='1.0' dc:source='x'/>", "<a dc:source='x'/>"),
    ])
    func gainMaps(before: String, after: String) throws {
        let (packet, losses) = try saved(
            before, namespaces: "xmlns:gm='http://ns.adobe.com/hdr-gain-map/1.0/' xmlns:dc=\"d\"")
        #expect(packet.contains("\">\(after)</rdf:RDF>"), "\(packet)")
        #expect(losses == [.notKept(.gainMap)])
    }

    @Test func motionPhotos() throws {
        let (packet, losses) = try saved(
            """
            <rdf:Description Camera:MotionPhoto='1' Camera:MotionPhotoVersion='1'
            Camera:MotionPhotoPresentationTimestampUs='500' GCamera:MicroVideoOffset='7' Camera:Other='y'
            dc:source='x'>\
            <Container:Directory><rdf:Seq>
            <rdf:li rdf:parseType='Resource'><Container:Item Item:Semantic='Primary' Item:Mime='image/jpeg'/></rdf:li>
            <rdf:li rdf:parseType='Resource'><Container:Item><Item:Semantic>MotionPhoto</Item:Semantic>\
            <Item:Length>7</Item:Length></Container:Item></rdf:li>
            <rdf:li rdf:parseType='Resource'><Container:Item Item:Semantic='GainMap' Item:Length='8'/></rdf:li>
            </rdf:Seq></Container:Directory></rdf:Description>
            """, namespaces: "xmlns:Camera=\"http://ns.google.com/photos/1.0/camera/\"")
        #expect(
            packet.contains("><rdf:Description Camera:Other='y'\ndc:source='x'></rdf:Description></rdf:RDF>"),
            "\(packet)")
        #expect(losses == [.notKept(.motion)])
    }

    @Test(arguments: [
        "<a dc:source='hdrgm:Version'/>", "<a>hdrgm:Version</a>", "<a xhdrgm:Version='1'/>",
        "<hdrgm:Version><hdrgm:VersionX>1</hdrgm:VersionX>", "<hdrgm:Version", "<a hdrgm:Version='",
        "<a hdrgm:Version=",
        "<a Camera:Other='1' Container:Other='1'/>",
    ])
    func whatPromisesNothingStays(packet: String) throws {
        let (after, losses) = try saved(packet, namespaces: "")
        #expect(after.contains(">" + packet), "\(after)")
        #expect(losses.isEmpty)
    }

    /// An XMP packet in the form that phones write.
    private let ofATelephone = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Adobe XMP Core 5.1.0-jc003">
          <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about=""
                xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
                xmlns:Container="http://ns.google.com/photos/1.0/container/"
                xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
                xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"
              GCamera:MotionPhoto="1"
              GCamera:MotionPhotoPresentationTimestampUs="968644"
              hdrgm:Version="1.0"
              dc:source="A telephone">
              <Container:Directory>
                <rdf:Seq>
                  <rdf:li rdf:parseType="Resource">
                    <Container:Item
                      Item:Semantic="GainMap"
                      Item:Mime="image/jpeg"
                      Item:Length="66171"/>
                  </rdf:li>
                </rdf:Seq>
              </Container:Directory>
            </rdf:Description>
          </rdf:RDF>
        </x:xmpmeta>
        """

    @Test func whatIsLeftCanBeRead() throws {
        let folder = try temporaryFolder()
        try runPython(
            "import sys; from PIL import Image; Image.new('RGB', (32, 24)).save(sys.argv[1])",
            arguments: [folder.file("a.jpg")])
        try write(ofATelephone.utf8, to: folder.file("packet"))
        let changed = try runProgram(
            "/usr/bin/exiftool",
            arguments: [
                "-q", "-overwrite_original", "-XMP<=" + folder.file("packet"), folder.file("a.jpg"),
            ])
        #expect(changed.status == 0, "\(changed.errors)")
        let picture = try Picture(contentsOf: folder.file("a.jpg"))
        #expect(picture.metadata.losses == [.notKept(.gainMap), .notKept(.motion)])
        for name in ["b.jpg", "b.png", "b.tif", "b.webp"] {
            try picture.write(to: folder.file(name))
            let result = try runProgram(
                "/usr/bin/exiftool", arguments: ["-s", "-XMP:all", "--XMPToolkit", folder.file(name)])
            #expect(
                result.output.wholeMatch(of: /Source +: A telephone\n/) != nil, "\(name): \(result.output)")
        }
    }
}
