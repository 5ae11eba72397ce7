import Imaging

// Messages about pictures. Data from a decoder is validated here: the file being read may have compromised
// the decoder.

/// What to decode, and how.
struct Job {
    var extent = DecodingExtent.whole
    var options = DecodingOptions()

    init(extent: DecodingExtent = .whole, options: DecodingOptions = DecodingOptions()) {
        self.extent = extent
        self.options = options
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        guard let extent = DecodingExtent(rawValue: try reader.byte()) else { throw Message.Malformed() }
        self.extent = extent
        options.acceptsDamage = try reader.bool()
        options.largestPixelCount = try reader.integer()
        options.page = try reader.integer()
        options.drawingSize = try reader.optional { reader throws(Message.Malformed) in
            SIMD2(try reader.integer(), try reader.integer())
        }
    }

    var message: Message {
        Message(.job) {
            $0.putByte(extent.rawValue)
            $0.put(options.acceptsDamage)
            $0.put(options.largestPixelCount)
            $0.put(options.page)
            $0.put(optional: options.drawingSize) {
                $0.put($1.x)
                $0.put($1.y)
            }
        }
    }
}

/// The destination of the rows.
struct Room {
    /// The number of contiguous rows.
    var stripHeight: Int
    /// The number of such strips; row y is in strip y / stripHeight modulo this number.
    var stripCount: Int
    /// True if there is space for all rows, and none is read before the last has arrived.
    var isForWhole: Bool
    /// True if the memory is shared; otherwise rows are sent.
    var isShared: Bool
    /// True if the memory was never written to.
    var isZero: Bool

    init(stripHeight: Int, stripCount: Int, isForWhole: Bool, isShared: Bool, isZero: Bool = true) {
        self.stripHeight = stripHeight
        self.stripCount = stripCount
        self.isForWhole = isForWhole
        self.isShared = isShared
        self.isZero = isZero
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        stripHeight = try reader.integer()
        stripCount = try reader.integer()
        isForWhole = try reader.bool()
        isShared = try reader.bool()
        isZero = try reader.bool()
    }

    var message: Message {
        Message(.room) {
            $0.put(stripHeight)
            $0.put(stripCount)
            $0.put(isForWhole)
            $0.put(isShared)
            $0.put(isZero)
        }
    }

    /// The position of a row, in rows from the beginning.
    func place(of row: Int) -> Int { row % (stripHeight * stripCount) }
}

/// The size of pixels for which memory is requested.
struct PixelSize {
    let width: Int
    let height: Int
    let depth: PixelBuffer.Depth

    init(width: Int, height: Int, depth: PixelBuffer.Depth) {
        self.width = width
        self.height = height
        self.depth = depth
    }

    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        try self.init(&reader)
        try reader.end()
    }

    init(_ reader: inout MessageReader) throws(Message.Malformed) {
        width = try reader.integer()
        height = try reader.integer()
        guard width > 0, height > 0, width <= Int32.max, height <= Int32.max,
            let depth = PixelBuffer.Depth(rawValue: Int(try reader.byte()))
        else { throw Message.Malformed() }
        self.depth = depth
    }

    func write(to writer: inout MessageWriter) {
        writer.put(width)
        writer.put(height)
        writer.putByte(UInt8(depth.rawValue))
    }

    var message: Message { Message(.memory) { write(to: &$0) } }
}

extension PictureHeader {
    var size: PixelSize { PixelSize(width: width, height: height, depth: depth) }

    /// The header, and the number of the buffer that already contains all rows; nil if they are still to
    /// come.
    static func read(_ message: Message) throws(Message.Malformed) -> (PictureHeader, memory: Int?) {
        var reader = MessageReader(message.content)
        let size = try PixelSize(&reader)
        guard let fileDepth = PixelBuffer.Depth(rawValue: Int(try reader.byte())) else {
            throw Message.Malformed()
        }
        let channels = Channels(isGray: try reader.bool(), hasAlpha: try reader.bool())
        let colorSpace = try ColorSpace(&reader)
        let format = try reader.optional { reader throws(Message.Malformed) in try reader.string() }
        let memory = try reader.optional { reader throws(Message.Malformed) in try reader.integer() }
        let ending = try reader.optional { reader throws(Message.Malformed) in try PictureTrailer(&reader) }
        try reader.end()
        let header = PictureHeader(
            width: size.width, height: size.height, depth: size.depth, fileDepth: fileDepth,
            channels: channels, colorSpace: colorSpace, format: format.flatMap(PictureFormat.init(rawValue:)),
            ending: ending)
        return (header, memory)
    }

    func message(memory: Int?) -> Message {
        Message(.header) {
            size.write(to: &$0)
            $0.putByte(UInt8(fileDepth.rawValue))
            $0.put(channels.isGray)
            $0.put(channels.hasAlpha)
            colorSpace.write(to: &$0)
            $0.put(optional: format?.rawValue) { $0.put($1) }
            $0.put(optional: memory) { $0.put($1) }
            $0.put(optional: ending) { $1.write(to: &$0) }
        }
    }
}

extension ColorSpace {
    /// Printer profiles with tables have a few megabytes, and no picture in memory has one.
    private static let largestProfile = 16 << 20

    fileprivate init(_ reader: inout MessageReader) throws(Message.Malformed) {
        var numbers: [Double] = []
        for _ in 0..<9 { numbers.append(try reader.double()) }
        var curves: [ToneCurve] = []
        let curveCount = try reader.count()
        guard curveCount <= 3, let primaries = Matrix3(numbers: numbers).flatMap(Primaries.init) else {
            throw Message.Malformed()
        }
        for _ in 0..<curveCount {
            var light: [Float] = []
            for _ in 0..<ToneCurve.count { light.append(Float(try reader.double())) }
            guard let curve = ToneCurve(light: light) else { throw Message.Malformed() }
            curves.append(curve)
        }
        let profile = try reader.optional { reader throws(Message.Malformed) in try reader.array() }
        guard curveCount != 2, profile?.count ?? 0 <= Self.largestProfile else { throw Message.Malformed() }
        let name = try reader.optional { reader throws(Message.Malformed) in try reader.string() }
        self.init(
            primaries: primaries, curves: curves, profile: profile, profileName: name,
            isOfGray: try reader.bool())
    }

    fileprivate func write(to writer: inout MessageWriter) {
        for number in primaries.toXYZ.numbers { writer.put(number) }
        writer.putCount(curves.count)
        for curve in curves {
            for light in curve.light { writer.put(Double(light)) }
        }
        writer.put(optional: profile) { $0.put($1) }
        writer.put(optional: profileName) { $0.put($1) }
        writer.put(isOfGray)
    }
}

extension PictureTrailer {
    init(_ message: Message) throws(Message.Malformed) {
        var reader = MessageReader(message.content)
        try self.init(&reader)
        try reader.end()
    }

    fileprivate init(_ reader: inout MessageReader) throws(Message.Malformed) {
        guard let orientation = Orientation(rawValue: Int(try reader.byte())) else {
            throw Message.Malformed()
        }
        let metadata = try Metadata(&reader)
        let damage = try reader.optional { reader throws(Message.Malformed) in try reader.reason() }
        let width = try reader.integer()
        let height = try reader.integer()
        guard (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height) else {
            throw Message.Malformed()
        }
        let page = try reader.integer()
        let pageCount = try reader.integer()
        guard (1...Int(Int32.max)).contains(pageCount), (1...pageCount).contains(page) else {
            throw Message.Malformed()
        }
        let range = try reader.optional { reader throws(Message.Malformed) in try reader.string() }
        self.init(
            orientation: orientation, metadata: metadata, damage: damage, wholeSize: SIMD2(width, height),
            page: PageNumber(page, count: pageCount), dynamicRange: range.flatMap(HighDynamicRange.init))
    }

    var message: Message { Message(.end) { write(to: &$0) } }

    fileprivate func write(to writer: inout MessageWriter) {
        writer.putByte(UInt8(orientation.rawValue))
        metadata.write(to: &writer)
        writer.put(optional: damage) { $0.put($1) }
        writer.put(wholeSize.x)
        writer.put(wholeSize.y)
        writer.put(page.number)
        writer.put(page.count)
        writer.put(optional: dynamicRange?.rawValue) { $0.put($1) }
    }
}

extension Metadata {
    /// More than the number of parts that can be lost.
    private static let maxLosses = 64

    fileprivate init(_ reader: inout MessageReader) throws(Message.Malformed) {
        func block() throws(Message.Malformed) -> [UInt8]? {
            try reader.optional { reader throws(Message.Malformed) in try reader.array() }
        }
        self.init(exif: try block(), xmp: try block(), iptc: try block())
        let resolution = try reader.optional { reader throws(Message.Malformed) in
            Resolution(x: try reader.double(), y: try reader.double())
        }
        // No file contains a value that is not above 0, and encoders convert it to integers.
        if let resolution, [resolution.x, resolution.y].allSatisfy({ $0 > 0 && $0.isFinite }) {
            self.resolution = resolution
        }
        for _ in 0..<(try reader.count()) {
            texts.append(Text(keyword: try reader.string(), text: try reader.string()))
        }
        let lossCount = try reader.count()
        guard lossCount <= Self.maxLosses else { throw Message.Malformed() }
        for _ in 0..<lossCount {
            let kind = try reader.byte()
            guard let part = MetadataLoss.Part(rawValue: try reader.string()) else {
                throw Message.Malformed()
            }
            switch kind {
            case 1: losses.append(.outdated(part))
            case 2: losses.append(.notKept(part))
            case 3:
                let nameCount = try reader.count()
                guard nameCount <= Self.maxLosses else { throw Message.Malformed() }
                var names: [String] = []
                for _ in 0..<nameCount { names.append(try reader.string()) }
                losses.append(.notKeptOf(part, names))
            default: losses.append(.unreadable(part))
            }
        }
    }

    fileprivate func write(to writer: inout MessageWriter) {
        for block in [exif, xmp, iptc] { writer.put(optional: block) { $0.put($1) } }
        writer.put(optional: resolution) {
            $0.put($1.x)
            $0.put($1.y)
        }
        writer.putCount(texts.count)
        for text in texts {
            writer.put(text.keyword)
            writer.put(text.text)
        }
        // Only these kinds arise from reading; the others depend on the output format.
        let lost = losses.compactMap { loss -> (kind: UInt8, part: MetadataLoss.Part, names: [String])? in
            switch loss {
            case .unreadable(let part): (0, part, [])
            case .outdated(let part): (1, part, [])
            case .notKept(let part): (2, part, [])
            case .notKeptOf(let part, let names): (3, part, Array(names.prefix(Self.maxLosses)))
            default: nil
            }
        }
        writer.putCount(lost.count)
        for loss in lost {
            writer.putByte(loss.kind)
            writer.put(loss.part.rawValue)
            guard loss.kind == 3 else { continue }
            writer.putCount(loss.names.count)
            for name in loss.names { writer.put(name) }
        }
    }
}
