import Imaging

/// A message between program and decoder: a length, a kind, and the content.
struct Message {
    enum Kind: UInt8 {
        // From the program.
        /// A file to decode, sent with its descriptor.
        case job = 1
        /// The destination of the rows; sent with the shared memory, if there is any.
        case room
        /// Rows that may be overwritten.
        case taken
        /// A file whose video is requested, sent with its descriptor.
        case openVideo
        /// A file whose sound is requested, sent with its descriptor.
        case openSound
        /// Requests the next packets.
        case readPackets
        /// Requests the next decoded frame.
        case decodeFrame
        /// Requests a seek.
        case seek
        /// Requests the pixels of the frame; sent with the shared memory for them, if that is new.
        case convert
        /// Memory that is no longer used.
        case forget
        /// Requests samples.
        case readSound

        // From the decoder.
        /// The decoder runs; contains its sandboxing mechanisms.
        case hello = 65
        /// A request for memory for pixels of some size.
        case memory
        /// The file's properties, and which of the buffers contains its pixels.
        case header
        /// The number of finished rows.
        case rows
        /// The picture is complete; contains the file's contents other than pixels.
        case end
        /// There is no reduced version of this file.
        case nothing
        /// The reason why the file cannot be read.
        case failure
        /// The contents of a video file.
        case contents
        /// Some packets; none at the end.
        case packets
        /// The properties of the decoded frame; empty at the end.
        case frame
        /// The request is done.
        case done
        /// Samples; none at the end.
        case samples
    }

    /// A message's kind or content is malformed.
    struct Malformed: Error {}

    /// The bytes before the content.
    struct Head: MessageField {
        static let byteCount = 5
        /// Larger than any content: metadata may be long.
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

    /// The message as sent.
    var bytes: [UInt8] { Head(length: UInt32(clamping: content.count), kind: kind).encoded + content }
}

/// A value that is sent in messages.
protocol MessageField {
    /// Any value, which ``code(_:)`` replaces while reading.
    init()
    /// Passes all fields to the coder, which writes or reads them.
    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed)
}

extension MessageField {
    /// Parses bytes without trusting them; throws if any bytes are left.
    init(encoded bytes: [UInt8]) throws(Message.Malformed) {
        self.init()
        var coder = MessageCoder(reading: bytes)
        try code(&coder)
        guard coder.isAtEnd else { throw Message.Malformed() }
    }

    /// The fields as bytes.
    var encoded: [UInt8] {
        var coder = MessageCoder()
        var value = self
        // Only reading throws.
        try? value.code(&coder)
        return coder.bytes
    }
}

/// A value that is the content of a kind of messages.
protocol MessageContent: MessageField {
    static var kind: Message.Kind { get }
}

extension MessageContent {
    /// Throws if the message is of another kind, too.
    init(_ message: Message) throws(Message.Malformed) {
        guard message.kind == Self.kind else { throw Message.Malformed() }
        try self.init(encoded: message.content)
    }

    var message: Message { Message(Self.kind, encoded) }
}

/// Writes fields in the machine's byte order, since both ends are the same program, or reads them without
/// trusting them: anything missing or out of bounds is an error. Writing checks nothing and throws nothing.
struct MessageCoder {
    private(set) var bytes: [UInt8] = []
    /// The position of the next byte to read; nil while writing.
    private var position: Int?

    /// For writing.
    init() {}

    init(reading bytes: [UInt8]) {
        self.bytes = bytes
        position = 0
    }

    var isReading: Bool { position != nil }
    /// True if all bytes were read.
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

    /// Unknown raw values are errors.
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
        // One at a time, so that a bogus count allocates no memory.
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

    /// Throws while reading unless the condition is met.
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
