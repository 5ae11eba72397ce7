import COpenEXR
import Localization

/// The properties of an OpenEXR file's picture, which is the first suitable part.
struct EXRHeader {
    /// A rectangle of pixels with exclusive upper bounds.
    struct Window {
        let columns: Range<Int>
        let rows: Range<Int>

        var pixelCount: Int {
            let (count, isTooLarge) = columns.count.multipliedReportingOverflow(by: rows.count)
            return isTooLarge ? .max : count
        }

        fileprivate init?(_ window: COpenEXRWindow) {
            guard window.left <= window.right, window.top <= window.bottom else { return nil }
            columns = Int(window.left)..<Int(window.right) + 1
            rows = Int(window.top)..<Int(window.bottom) + 1
        }
    }

    /// A channel to read, and the RGBA index for its samples.
    struct Channel {
        let channel: COpenEXRChannel
        let component: Int

        /// The subsampling steps, horizontal and vertical.
        var sampling: SIMD2<Int> { SIMD2(Int(channel.columnStep), Int(channel.rowStep)) }
    }

    /// The index of the part.
    let part: Int32
    /// The data window.
    let data: Window
    /// The display window.
    let display: Window
    let channels: EXRChannels
    let used: [Channel]
    /// The chromaticities of red, green, blue and white; those of sRGB if the file specifies none or they are
    /// degenerate.
    let chromaticities: [SIMD2<Double>]
    /// An upper bound for the bytes in a block of samples, which the library allocates.
    let blockBytes: Double

    init(of file: OpaquePointer, name: String) throws(ImagingError) {
        var (isDeep, names) = (false, [String]())
        for index in 0..<copenexr_part_count(file) {
            let part = copenexr_part(file, index)
            guard !part.isDeep else {
                isDeep = true
                continue
            }
            let all = [COpenEXRChannel](unsafeUninitializedCapacity: Int(part.channelCount)) { room, count in
                count = Int(part.channelCount)
                copenexr_channels(file, index, room.baseAddress)
            }
            names = all.map { String(cString: $0.name) }
            guard let channels = EXRChannels(names: names) else { continue }
            used = zip(all, names).compactMap { channel, name in
                channels.components[name].map { Channel(channel: channel, component: $0) }
            }
            guard !used.contains(where: \.channel.isWhole) else {
                throw .unsupported(
                    path: name, reason: tr("its channels are integers, which do not represent light"))
            }
            guard let data = Window(part.data), let display = Window(part.display),
                used.allSatisfy({ $0.sampling.min() > 0 })
            else {
                throw .damaged(path: name, reason: tr("its data is invalid or ends too early"))
            }
            (self.part, self.data, self.display, self.channels) = (index, data, display, channels)
            blockBytes = part.blockBytes
            let numbers = withUnsafeBytes(of: part.chromaticities) { Array($0.bindMemory(to: Float.self)) }
            let stated = (0..<4).map { SIMD2(Double(numbers[2 * $0]), Double(numbers[2 * $0 + 1])) }
            let spans = Primaries(red: stated[0], green: stated[1], blue: stated[2], white: stated[3]) != nil
            chromaticities =
                part.hasChromaticities && spans
                ? stated : Primaries.sRGB.chromaticitiesUnderD65 + [SIMD2(0.3127, 0.3290)]
            return
        }
        throw isDeep
            ? .unsupported(
                path: name, reason: tr("it is a deep OpenEXR file, which stores several depths per pixel"))
            : .unsupported(
                path: name,
                reason: tr("its channels do not form a picture: \(names.joined(separator: ", ").shortened)"))
    }
}
