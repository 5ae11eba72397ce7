extension Metadata {
    /// Adapts the blocks to an upright picture of this size.
    ///
    /// - Parameter orientation: the rotation that was applied to the stored rows.
    mutating func describe(
        width: Int, height: Int, turnedBy orientation: Orientation = .upright, isSRGB: Bool
    ) {
        if let stored = resolution {
            let isTurned = orientation.swapsSides
            resolution = stored.isPossible ? (isTurned ? stored.turned : stored) : nil
        }
        if orientation != .upright {
            removePositions(keepsSubject: true)
            let stored = orientation.uprightSize(of: SIMD2(width, height))
            exif = exif.map { block in
                var exif = ExifBlock(block)
                exif?.turnSubject(orientation, stored: stored)
                return exif?.bytes ?? block
            }
        }
        if let block = exif {
            var described = ExifBlock(block)
            described?.describe(width: width, height: height, isSRGB: isSRGB)
            if let resolution { described?.correct(resolution) }
            exif = described?.bytes
            if described == nil { losses.append(.unreadable(.exif)) }
        }
        if let packet = xmp {
            let (rest, lost) = CompanionsInXMP.removed(from: packet)
            xmp = rest.map {
                GeometryInXMP.describing($0, width: width, height: height, resolution: resolution)
            }
            losses += lost.filter { !losses.contains($0) }
        }
        iptc = iptc.map(IPTC.withoutPreview).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Removes metadata that becomes wrong when pixels move within the picture: positions and georeferences.
    ///
    /// - Parameter turned: whether rows became columns, so that the resolution must be swapped, too.
    package mutating func pixelsHaveMoved(turned: Bool = false) {
        if turned { resolution = resolution?.turned }
        removePositions(keepsSubject: false)
    }

    private mutating func removePositions(keepsSubject: Bool) {
        var parts: [MetadataLoss.Part] = []
        if let block = exif, var exif = ExifBlock(block) {
            if exif.remove(tags: TIFFMetadata.georeference) { parts.append(.georeference) }
            if !keepsSubject, exif.removeSubject() { parts.append(.subject) }
            self.exif = exif.bytes
        }
        if let packet = xmp {
            let (rest, lost) = GeometryInXMP.withoutPositions(packet)
            xmp = rest
            parts += lost.filter { !parts.contains($0) }
        }
        losses += parts.map(MetadataLoss.outdated)
    }
}

extension Metadata.Resolution {
    /// The resolution after a quarter turn.
    fileprivate var turned: Self { Self(x: y, y: x) }

    /// A file may contain zero, infinity or NaN; libvips accepts values up to a million.
    var isPossible: Bool { [x, y].allSatisfy { $0 > 0 && $0 <= 1_000_000 } }
}
