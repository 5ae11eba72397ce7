/// XMP properties about companion pictures: previews, which show the old picture, depth maps with the picture
/// before it was blurred, and references to data stored after the picture in its file. None of them are kept:
/// a preview would show what was cropped or hidden, and references would point to data that no longer exists.
enum CompanionsInXMP {
    /// The properties of one namespace to remove.
    private struct Companion {
        let namespace: String
        /// Prefixes of the properties' names.
        let beginnings: [String]
        /// The loss to report, if any.
        let part: MetadataLoss.Part?
        /// Strings to search for in a malformed packet, where properties cannot be identified.
        let markers: [String]
    }

    /// Adobe's and Google's previews; Google's depth maps; Adobe's and Apple's gain maps; Google's motion
    /// photos, originally called MicroVideo; and Google's directories, which list the data after the picture:
    /// gain maps, videos, depth maps.
    private static let companions = [
        Companion(
            namespace: XMPNamespace.xmp, beginnings: ["Thumbnail", "PageInfo"], part: nil,
            markers: ["Thumbnail"]),
        Companion(
            namespace: XMPNamespace.xmpImage, beginnings: [""], part: nil, markers: ["xmpGImg:"]),
        Companion(
            namespace: XMPNamespace.googleImage, beginnings: [""], part: nil,
            markers: ["GImage:"]),
        Companion(
            namespace: XMPNamespace.googleDepth, beginnings: [""], part: .depthMap,
            markers: ["GDepth:"]),
        Companion(
            namespace: XMPNamespace.adobeGainMap, beginnings: [""], part: .gainMap, markers: []),
        Companion(
            namespace: XMPNamespace.appleGainMap, beginnings: [""], part: .gainMap, markers: []),
        Companion(
            namespace: XMPNamespace.googleCamera, beginnings: ["MotionPhoto", "MicroVideo"],
            part: .motion, markers: []),
        Companion(
            namespace: XMPNamespace.googleContainer, beginnings: ["Directory"], part: nil,
            markers: []),
    ]

    /// The packet without these properties, and what is lost. A packet that is not well-formed XML stays
    /// unchanged, or is dropped if it may contain a preview.
    static func removed(from packet: [UInt8]) -> (packet: [UInt8]?, losses: [MetadataLoss]) {
        guard let properties = XMPProperties(packet) else {
            let mayHavePreview = companions.contains { companion in
                companion.markers.contains { packet[...].firstStart(of: Array($0.utf8)) != nil }
            }
            return mayHavePreview ? (nil, [.unreadable(.xmp)]) : (packet, [])
        }
        var parts: Set<MetadataLoss.Part> = []
        let rest = properties.removing { property in
            let companion = companions.first {
                $0.namespace == property.namespace && $0.beginnings.contains(where: property.name.hasPrefix)
            }
            guard let companion else { return false }
            if let part = companion.part { parts.insert(part) }
            return true
        }
        // In a fixed order, independent of the order in the packet.
        let lost = [MetadataLoss.Part.depthMap, .gainMap, .motion].filter(parts.contains)
        return (rest, lost.map(MetadataLoss.notKept))
    }
}
