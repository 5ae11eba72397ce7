@preconcurrency import Glibc

/// The limits on the resources of a process that decodes a video.
struct VideoLimits {
    private let limits: DecodingLimits
    /// The length of the file.
    private let fileBytes: Int
    /// The number of decoding threads.
    private let threads: Int

    /// - Parameter threads: nil for one per core.
    init(_ limits: DecodingLimits, fileBytes: Int, threads: Int?) {
        self.limits = limits
        self.fileBytes = fileBytes
        self.threads = threads ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }

    /// Bytes of memory for a video with this many pixels per picture; 0 while that is unknown.
    func memory(pixelCount: Int) -> Int {
        let pictures = limits.videoPictures + 2 * threads
        let (bytes, overflow) = pixelCount.multipliedReportingOverflow(by: Self.bytesPerPixel * pictures)
        return (overflow ? Int.max : bytes)
            .addingUpToMost(limits.videoMemory + threads * limits.videoMemoryPerThread)
    }

    /// CPU seconds per answer.
    ///
    /// A single picture may require reading the whole file, for example to seek in a file without an index.
    func processorSeconds(pixelCount: Int) -> Double {
        limits.processorSeconds(pixelCount: pixelCount) + Double(fileBytes)
            / limits.videoBytesPerProcessorSecond
    }

    /// How long the program waits for an answer, in seconds.
    func secondsOfSilence(pixelCount: Int) -> Int {
        let reading = min(fileBytes, Self.maxBytesOfSilence) / limits.fileBytesPerSecond
        return Int((processorSeconds(pixelCount: pixelCount) * limits.timeout).rounded(.up)) + reading
    }

    /// Four channels of 16 bits, the maximum for all codecs.
    private static let bytesPerPixel = 8
    /// The number of bytes of a file on a slow network that may be read before the next frame is found.
    private static let maxBytesOfSilence = 256 << 20
}

/// Sets this process's limits for each answer.
final class VideoLimiter {
    private let limits: VideoLimits
    private let resources: ProcessResources
    private let memoryAtStart: Int
    private var pixelCount = 0

    init(_ limits: VideoLimits, _ resources: ProcessResources) {
        self.limits = limits
        self.resources = resources
        memoryAtStart = resources.dataBytes
        allowMemory()
    }

    /// Raises the limits for pictures of this many pixels.
    func allow(pixelCount: Int) {
        guard pixelCount > self.pixelCount else { return }
        self.pixelCount = pixelCount
        allowMemory()
    }

    private func allowMemory() {
        resources.allow(dataBytes: memoryAtStart.addingUpToMost(limits.memory(pixelCount: pixelCount)))
    }

    /// Begins an answer, to which the limits apply.
    func beginAnswer() {
        resources.allow(seconds: resources.usedSeconds + limits.processorSeconds(pixelCount: pixelCount))
    }
}
