/// The picture's size and resolution in XMP packets, and positions within the picture.
enum GeometryInXMP {
    /// The packet adapted to an upright picture; if it is not well-formed XML, only the orientation is
    /// changed.
    static func describing(
        _ packet: [UInt8], width: Int, height: Int, resolution: Metadata.Resolution?
    ) -> [UInt8] {
        guard let properties = XMPProperties(packet) else { return XMPPacket.upright(packet) }
        var tiff = ["Orientation": "1", "ImageWidth": "\(width)", "ImageLength": "\(height)"]
        if let resolution {
            tiff["XResolution"] = perInch(resolution.x)
            tiff["YResolution"] = perInch(resolution.y)
            tiff["ResolutionUnit"] = "2"
        }
        let values = [
            XMPNamespace.tiff: tiff,
            XMPNamespace.exif: ["PixelXDimension": "\(width)", "PixelYDimension": "\(height)"],
        ]
        return properties.replacingNumbers { values[$0.namespace]?[$0.name] }
    }

    private static func perInch(_ perMillimeter: Double) -> String {
        let hundredths = Int((perMillimeter * 25.4 * 100).rounded())
        return hundredths % 100 == 0 ? "\(hundredths / 100)/1" : "\(hundredths)/100"
    }

    /// Properties that contain positions within the picture.
    private static let positionFields: [(namespace: String, beginnings: [String], part: MetadataLoss.Part)] =
        [
            (XMPNamespace.exif, ["SubjectArea", "SubjectLocation"], .subject),
            // Regions as defined by the Metadata Working Group, Microsoft, the IPTC and ACDSee.
            (XMPNamespace.regions, ["Regions"], .regions),
            (XMPNamespace.microsoftPhoto, ["RegionInfo"], .regions),
            (XMPNamespace.iptcExtension, ["ImageRegion"], .regions),
            (XMPNamespace.acdseeRegions, ["Regions"], .regions),
            (XMPNamespace.googlePanorama, [""], .panorama),
        ]

    /// The packet without positions, and what is lost.
    static func withoutPositions(_ packet: [UInt8]) -> (packet: [UInt8], parts: [MetadataLoss.Part]) {
        guard let properties = XMPProperties(packet) else { return (packet, []) }
        var parts: [MetadataLoss.Part] = []
        let rest = properties.removing { property in
            let field = positionFields.first {
                $0.namespace == property.namespace && $0.beginnings.contains(where: property.name.hasPrefix)
            }
            guard let field else { return false }
            if !parts.contains(field.part) { parts.append(field.part) }
            return true
        }
        return (rest, parts)
    }
}
