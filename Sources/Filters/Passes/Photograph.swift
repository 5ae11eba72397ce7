/// How a picture was taken, as its file records it, for the filters that depend on it. Of a clip, only the
/// name is known.
package struct Photograph: Sendable, Hashable {
    /// The maker of the camera, as in EXIF.
    package var maker: String?
    /// The model of the camera, as in EXIF; many models begin with the maker.
    package var model: String?
    /// The model of the lens.
    package var lens: String?
    /// In millimeters.
    package var focalLength: Double?
    /// The f-number: focal length divided by aperture diameter.
    package var aperture: Double?
    /// The distance of the subject in meters.
    package var distance: Double?
    /// The diagonal of 35 mm film divided by that of the sensor.
    package var cropFactor: Double?
    /// In seconds.
    package var exposureTime: Double?
    /// The ISO speed.
    package var sensitivity: Int?
    /// Date and time according to the camera's clock: `2024:05:01 12:30:00`.
    package var date: String?
    /// The name of the file, without its folder and its extension.
    package var name: String?

    package init() {}

    /// The maker and the model, without repeating the maker; nil if the file names neither.
    package var camera: String? { Self.camera(maker: maker, model: model) }

    /// A camera's name: most models begin with their maker.
    package static func camera(maker: String?, model: String?) -> String? {
        guard let maker, let model else { return model ?? maker }
        return model.lowercased().hasPrefix(maker.lowercased()) ? model : "\(maker) \(model)"
    }
}
