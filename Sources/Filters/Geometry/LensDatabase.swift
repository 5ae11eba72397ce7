@preconcurrency import CLensfun
import Glibc
import Localization
import Synchronization

/// The cameras and lenses that liblensfun can correct.
package final class LensDatabase: Sendable {
    /// Pointers into liblensfun's database, which is never freed. Searches write their scores into it, so
    /// they take turns.
    private struct Contents: @unchecked Sendable {
        let database: UnsafeMutablePointer<lfDatabase>?
        var found: [Query: Result<LensProfile, LensProblem>] = [:]
    }

    private let contents: Mutex<Contents>

    /// What is searched for, and the settings for which the calibration is interpolated.
    private struct Query: Hashable {
        let camera: String
        let lens: String
        let photograph: Photograph?
        let settings: LensSettings
    }

    private init(_ database: UnsafeMutablePointer<lfDatabase>) {
        contents = Mutex(Contents(database: database))
    }

    /// The database of this system, which is loaded on first use.
    private static let installed: Result<LensDatabase, LensProblem> = {
        if let problem = liblensfun_problem() { return .failure(.noLibrary(String(cString: problem))) }
        guard let database = liblensfun.lf_db_new() else { return .failure(.noDatabase) }
        // The library's own folder is fixed; a bundle has the database in its share folder.
        let folders = (getenv("XDG_DATA_DIRS").map { String(cString: $0) } ?? "").split(separator: ":")
        let isLoaded =
            liblensfun.lf_db_load(database) == LF_NO_ERROR
            || folders.contains {
                liblensfun.lf_db_load_directory(database, "\($0)/lensfun/version_1") != 0
            }
        return isLoaded ? .success(LensDatabase(database)) : .failure(.noDatabase)
    }()

    /// The database of this system; throws ``LensProblem`` if liblensfun or its data are not installed.
    package static func system() throws(LensProblem) -> LensDatabase { try installed.get() }

    /// The maximum number of remembered results, which a moving slider asks for again and again.
    private static let remembered = 64

    /// The calibration of a lens for a photograph.
    ///
    /// - Parameters:
    ///   - camera: the camera's name; if empty, that of the photograph.
    ///   - lens: the lens's name; if empty, that of the photograph, or the only one of a camera with a fixed
    ///     lens.
    ///
    /// Throws ``LensProblem`` if there is none.
    package func profile(
        camera: String, lens: String, of photograph: Photograph?, at settings: LensSettings
    ) throws(LensProblem) -> LensProfile {
        let query = Query(camera: camera, lens: lens, photograph: photograph, settings: settings)
        let result = contents.withLock { contents -> Result<LensProfile, LensProblem> in
            if let known = contents.found[query] { return known }
            let result = Result { () throws(LensProblem) in
                try LensSearch(database: contents.database).profile(
                    camera: camera, lens: lens, of: photograph, at: settings)
            }
            if contents.found.count >= Self.remembered { contents.found = [:] }
            contents.found[query] = result
            return result
        }
        return try result.get()
    }

    /// The names of all cameras, in alphabetical order.
    package var cameras: [String] {
        contents.withLock { contents in
            Array(Set(LensSearch(database: contents.database).cameras.map(\.name)))
        }.sorted()
    }

    /// The names of the lenses that fit a camera, in alphabetical order; all lenses if the camera is unknown.
    package func lenses(camera: String, of photograph: Photograph?) -> [String] {
        contents.withLock { contents in
            let search = LensSearch(database: contents.database)
            let camera = try? search.camera(named: camera, of: photograph)
            return Array(Set(search.lenses(fitting: camera).map(\.name)))
        }.sorted()
    }
}

/// The settings of a lens when a picture was taken; 0 if unknown.
package struct LensSettings: Sendable, Hashable {
    /// In millimeters.
    package var focalLength = 0.0
    /// The f-number.
    package var aperture = 0.0
    /// The distance of the subject in meters.
    package var distance = 0.0

    package init(focalLength: Double = 0, aperture: Double = 0, distance: Double = 0) {
        self.focalLength = focalLength
        self.aperture = aperture
        self.distance = distance
    }
}

/// The calibration of a lens, interpolated for its settings.
package struct LensProfile: Sendable, Hashable {
    /// The camera's name in the database; nil if the lens was chosen for an unknown camera.
    package var camera: String?
    /// The lens's name in the database.
    package var lens: String
    /// The settings used; an aperture of 0 is unknown.
    package var settings: LensSettings
    /// The diagonal of 35 mm film divided by that of the camera's sensor.
    package var cropFactor: Double
    /// The same of the camera with which the lens was calibrated, and the ratio of the sides of its sensor.
    package var calibratedCropFactor: Double
    package var calibratedAspectRatio: Double
    /// The shift of the optical axis from the picture's center, in units of its shorter side.
    package var shift: SIMD2<Double>
    /// The ratio of the distorted to the corrected distance from the center, a polynomial of the corrected
    /// distance minus 1: its coefficients from the constant to the fourth power; nil if not calibrated.
    package var distortion: [Double]?
    /// The ratio of the distance of red, and of blue, to that of green, minus 1, as polynomials of the
    /// distance of green from the constant to the second power; nil if not calibrated.
    package var red: SIMD3<Double>?
    package var blue: SIMD3<Double>?
    /// The brightness relative to the center minus 1, as a polynomial of the distance, which is 1 in the
    /// corners of the calibrated sensor: the coefficients of the powers 2, 4 and 6; nil if not calibrated, or
    /// not for these settings.
    package var vignetting: SIMD3<Double>?
}

/// Why a picture's lens cannot be corrected.
package enum LensProblem: Error, Sendable, Hashable, CustomStringConvertible {
    case noLibrary(String)
    case noDatabase
    case nothingRecorded
    case noLensRecorded(camera: String)
    case unknownCamera(String)
    case unknownLens(String, camera: String?)
    case noFocalLength(lens: String)
    case notCalibrated(lens: String)

    package var description: String {
        switch self {
        case .noLibrary(let reason):
            tr("lenses are corrected by liblensfun, which cannot be loaded (\(reason)); install liblensfun1")
        case .noDatabase:
            tr("the database of lenses is missing; install liblensfun-data-v1 or run lensfun-update-data")
        case .nothingRecorded:
            tr("the picture's file does not record its camera and lens; choose the lens")
        case .noLensRecorded(let camera):
            tr("the picture's file does not record the lens of the \(camera); choose the lens")
        case .unknownCamera(let camera): tr("no camera profile for \(camera.quoted); choose the camera")
        case .unknownLens(let lens, nil): tr("no lens profile for \(lens.quoted); choose the lens")
        case .unknownLens(let lens, let camera?):
            tr("no lens profile for \(lens.quoted) on the \(camera); choose the lens")
        case .noFocalLength(let lens):
            tr("the picture's file does not record the focal length of the \(lens); set it")
        case .notCalibrated(let lens): tr("the profile of the \(lens) contains no corrections")
        }
    }
}
