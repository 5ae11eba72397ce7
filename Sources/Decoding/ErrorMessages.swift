import Imaging

extension ImagingError {
    /// The error as a message, without the file's name, which the program knows itself.
    var message: Message {
        Message(.failure) {
            switch self {
            case .damaged(_, let reason):
                $0.putByte(1)
                $0.put(reason)
            case .notAPicture: $0.putByte(2)
            case .file(.empty): $0.putByte(3)
            case .tooLarge(_, let width, let height):
                $0.putByte(4)
                $0.put(width)
                $0.put(height)
            case .noDecoder(let library, let reason):
                $0.putByte(5)
                $0.put(library)
                $0.put(reason)
            case .file(.readFailed(_, let reason)):
                $0.putByte(6)
                $0.put(reason)
            case .unusuallyLarge(_, let width, let height, let byteCount):
                $0.putByte(7)
                $0.put(width)
                $0.put(height)
                $0.put(byteCount)
            case .unsupported(_, let reason):
                $0.putByte(8)
                $0.put(reason)
            case .noSuchPage(_, let page, let count):
                $0.putByte(9)
                $0.put(page)
                $0.put(count)
            default:
                $0.putByte(6)
                $0.put("\(self)")
            }
        }
    }

    init(_ message: Message, path: String) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        switch try reader.byte() {
        case 1: self = .damaged(path: path, reason: try reader.reason())
        case 2: self = .notAPicture(path: path)
        case 3: self = .file(.empty(path: path))
        case 4: self = .tooLarge(path: path, width: try reader.integer(), height: try reader.integer())
        case 5: self = .noDecoder(library: try reader.reason(), reason: try reader.reason())
        case 6: self = .file(.readFailed(path: path, reason: try reader.reason()))
        case 7:
            let (width, height, byteCount) = (
                try reader.integer(), try reader.integer(), try reader.integer()
            )
            // Larger than any number in a picture; sums of such numbers do not overflow.
            guard [width, height, byteCount].allSatisfy((1...1 << 48).contains) else {
                throw Message.Malformed()
            }
            self = .unusuallyLarge(path: path, width: width, height: height, byteCount: byteCount)
        case 8: self = .unsupported(path: path, reason: try reader.reason())
        case 9: self = .noSuchPage(path: path, page: try reader.integer(), count: try reader.integer())
        default: throw Message.Malformed()
        }
        try reader.end()
    }
}

extension MessageReader {
    /// Part of a sentence: one line, short enough to be shown.
    mutating func reason() throws(Message.Malformed) -> String {
        // A character may consist of any number of scalars.
        let scalars = try string().unicodeScalars.prefix(300)
        let text = String(String.UnicodeScalarView(scalars))
        return String(text.map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? " " : $0 })
    }
}
