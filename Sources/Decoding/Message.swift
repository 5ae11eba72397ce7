import Imaging

/// A message between the program and a decoder: a length, a kind, and content.
struct Message {
    enum Kind: UInt8 {
        // Sent by the program
        /// A file to decode, with its descriptor.
        case job = 1
        /// The destination of the rows, with the descriptor of the shared memory, if any.
        case room
        /// Acknowledges rows, which may then be overwritten.
        case taken
        /// A video file to open, with its descriptor.
        case openVideo
        /// A file whose soundtrack to open, with its descriptor.
        case openSound
        /// Requests the next packets.
        case readPackets
        /// Requests the next decoded frame.
        case decodeFrame
        /// Requests a seek.
        case seek
        /// Requests the pixels of the frame, with the descriptor of the shared memory, if that is new.
        case convert
        /// Reports memory that is no longer used.
        case forget
        /// Requests audio samples.
        case readSound

        // Sent by the decoder
        /// Reports that the decoder is running, and its sandboxing mechanisms.
        case hello = 65
        /// Requests memory for pixels of some size.
        case memory
        /// The picture's properties, and the buffer that already contains its pixels, if any.
        case header
        /// The number of complete rows.
        case rows
        /// Reports that the picture is complete; contains the properties known at the end.
        case end
        /// The file does not support the requested extent.
        case nothing
        /// The reason why the file cannot be read.
        case failure
        /// The streams and properties of a video file.
        case contents
        /// Packets; empty at the end.
        case packets
        /// The properties of the decoded frame; none at the end.
        case frame
        /// The request was carried out.
        case done
        /// Audio samples; empty at the end.
        case samples
    }

    /// The kind or the content of a message is malformed.
    struct Malformed: Error {}

    /// The header that precedes the content.
    struct Head: MessageField {
        static let byteCount = 5
        /// A limit above any real content; metadata may be large.
        private static let largestContent = UInt32(256) << 20

        var length = UInt32(0)
        var kind = Kind.done

        mutating func code(_ coder: inout MessageCoder) throws(Malformed) {
            try coder.code(&length, in: 0...Self.largestContent)
            try coder.code(&kind)
        }
    }

    let kind: Kind
    var content: [UInt8]

    init(_ kind: Kind, _ content: [UInt8] = []) {
        self.kind = kind
        self.content = content
    }

    /// The encoded message.
    var bytes: [UInt8] { Head(length: UInt32(clamping: content.count), kind: kind).encoded + content }
}

/// A value that can be a field of messages.
protocol MessageField {
    /// Creates a placeholder, which ``code(_:)`` replaces when reading.
    init()
    /// Passes each field to the coder, which writes or reads it.
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed)
}

extension MessageField {
    /// Parses untrusted bytes; throws if any bytes are left over.
    init(encoded bytes: [UInt8]) throws(Message.Malformed) {
        self.init()
        var coder = MessageCoder(reading: bytes)
        try code(&coder)
        guard coder.isAtEnd else { throw Message.Malformed() }
    }

    /// The encoded fields.
    var encoded: [UInt8] {
        var coder = MessageCoder()
        var value = self
        // Only reading throws.
        try? value.code(&coder)
        return coder.bytes
    }
}

/// A value that is the whole content of one kind of message.
protocol MessageContent: MessageField {
    static var kind: Message.Kind { get }
}

extension MessageContent {
    /// Also throws if the message is of another kind.
    init(_ message: Message) throws(Message.Malformed) {
        guard message.kind == Self.kind else { throw Message.Malformed() }
        try self.init(encoded: message.content)
    }

    var message: Message { Message(Self.kind, encoded) }
}

/// Writes or reads fields in the machine's byte order, since both ends are the same program. Bytes that are
/// read are not trusted: anything missing or out of range is an error. Writing performs no checks and does
/// not throw.
struct MessageCoder {
    private(set) var bytes: [UInt8] = []
    /// The offset of the next byte to read; nil when writing.
    private var position: Int?

    /// Creates a coder for writing.
    init() {}

    init(reading bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
    }

    var isReading: Bool { position != nil }
    /// True if all bytes have been read.
    var isAtEnd: Bool { position == bytes.count }

    mutating func code<Value: MessageField>(_ value: inout Value) throws(Message.Malformed) {
        try value.code(&self)
    }

    mutating func code<Value: FixedWidthInteger>(
        _ value: inout Value, in range: ClosedRange<Value>
    ) throws(Message.Malformed) {
        guard isReading else { return withUnsafeBytes(of: value) { bytes += $0 } }
        let next = try take(MemoryLayout<Value>.size)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: next) }
        try check(range.contains(value))
    }

    /// Throws for unknown raw values.
    mutating func code<Value: RawRepresentable>(
        _ value: inout Value
    ) throws(Message.Malformed) where Value.RawValue: MessageField {
        var raw = value.rawValue
        try code(&raw)
        guard let known = Value(rawValue: raw) else { throw Message.Malformed() }
        value = known
    }

    mutating func code<Value: MessageField>(_ value: inout Value?) throws(Message.Malformed) {
        var isPresent = value != nil
        try code(&isPresent)
        var present = value ?? Value()
        if isPresent { try code(&present) }
        value = isPresent ? present : nil
    }

    mutating func code<Value: MessageField>(
        _ values: inout [Value], maxCount: Int
    ) throws(Message.Malformed) {
        var count = UInt32(clamping: values.count)
        try code(&count, in: 0...UInt32(clamping: maxCount))
        if isReading { values = [] }
        // Elements are added one by one, so that a bogus count does not allocate memory.
        for index in 0..<Int(count) {
            var value = isReading ? Value() : values[index]
            try code(&value)
            if isReading { values.append(value) }
        }
    }

    fileprivate mutating func code(bytes value: inout [UInt8]) throws(Message.Malformed) {
        var count = UInt32(clamping: value.count)
        try code(&count, in: 0...UInt32.max)
        if isReading { value = Array(try take(Int(count))) } else { bytes += value }
    }

    /// When reading, throws unless the condition is true.
    func check(_ condition: Bool) throws(Message.Malformed) {
        guard condition || !isReading else { throw Message.Malformed() }
    }

    private mutating func take(_ count: Int) throws(Message.Malformed) -> ArraySlice<UInt8> {
        guard let start = position, count <= bytes.count - start else { throw Message.Malformed() }
        position = start + count
        return bytes[start..<start + count]
    }
}

extension MessageField where Self: FixedWidthInteger {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&self, in: Self.min...Self.max)
    }
}

extension Int: MessageField {}
extension UInt8: MessageField {}

extension Bool: MessageField {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        var byte: UInt8 = self ? 1 : 0
        try coder.code(&byte)
        self = byte != 0
    }
}

extension Double: MessageField {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        var bits = bitPattern
        try coder.code(&bits, in: 0...UInt64.max)
        self = Double(bitPattern: bits)
    }
}

extension SIMD2: MessageField where Scalar == Int {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&x)
        try coder.code(&y)
    }
}

extension Array: MessageField where Element == UInt8 {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(bytes: &self)
    }
}

/// Bytes that are not UTF-8 become replacement characters.
extension String: MessageField {
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        var bytes = Array(utf8)
        try coder.code(&bytes)
        if coder.isReading { self = String(decoding: bytes, as: UTF8.self) }
    }
}
