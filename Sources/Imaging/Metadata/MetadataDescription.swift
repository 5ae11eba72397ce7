extension Metadata {
    /// Makes the blocks true of an upright sRGB picture of this size; `turned` when its sides were swapped.
    mutating func describe(width: Int, height: Int, turned: Bool) {
        if let block = exif {
            var described = ExifBlock(block)
            described?.describe(width: width, height: height)
            exif = described?.bytes
            if described == nil { losses.append(.unreadable(.exif)) }
        }
        xmp = xmp.map(XMPPacket.upright)
        guard let stored = resolution else { return }
        // A file may state none, infinitely many or no number at all; libvips takes up to a million.
        let isPossible = [stored.x, stored.y].allSatisfy { $0 > 0 && $0 <= 1_000_000 }
        resolution = isPossible ? (turned ? Resolution(x: stored.y, y: stored.x) : stored) : nil
    }

    /// Forgets what ties the pixels to places on the earth, which is not true of pixels elsewhere in the picture.
    package mutating func pixelsHaveMoved() {
        guard let exif, var block = ExifBlock(exif), block.remove(tags: TIFFMetadata.georeference) else {
            return
        }
        self.exif = block.bytes
        losses.append(.outdated(.georeference))
    }
}
