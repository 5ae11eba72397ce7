/// What XMP packets have of other pictures: previews, which show what the picture was before, a depth map with the picture
/// before its blur, and promises of parts that stand beside the picture in its file. None of it is kept: a preview would
/// show what was cut off or hidden, and a program that believed a promise would look for the part in vain.
enum CompanionsInXMP {
    /// Properties of one namespace.
    private struct Companion {
        let namespace: String
        /// What the properties' names begin with.
        let beginnings: [String]
        /// What is no longer there; nil for what is no loss.
        let part: MetadataLoss.Part?
        /// How a packet that cannot be read may name them.
        let words: [String]
    }

    /// Previews of Adobe's and Google's; Google's depth maps; Adobe's and Apple's gain maps; Google's formats of motion
    /// photos, first called MicroVideo, and of directories. A directory lists what follows the picture in its file: gain
    /// maps, videos, depth.
    private static let companions = [
        Companion(
            namespace: "http://ns.adobe.com/xap/1.0/", beginnings: ["Thumbnail", "PageInfo"], part: nil,
            words: ["Thumbnail"]),
        Companion(
            namespace: "http://ns.adobe.com/xap/1.0/g/img/", beginnings: [""], part: nil, words: ["xmpGImg:"]),
        Companion(
            namespace: "http://ns.google.com/photos/1.0/image/", beginnings: [""], part: nil,
            words: ["GImage:"]),
        Companion(
            namespace: "http://ns.google.com/photos/1.0/depthmap/", beginnings: [""], part: .depthMap,
            words: ["GDepth:"]),
        Companion(
            namespace: "http://ns.adobe.com/hdr-gain-map/1.0/", beginnings: [""], part: .gainMap, words: []),
        Companion(
            namespace: "http://ns.apple.com/HDRGainMap/1.0/", beginnings: [""], part: .gainMap, words: []),
        Companion(
            namespace: "http://ns.google.com/photos/1.0/camera/", beginnings: ["MotionPhoto", "MicroVideo"],
            part: .motion, words: []),
        Companion(
            namespace: "http://ns.google.com/photos/1.0/container/", beginnings: ["Directory"], part: nil,
            words: []),
    ]

    /// What prefixes mean that a packet does not declare.
    static let usualPrefixes = [
        "xmp": "http://ns.adobe.com/xap/1.0/", "xmpGImg": "http://ns.adobe.com/xap/1.0/g/img/",
        "GImage": "http://ns.google.com/photos/1.0/image/",
        "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
        "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/", "HDRGainMap": "http://ns.apple.com/HDRGainMap/1.0/",
        "GCamera": "http://ns.google.com/photos/1.0/camera/",
        "Container": "http://ns.google.com/photos/1.0/container/",
    ]

    /// The packet without them, and what is lost. A packet that is no well-formed XML is left as it is, but for one that may
    /// have a preview.
    static func removed(from packet: [UInt8]) -> (packet: [UInt8]?, losses: [MetadataLoss]) {
        guard let properties = XMPProperties(packet) else {
            let mayHavePreview = companions.contains { companion in
                companion.words.contains { packet[...].firstStart(of: Array($0.utf8)) != nil }
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
        // In the same order, whatever that of the packet is.
        let lost = [MetadataLoss.Part.depthMap, .gainMap, .motion].filter(parts.contains)
        return (rest, lost.map(MetadataLoss.notKept))
    }
}
