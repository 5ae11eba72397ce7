/// The limits on a decoder's resources for a picture.
package struct DecodingLimits: Sendable {
    /// Bytes of memory for any picture, in addition to the decoder's own use: libvips, its modules and its
    /// threads.
    package var memory = 768 << 20
    /// Additional bytes of memory per byte of the file, which is read whole except for PNG.
    package var memoryPerFileByte = 3
    /// Additional bytes of memory per byte of the decoded picture. AVIF's decoder holds several 16-bit
    /// pictures at a time, and that of a progressive JPEG all coefficients.
    package var memoryPerPixelByte = 8
    /// CPU seconds, over all cores, for a picture of any size.
    package var processorSeconds = 20.0
    /// Additional CPU seconds, over all cores, per megapixel: the slowest decoder takes a fifth of it.
    package var processorSecondsPerMegapixel = 0.5
    /// The timeout in wall-clock time without progress, as a multiple of these; the machine may be busy
    /// otherwise.
    package var timeout = 2.0

    /// The minimum read rate in bytes per second; a file on a slow network is read completely before anything
    /// is reported.
    package var fileBytesPerSecond = 1 << 20

    /// Bytes of memory for any video: the index of a day of frames, and what a codec needs to probe the
    /// largest.
    package var videoMemory = 2 << 30
    /// Additional bytes of memory per thread that decodes a video, for its stack.
    package var videoMemoryPerThread = 16 << 20
    /// The number of pictures that a codec may keep in addition to two per thread: H.264 and H.265 refer back
    /// to 16.
    package var videoPictures = 32
    /// The minimum number of bytes of a video that can be skipped in one CPU second.
    package var videoBytesPerProcessorSecond = 64e6

    package init() {}

    func processorSeconds(pixelCount: Int) -> Double {
        processorSeconds + Double(pixelCount) / 1e6 * processorSecondsPerMegapixel
    }

    func secondsOfSilence(pixelCount: Int, fileBytes: Int = 0) -> Int {
        Int((processorSeconds(pixelCount: pixelCount) * timeout).rounded(.up)) + fileBytes
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
