extension Metadata {
    /// Adapts the blocks to an upright sRGB picture of this size; `turned` if its sides were swapped.
    mutating func describe(width: Int, height: Int, turned: Bool, isSRGB: Bool) {
        if let block = exif {
            var described = ExifBlock(block)
            described?.describe(width: width, height: height, isSRGB: isSRGB)
            exif = described?.bytes
            if described == nil { losses.append(.unreadable(.exif)) }
        }
        if let packet = xmp {
            let (rest, parts) = CompanionsInXMP.removed(from: packet)
            xmp = XMPPacket.upright(rest)
            losses += parts.map(MetadataLoss.notKept)
        }
        guard let stored = resolution else { return }
        resolution = stored.isPossible ? (turned ? Resolution(x: stored.y, y: stored.x) : stored) : nil
    }

    /// Removes the georeference, which is wrong once pixels have moved within the picture.
    package mutating func pixelsHaveMoved() {
        guard let exif, var block = ExifBlock(exif), block.remove(tags: TIFFMetadata.georeference) else {
            return
        }
        self.exif = block.bytes
        losses.append(.outdated(.georeference))
    }
}

extension Metadata.Resolution {
    /// A file may state zero, infinity or not-a-number; libvips accepts up to a million.
    var isPossible: Bool { [x, y].allSatisfy { $0 > 0 && $0 <= 1_000_000 } }
}
