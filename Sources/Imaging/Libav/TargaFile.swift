/// Truevision's pictures, which have no mark at their beginning.
///
/// "Truevision TGA File Format Specification", version 2.0.
enum TargaFile {
    private static let headerLength = 18

    /// Whether all fields of the header hold what they may.
    static func isHeader(_ beginning: UnsafeRawBufferPointer) -> Bool {
        guard beginning.count > headerLength else { return false }
        let (mapKind, kind) = (beginning[1], beginning[2])
        let hasMap = mapKind == 1
        let mapFields = beginning[3..<8]
        let depths: Set<UInt8> = hasMap ? [8, 16] : kind & 3 == 3 ? [8, 16] : [15, 16, 24, 32]
        return [1, 2, 3, 9, 10, 11].contains(kind) && mapKind <= 1
            && (hasMap ? [15, 16, 24, 32].contains(beginning[7]) : mapFields.allSatisfy { $0 == 0 })
            && (kind & 3 == 1) == hasMap && depths.contains(beginning[16])
            && beginning[12] | beginning[13] != 0 && beginning[14] | beginning[15] != 0
            && beginning[17] & 0xC0 == 0 && beginning[17] & 0x0F <= 8
    }
}
