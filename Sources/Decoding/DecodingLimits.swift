/// The limits on the resources that a decoder may use for a picture or video.
package struct DecodingLimits: Sendable {
    /// Bytes of memory for any picture, in addition to the fixed cost of libvips, its modules and its
    /// threads.
    package var memory = 768 << 20
    /// Additional bytes of memory per byte of the file; except for PNG, the whole file is read into memory.
    package var memoryPerFileByte = 3
    /// Additional bytes of memory per byte of decoded pixels. The AVIF decoder keeps several 16-bit pictures
    /// at the same time, and the decoder of progressive JPEG keeps all coefficients.
    package var memoryPerPixelByte = 8
    /// CPU seconds, summed over all cores, for any picture.
    package var processorSeconds = 20.0
    /// Additional CPU seconds, summed over all cores, per megapixel; the slowest decoder needs a fifth of
    /// this.
    package var processorSecondsPerMegapixel = 0.5
    /// The timeout without progress, in wall-clock time, as a multiple of the CPU limit, since the machine
    /// may be busy.
    package var timeout = 2.0

    /// The minimum read rate in bytes per second, for files on slow networks, which are read completely
    /// before the decoder reports anything.
    package var fileBytesPerSecond = 1 << 20

    /// Bytes of memory for any video: for the frame index of a day-long video, and for what a codec needs to
    /// probe the largest video.
    package var videoMemory = 2 << 30
    /// Additional bytes of memory per decoding thread of a video, for its stack.
    package var videoMemoryPerThread = 16 << 20
    /// The number of pictures that a video codec may keep, in addition to two per thread: H.264 and H.265 use
    /// up to 16 reference pictures.
    package var videoPictures = 32
    /// The minimum number of bytes of a video that are skipped per CPU second.
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
