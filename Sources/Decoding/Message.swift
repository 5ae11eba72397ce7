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
        /// The reason why the file cannot be decoded.
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
        /// The reason why the video cannot be read.
        case videoFailure
    }

    /// A message's kind or content is malformed.
    struct Malformed: Error {}

    /// The bytes before the content: its length, and the kind.
    static let headLength = 5
    /// Larger than any message: metadata may be long.
    static let largestContent = 256 << 20

    let kind: Kind
    var content: [UInt8]

    init(_ kind: Kind, _ content: [UInt8] = []) {
        self.kind = kind
        self.content = content
    }

    init(_ kind: Kind, _ fill: (inout MessageWriter) -> Void) {
        var writer = MessageWriter()
        fill(&writer)
        self.init(kind, writer.bytes)
    }

    /// The message as sent.
    var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.putCount(content.count)
        return writer.bytes + [kind.rawValue] + content
    }

    /// Parses the header of a message.
    static func head(_ bytes: [UInt8]) throws(Malformed) -> (kind: Kind, length: Int) {
        var reader = MessageReader(bytes)
        let length = try reader.count()
        guard length <= largestContent, let kind = Kind(rawValue: try reader.byte()) else {
            throw Malformed()
        }
        return (kind, length)
    }
}

/// Serializes values in the machine's byte order: both ends are the same program.
struct MessageWriter {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ value: Int) { putBytes(of: Int64(value)) }
    mutating func put(_ value: Double) { putBytes(of: value.bitPattern) }
    mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
    mutating func putByte(_ value: UInt8) { bytes.append(value) }
    mutating func putCount(_ value: Int) { putBytes(of: UInt32(clamping: value)) }

    mutating func put(_ value: [UInt8]) {
        putCount(value.count)
        bytes += value
    }

    mutating func put(_ value: String) { put(Array(value.utf8)) }

    mutating func put<Value>(optional value: Value?, _ put: (inout MessageWriter, Value) -> Void) {
        self.put(value != nil)
        if let value { put(&self, value) }
    }

    private mutating func putBytes<Value: FixedWidthInteger>(of value: Value) {
        withUnsafeBytes(of: value) { bytes += $0 }
    }
}

/// Parses the output of ``MessageWriter`` without trusting it: anything missing or out of bounds is an error.
struct MessageReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func byte() throws(Message.Malformed) -> UInt8 {
        guard let byte = rest.popFirst() else { throw Message.Malformed() }
        return byte
    }

    mutating func bool() throws(Message.Malformed) -> Bool { try byte() != 0 }
    mutating func integer() throws(Message.Malformed) -> Int { Int(try bits(Int64.self)) }
    mutating func double() throws(Message.Malformed) -> Double { Double(bitPattern: try bits(UInt64.self)) }
    mutating func count() throws(Message.Malformed) -> Int { Int(try bits(UInt32.self)) }

    mutating func array() throws(Message.Malformed) -> [UInt8] {
        let count = try count()
        guard count <= rest.count else { throw Message.Malformed() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    /// Bytes that are not UTF-8 become replacement characters.
    mutating func string() throws(Message.Malformed) -> String {
        String(decoding: try array(), as: UTF8.self)
    }

    mutating func optional<Value>(
        _ read: (inout MessageReader) throws(Message.Malformed) -> Value
    ) throws(Message.Malformed) -> Value? {
        try bool() ? try read(&self) : nil
    }

    /// Throws if any bytes are left.
    func end() throws(Message.Malformed) {
        guard rest.isEmpty else { throw Message.Malformed() }
    }

    private mutating func bits<Value: FixedWidthInteger>(_: Value.Type) throws(Message.Malformed) -> Value {
        let size = MemoryLayout<Value>.size
        guard rest.count >= size else { throw Message.Malformed() }
        var value = Value.zero
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: rest.prefix(size)) }
        rest = rest.dropFirst(size)
        return value
    }
}
