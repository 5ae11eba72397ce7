import Imaging

// Messages about pictures. Data from a decoder is validated here, since the file being decoded may have
// compromised it.

/// A file to decode, and how to decode it.
struct Job: MessageContent {
    static let kind = Message.Kind.job

    var extent = DecodingExtent.whole
    var options = DecodingOptions()

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&extent)
        try coder.code(&options.acceptsDamage)
        try coder.code(&options.largestPixelCount)
        try coder.code(&options.page)
        try coder.code(&options.drawingSize)
    }
}

/// The destination of the rows.
struct Room: MessageContent {
    static let kind = Message.Kind.room

    /// The number of rows in a contiguous strip.
    var stripHeight = 1
    /// The number of strips; row y is in strip y / stripHeight modulo this number.
    var stripCount = 1
    /// True if there is space for all rows and no row is read before the last has arrived.
    var isForWhole = false
    /// True if the memory is shared; otherwise rows are sent.
    var isShared = false
    /// True if the memory has never been written to, and is thus zero.
    var isZero = true

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&stripHeight)
        try coder.code(&stripCount)
        try coder.code(&isForWhole)
        try coder.code(&isShared)
        try coder.code(&isZero)
    }

    /// The position of a row in the memory, in rows.
    func place(of row: Int) -> Int { row % (stripHeight * stripCount) }
}

/// The size and depth of pixels for which memory is requested.
struct PixelSize: MessageContent {
    static let kind = Message.Kind.memory
    /// The valid range of widths and heights.
    static let sides = 1...Int(Int32.max)

    var width = 1
    var height = 1
    var depth = PixelBuffer.Depth.eight

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&width, in: Self.sides)
        try coder.code(&height, in: Self.sides)
        try coder.code(&depth)
    }
}

/// The properties of a picture that are known before its rows.
struct HeaderAnswer: MessageContent {
    static let kind = Message.Kind.header

    var header = PictureHeader(width: 1, height: 1, depth: .eight, channels: .rgba, format: nil)
    /// The number of the buffer that already contains all rows; nil if they are still to come.
    var memory: Int?

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&header.width, in: PixelSize.sides)
        try coder.code(&header.height, in: PixelSize.sides)
        try coder.code(&header.depth)
        try coder.code(&header.fileDepth)
        var (isGray, hasAlpha) = (header.channels.isGray, header.channels.hasAlpha)
        try coder.code(&isGray)
        try coder.code(&hasAlpha)
        header.channels = Channels(isGray: isGray, hasAlpha: hasAlpha)
        try header.colorSpace.code(&coder)
        try coder.code(name: &header.format)
        try coder.code(&memory)
        try coder.code(&header.ending)
    }
}

extension MessageCoder {
    /// Reads an unknown name as nil.
    fileprivate mutating func code<Value: RawRepresentable>(
        name value: inout Value?
    ) throws(Message.Malformed) where Value.RawValue == String {
        var name = value?.rawValue
        try code(&name)
        value = name.flatMap(Value.init(rawValue:))
    }
}

extension ColorSpace {
    /// A limit above LUT-based printer profiles, which take a few megabytes; no picture in memory has such a
    /// profile.
    private static let largestProfile = 16 << 20

    fileprivate mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        var numbers = self.primaries.toXYZ.numbers
        var light = self.curves.flatMap { $0.light.map { Double($0) } }
        var (profile, name, isOfGray) = (self.profile, profileName, self.isOfGray)
        try coder.code(&numbers, maxCount: 9)
        try coder.code(&light, maxCount: 3 * ToneCurve.count)
        try coder.code(&profile)
        try coder.code(&name)
        try coder.code(&isOfGray)
        guard coder.isReading else { return }
        let curves = stride(from: 0, to: light.count, by: ToneCurve.count).compactMap { start in
            ToneCurve(light: light[start...].prefix(ToneCurve.count).map { Float($0) })
        }
        guard let primaries = Matrix3(numbers: numbers).flatMap(Primaries.init(toXYZ:)),
            curves.count * ToneCurve.count == light.count, curves.count != 2,
            profile?.count ?? 0 <= Self.largestProfile
        else { throw Message.Malformed() }
        self = ColorSpace(
            primaries: primaries, curves: curves, profile: profile, profileName: name, isOfGray: isOfGray)
    }
}

extension PictureTrailer: MessageContent {
    static let kind = Message.Kind.end

    init() { self.init(orientation: .upright, wholeSize: SIMD2(1, 1)) }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&orientation)
        try metadata.code(&coder)
        try coder.code(&damage)
        damage = damage?.asReason
        try coder.code(&wholeSize.x, in: PixelSize.sides)
        try coder.code(&wholeSize.y, in: PixelSize.sides)
        var (number, count) = (page.number, page.count)
        try coder.code(&count, in: 1...Int(Int32.max))
        try coder.code(&number, in: 1...count)
        page = PageNumber(number, count: count)
        try coder.code(name: &dynamicRange)
    }
}

extension Metadata {
    /// An upper limit, greater than the number of parts that can be lost.
    fileprivate static let maxLosses = 64

    fileprivate mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&exif)
        try coder.code(&xmp)
        try coder.code(&iptc)
        try coder.code(&resolution)
        // Valid files have only positive finite values, and encoders convert them to integers.
        if let size = resolution, ![size.x, size.y].allSatisfy({ $0 > 0 && $0.isFinite }) {
            resolution = nil
        }
        try coder.code(&texts, maxCount: .max)
        losses.removeAll { $0.parts == nil }
        try coder.code(&losses, maxCount: Self.maxLosses)
    }
}

extension Metadata.Resolution: MessageField {
    init() { self.init(x: 1, y: 1) }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&x)
        try coder.code(&y)
    }
}

extension Metadata.Text: MessageField {
    init() { self.init(keyword: "", text: "") }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        try coder.code(&keyword)
        try coder.code(&text)
    }
}

extension MetadataLoss: MessageField {
    init() { self = .unreadable(.exif) }

    /// The fields of a loss that can occur when reading; nil for the others, which depend on the output
    /// format.
    fileprivate var parts: (kind: UInt8, part: Part, names: [String])? {
        switch self {
        case .unreadable(let part): (0, part, [])
        case .outdated(let part): (1, part, [])
        case .notKept(let part): (2, part, [])
        case .notKeptOf(let part, let names): (3, part, Array(names.prefix(Metadata.maxLosses)))
        default: nil
        }
    }

    mutating func code(_ coder: inout MessageCoder) throws(Message.Malformed) {
        guard case (var kind, var part, var names)? = parts else { return }
        try coder.code(&kind)
        try coder.code(&part)
        try coder.code(&names, maxCount: Metadata.maxLosses)
        switch kind {
        case 1: self = .outdated(part)
        case 2: self = .notKept(part)
        case 3: self = .notKeptOf(part, names)
        default: self = .unreadable(part)
        }
    }
}
