import Filters
import Imaging

extension Photograph {
    /// How a picture was taken, according to its metadata; nil if they do not say.
    package init?(_ metadata: Metadata) {
        guard let shot = metadata.shot else { return nil }
        self.init()
        maker = shot.maker
        model = shot.model
        lens = shot.lens
        focalLength = shot.focalLength
        aperture = shot.aperture
        distance = shot.distance
        if let focalLength, focalLength > 0, let equivalent = shot.focalLengthOn35mm {
            cropFactor = equivalent / focalLength
        }
        exposureTime = shot.exposureTime
        sensitivity = shot.sensitivity
        date = shot.date
    }
}
