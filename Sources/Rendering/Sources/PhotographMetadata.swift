import Filters
import Imaging
import System

extension Photograph {
    /// How a picture was taken, according to its metadata, and the name of its file; nil if neither is known.
    package init?(_ metadata: Metadata, name: String?) {
        let shot = metadata.shot
        guard shot != nil || name != nil else { return nil }
        self.init()
        self.name = name
        guard let shot else { return }
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

    /// The same for a picture in memory.
    package init?(_ picture: Picture) { self.init(picture.metadata, name: picture.name) }

    /// What is known about a clip; nil if it is not a file.
    ///
    /// - Parameter path: the path of the clip.
    package init?(clip path: String?) {
        guard let path else { return nil }
        self.init()
        name = PathName.stem(of: path)
    }
}
