/// What XMP packets say of parts that stand beside the picture in its file. None of them is kept, so a program that
/// believed the packet would look for them in vain.
enum CompanionsInXMP {
    /// Properties of one namespace.
    private struct Promise {
        let namespace: String
        let usualPrefix: String
        /// What the properties' names begin with after the prefix.
        let beginnings: [String]
        /// What is no longer there; nil for what only lists the other parts.
        let part: MetadataLoss.Part?
    }

    /// Adobe's and Apple's gain maps, and Google's formats of motion photos, first called MicroVideo, and of
    /// directories. A directory lists what follows the picture in its file: gain maps, videos, depth.
    private static let promises = [
        Promise(
            namespace: "http://ns.adobe.com/hdr-gain-map/1.0/", usualPrefix: "hdrgm", beginnings: [""],
            part: .gainMap),
        Promise(
            namespace: "http://ns.apple.com/HDRGainMap/1.0/", usualPrefix: "HDRGainMap", beginnings: [""],
            part: .gainMap),
        Promise(
            namespace: "http://ns.google.com/photos/1.0/camera/", usualPrefix: "GCamera",
            beginnings: ["MotionPhoto", "MicroVideo"], part: .motion),
        Promise(
            namespace: "http://ns.google.com/photos/1.0/container/", usualPrefix: "Container",
            beginnings: ["Directory"], part: nil),
    ]

    /// The packet without them, and the parts that it spoke of.
    static func removed(from packet: [UInt8]) -> (packet: [UInt8], parts: [MetadataLoss.Part]) {
        var rest = packet
        var parts: [MetadataLoss.Part] = []
        for promise in promises {
            let prefixes =
                XMPPacket.prefixes(of: promise.namespace, in: packet) + [
                    Array(promise.usualPrefix.utf8)
                ]
            let names = prefixes.flatMap { prefix in
                promise.beginnings.map { prefix + Array(":\($0)".utf8) }
            }
            // A packet in which a property never ends is no XML, and promises nothing.
            guard let changed = XMPPacket.removing(names, from: rest), changed.count < rest.count else {
                continue
            }
            rest = changed
            if let part = promise.part, !parts.contains(part) { parts.append(part) }
        }
        return (rest, parts)
    }
}
