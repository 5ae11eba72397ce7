/// Netpbm's portable map formats.
enum PortableMap {
    /// The name of libavcodec's decoder for a file; nil for other files.
    static func codec(of beginning: UnsafeRawBufferPointer) -> String? {
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard beginning.count > 8, beginning[0] == UInt8(ascii: "P"), isSpace(beginning[2]) else {
            return nil
        }
        return switch beginning[1] {
        case UInt8(ascii: "1"), UInt8(ascii: "4"): "pbm"
        case UInt8(ascii: "2"), UInt8(ascii: "5"): "pgm"
        case UInt8(ascii: "3"), UInt8(ascii: "6"): "ppm"
        case UInt8(ascii: "7"): "pam"
        default: nil
        }
    }
}
