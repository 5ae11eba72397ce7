@preconcurrency import CAdwaita
import Filters
import Gtk
import Rendering

/// The positions of the picture and of points in it on the canvas.
extension Canvas {
    /// The size of the result on the screen in square pixels, with one pixel per row.
    var shownSize: SIMD2<Int>? {
        picture.map { _ in
            SIMD2(max(1, Int((Double(resultSize.x) * resultAspect).rounded())), resultSize.y)
        }
    }

    /// The current position of the picture, in device pixels.
    var placement: Placement? { picture == nil ? nil : placement(of: resultSize, aspect: resultAspect) }

    /// The scale in device pixels per pixel of the picture; nil without a picture.
    var scale: Double? { placement?.zoomScale }

    /// The highest scale of a picture that is shown as a whole, in logical pixels per pixel.
    private static let largestFit = 2.0

    /// The scale at which the whole picture is shown.
    var fitScale: Double? {
        picture == nil
            ? nil : placement(of: resultSize, aspect: resultAspect, zoom: .fitted(.fit))?.zoomScale
    }

    /// A small picture does not fill the area, except for a crop, whose handles need space.
    ///
    /// - Parameter zoom: nil for the current zoom.
    func placement(of size: SIMD2<Int>, aspect: Double, zoom: PictureZoom? = nil) -> Placement? {
        guard areaSize.x > 0, areaSize.y > 0 else { return nil }
        return Placement(
            pictureSize: size, pixelAspect: aspect, areaSize: areaSize, zoom: zoom ?? self.zoom,
            largestFit: margin == 0 ? Self.largestFit * deviceScale : .infinity,
            margin: Int(Double(margin) * deviceScale),
            isMirrored: isMirrored)
    }

    func size(of recipe: Recipe, entering size: SIMD2<Int>) -> SIMD2<Int>? {
        // The reason for a failure is reported by the frame that cannot be rendered.
        try? catalog.size(of: recipe, entering: size)
    }

    /// A quarter turn swaps the pixel aspect ratio.
    func aspect(of recipe: Recipe, of source: SourceFrame) -> Double {
        guard source.pixelAspect != 1 else { return 1 }
        let coordinates = try? StageCoordinates(
            stage: 0, of: recipe, catalog: catalog, entering: source.size)
        return coordinates?.isQuarterTurn == true ? 1 / source.pixelAspect : source.pixelAspect
    }

    /// Converts a point of a stage's input to a position on the canvas, in logical pixels; nil if there is
    /// none.
    ///
    /// - Parameter coordinates: each coordinate 0…1.
    func position(of coordinates: SIMD2<Double>, inStage stage: Int) -> SIMD2<Double>? {
        guard let placement, let stageCoordinates = stageCoordinates(inStage: stage) else { return nil }
        return placement.point(of: stageCoordinates.pixel(of: coordinates)) / deviceScale
    }

    /// Converts a position on the canvas to a point of a stage's input, each coordinate 0…1.
    ///
    /// - Parameter position: in logical pixels.
    func coordinates(at position: SIMD2<Double>, inStage stage: Int) -> SIMD2<Double>? {
        guard let placement, let stageCoordinates = stageCoordinates(inStage: stage) else { return nil }
        return stageCoordinates.coordinates(ofPixel: placement.picturePoint(at: position * deviceScale))
    }

    /// The size of a stage's input, in its own pixels.
    func size(inStage stage: Int) -> SIMD2<Double>? { stageCoordinates(inStage: stage)?.size }

    private func stageCoordinates(inStage stage: Int) -> StageCoordinates? {
        guard let picture else { return nil }
        return try? StageCoordinates(
            stage: stage, of: picture.recipe, catalog: catalog, entering: picture.sourceFrame.size,
            photograph: picture.sourceFrame.photograph)
    }

    /// Converts a point of the result to a position on the canvas, in logical pixels.
    ///
    /// - Parameter coordinates: each coordinate 0…1.
    func position(ofResult coordinates: SIMD2<Double>) -> SIMD2<Double>? {
        placement.map { $0.point(of: coordinates * SIMD2<Double>(resultSize)) / deviceScale }
    }

    /// Converts a position in logical pixels to a point of the result, each coordinate 0…1 within the result.
    func coordinates(ofResultAt position: SIMD2<Double>) -> SIMD2<Double>? {
        placement.map { $0.picturePoint(at: position * deviceScale) / SIMD2<Double>(resultSize) }
    }

    /// The aspect ratio of the result on the screen.
    var resultAspectOnScreen: Double { Double(resultSize.x) / Double(resultSize.y) * resultAspect }

    /// Device pixels per logical pixel.
    var deviceScale: Double { Double(gtk_widget_get_scale_factor(area.widget)) }
}
