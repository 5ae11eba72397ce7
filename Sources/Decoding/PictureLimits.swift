/// The resource limits of this process, which are set again for each picture.
final class PictureLimits {
    private let limits: DecodingLimits
    private let resources = ProcessResources()
    private var fileBytes = 0
    /// The process's memory use when the current picture was begun.
    private var memoryAtStart = 0
    private var secondsAtStart = 0.0

    init(_ limits: DecodingLimits) {
        self.limits = limits
    }

    /// Begins a picture whose size is not yet known.
    func begin(fileBytes: Int) {
        self.fileBytes = fileBytes
        memoryAtStart = resources.dataBytes
        secondsAtStart = resources.usedSeconds
        allow(pixelCount: 0, bytesPerPixel: 0)
    }

    /// Raises the limits for a picture of this size.
    func allow(pixelCount: Int, bytesPerPixel: Int) {
        let memory = limits.memory(fileBytes: fileBytes, pixelBytes: pixelCount * bytesPerPixel)
        resources.allow(dataBytes: memoryAtStart.addingUpToMost(memory))
        resources.allow(seconds: secondsAtStart + limits.processorSeconds(pixelCount: pixelCount))
    }
}
