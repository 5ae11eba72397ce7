/// Metadata of raw files that are not based on TIFF.
package enum RawMetadata {
    /// Nil if the file is of another kind or has no metadata.
    package static func read(_ file: UnsafeRawBufferPointer) -> Metadata? {
        if file.starts(with: fujiMark.utf8) { return preview(ofFuji: file).flatMap(metadata(ofPreview:)) }
        guard file.count > 12, file[4..<12].elementsEqual(canonMark.utf8) else { return nil }
        return canonEXIF(file).map { Metadata(exif: $0, losses: [.notKept(.makerNotes)]) }
    }

    private static let fujiMark = "FUJIFILMCCD-RAW "
    private static let canonMark = "ftypcrx "

    /// The preview JPEG in a RAF, the only part with metadata from the camera.
    ///
    /// Its offset and length are big-endian 32-bit numbers at offsets 84 and 88.
    private static func preview(ofFuji file: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
        guard file.count > 92 else { return nil }
        let (start, length) = (number(file, 84), number(file, 88))
        guard start <= file.count, length <= file.count - start else { return nil }
        return UnsafeRawBufferPointer(rebasing: file[start..<start + length])
    }

    /// Drops the reports of lost segments, since they only concern the preview.
    private static func metadata(ofPreview file: UnsafeRawBufferPointer) -> Metadata? {
        guard var metadata = JPEGMetadata.read(file) else { return nil }
        metadata.losses.removeAll { if case .notKeptOf = $0 { true } else { false } }
        return metadata
    }

    /// The EXIF block of a CR3, whose directories are in separate boxes, each a TIFF file of its own.
    ///
    /// Laurent Clévy, "Canon CR3", <https://github.com/lclevy/canon_cr3>.
    private static func canonEXIF(_ file: UnsafeRawBufferPointer) -> [UInt8]? {
        guard let movie = ISOBox.list(file, in: 0..<file.count).first(where: { $0.type == "moov" }),
            let canon = ISOBox.list(file, in: movie.content).first(where: {
                $0.type == "uuid" && $0.content.count > 16
            })
        else { return nil }
        let parts = ISOBox.list(file, in: canon.content.dropFirst(16))
        func part(_ type: String) -> UnsafeRawBufferPointer? {
            parts.first { $0.type == type }.map { UnsafeRawBufferPointer(rebasing: file[$0.content]) }
        }
        return TIFFMetadata.exif(first: part("CMT1"), exif: part("CMT2"), gps: part("CMT4"))
    }

    private static func number(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
