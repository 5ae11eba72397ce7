/// Properties in XMP packets about companion pictures: previews, which show what the picture was before, a
/// depth map with the picture before its blur, and references to parts stored after the picture in its file.
/// None of it is kept: a preview would show what was cropped or hidden, and a program that followed a
/// reference would look for the part in vain.
enum CompanionsInXMP {
    /// Properties of one namespace.
    private struct Companion {
        let namespace: String
        /// A prefix of the properties' names.
        let beginnings: [String]
        /// The loss to report; nil for none.
        let part: MetadataLoss.Part?
        /// Strings that a malformed packet with them may contain.
        let markers: [String]
    }

    /// Adobe's and Google's previews; Google's depth maps; Adobe's and Apple's gain maps; Google's formats of
    /// motion photos, originally called MicroVideo, and of directories. A directory lists what follows the
    /// picture in its file: gain maps, videos, depth.
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

    /// The packet without them, and what is lost. A packet that is not well-formed XML is unchanged, unless
    /// it may contain a preview: then it is dropped.
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
        // In a fixed order, independent of the packet's.
        let lost = [MetadataLoss.Part.depthMap, .gainMap, .motion].filter(parts.contains)
        return (rest, lost.map(MetadataLoss.notKept))
    }
}
