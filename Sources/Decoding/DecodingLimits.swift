/// What a decoder may use for a picture.
package struct DecodingLimits: Sendable {
    /// Bytes of memory for a picture of any size, beside what the program itself takes: libvips, its modules and its threads.
    package var memory = 768 << 20
    /// Bytes of memory beyond that for each byte of the file, which is read whole but for PNG.
    package var memoryPerFileByte = 3
    /// Bytes of memory beyond that for each byte of the decoded picture. AVIF's decoder holds several pictures of
    /// 16 bits at a time, and that of a progressive JPEG all coefficients.
    package var memoryPerPixelByte = 8
    /// Seconds of all processors together for a picture of any size.
    package var processorSeconds = 20.0
    /// Seconds of all processors together beyond that for each megapixel: the slowest decoder takes a fifth of it.
    package var processorSecondsPerMegapixel = 0.5
    /// For how many times as long by the clock it may make no progress at all; a machine may be busy with other things.
    package var patience = 2.0

    /// Bytes of a file that come in a second at least; one on a slow network is read whole before anything is told.
    package var fileBytesPerSecond = 1 << 20

    package init() {}

    func processorSeconds(pixelCount: Int) -> Double {
        processorSeconds + Double(pixelCount) / 1e6 * processorSecondsPerMegapixel
    }

    func secondsOfSilence(pixelCount: Int, fileBytes: Int = 0) -> Int {
        Int((processorSeconds(pixelCount: pixelCount) * patience).rounded(.up)) + fileBytes
            / fileBytesPerSecond
    }

    func memory(fileBytes: Int, pixelBytes: Int) -> Int {
        let file = fileBytes.multipliedReportingOverflow(by: memoryPerFileByte)
        let pixels = pixelBytes.multipliedReportingOverflow(by: memoryPerPixelByte)
        guard !file.overflow, !pixels.overflow else { return .max }
        let sum = file.partialValue.addingReportingOverflow(pixels.partialValue)
        let whole = sum.partialValue.addingReportingOverflow(memory)
        return sum.overflow || whole.overflow ? .max : whole.partialValue
    }
}
