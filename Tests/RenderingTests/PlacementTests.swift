import Testing

@testable import Rendering

/// The position of a picture in the window, and the part of it that is rendered.
@Suite struct PlacementTests {
    private func placement(_ picture: SIMD2<Int>, in area: SIMD2<Int>, _ fit: PictureFit) -> Placement {
        Placement(pictureSize: picture, areaSize: area, zoom: .fitted(fit))
    }

    @Test func aPictureThatFitsExactlyIsShownPixelForPixel() {
        let placement = placement(SIMD2(640, 400), in: SIMD2(640, 500), .fit)
        #expect(placement.picture == PixelRegion(origin: SIMD2(0, 50), size: SIMD2(640, 400)))
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(640, 400)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 50, 640, 450))
    }

    @Test func everyPointOfThePictureShowsAPixelOfTheFrame() {
        // Shown at twice its size, with 50 pixels above and below.
        let placement = placement(SIMD2(100, 50), in: SIMD2(200, 200), .fit)
        func pixel(_ x: Double, _ y: Double) -> SIMD2<Int>? {
            placement.pixel(at: SIMD2(x, y), of: placement.viewport, size: SIMD2(100, 50))
        }
        #expect(pixel(0, 50) == .zero)
        #expect(pixel(1.9, 51.9) == .zero)
        #expect(pixel(2, 53) == SIMD2(1, 1))
        #expect(pixel(199.9, 149.9) == SIMD2(99, 49))
        #expect(
            pixel(0, 49.9) == nil && pixel(0, 150) == nil && pixel(-0.1, 60) == nil && pixel(200, 60) == nil)
        // During a drag, frames have fewer pixels.
        #expect(
            placement.pixel(at: SIMD2(199, 149), of: placement.viewport, size: SIMD2(50, 25)) == SIMD2(49, 24)
        )
        let mirror = Placement(
            pictureSize: SIMD2(100, 50), areaSize: SIMD2(200, 200), zoom: .fitted(.fit), isMirrored: true)
        #expect(
            mirror.pixel(at: SIMD2(199, 60), of: mirror.viewport, size: SIMD2(100, 50)) == SIMD2(0, 5))
        // Zoomed in, the viewport is only a part of the picture.
        let part = Placement(
            pictureSize: SIMD2(100, 50), areaSize: SIMD2(20, 20), zoom: .scaled(2, center: SIMD2(50, 25)))
        #expect(part.viewport.region == PixelRegion(origin: SIMD2(45, 20), size: SIMD2(10, 10)))
        #expect(
            part.pixel(at: SIMD2(3, 19), of: part.viewport, size: SIMD2(10, 10)) == SIMD2(1, 9))
    }

    @Test func aLargerPictureIsRenderedAtTheSizeItIsShown() {
        let placement = placement(SIMD2(4000, 3000), in: SIMD2(800, 800), .fit)
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(800, 600)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 100, 800, 700))
    }

    @Test func aSmallerPictureIsEnlargedByTheWindowAlone() {
        let placement = placement(SIMD2(100, 50), in: SIMD2(400, 400), .fit)
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(100, 50)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 100, 400, 300))
    }

    @Test func aPictureWithAMarginLeavesItFreeOnTheSidesThatItWouldTouch() {
        let placement = Placement(
            pictureSize: SIMD2(400, 200), areaSize: SIMD2(800, 600), zoom: .fitted(.fit), margin: 24)
        #expect(placement.picture.origin == SIMD2(24, 112))
        #expect(placement.picture.size == SIMD2(752, 376))
        // Even an area smaller than the margins shows the picture.
        let tiny = Placement(
            pictureSize: SIMD2(400, 200), areaSize: SIMD2(30, 30), zoom: .fitted(.fit), margin: 24)
        #expect(tiny.picture.size == SIMD2(15, 8))
    }

    @Test func fillRendersOnlyWhatIsSeen() {
        let placement = placement(SIMD2(4000, 1000), in: SIMD2(500, 500), .fill)
        #expect(placement.viewport.gridSize == SIMD2(2000, 500))
        #expect(placement.viewport.region == PixelRegion(origin: SIMD2(750, 0), size: SIMD2(500, 500)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 0, 500, 500))
    }

    @Test func stretchScalesTheAxesApart() {
        let placement = placement(SIMD2(1000, 100), in: SIMD2(500, 500), .stretch)
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(500, 100)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 0, 500, 500))
    }

    @Test(arguments: PictureFit.allCases, [SIMD2(1, 1), SIMD2(2, 2), SIMD2(1, 5000), SIMD2(5000, 1)])
    func everyPictureHasSomethingToRender(fit: PictureFit, size: SIMD2<Int>) {
        for area in [SIMD2(1, 1), SIMD2(300, 200), SIMD2(3, 2000)] {
            let viewport = placement(size, in: area, fit).viewport
            #expect(!viewport.region.isEmpty)
            #expect(viewport.gridSize.x <= size.x && viewport.gridSize.y <= size.y)
            #expect(viewport.region.clipped(to: PixelRegion(size: viewport.gridSize)) == viewport.region)
        }
    }

    @Test func anEarlierFrameIsDrawnWhereThePictureLiesNow() {
        let old = placement(SIMD2(4000, 2000), in: SIMD2(400, 400), .fit)
        let new = placement(SIMD2(4000, 2000), in: SIMD2(800, 400), .fit)
        #expect(new.rectangle(of: old.viewport) == SIMD4(0, 0, 800, 400))
    }

    /// Widescreen PAL, and NTSC as stored on DVD.
    @Test(arguments: [(SIMD2(720, 576), 64.0 / 45), (SIMD2(720, 480), 8.0 / 9)])
    func pixelsThatAreNotSquareAreStretchedWhenTheyAreDrawn(size: SIMD2<Int>, aspect: Double) {
        let width = Int((720 * aspect).rounded())
        func placement(_ zoom: PictureZoom, in area: SIMD2<Int>) -> Placement {
            Placement(pictureSize: size, pixelAspect: aspect, areaSize: area, zoom: zoom)
        }
        // A row of the picture is a row of the screen, and filters receive all columns.
        for zoom in [PictureZoom.fitted(.fit), .scaled(1, center: SIMD2(360, Double(size.y) / 2))] {
            let whole = placement(zoom, in: SIMD2(width, size.y))
            #expect(whole.picture == PixelRegion(size: SIMD2(width, size.y)))
            #expect(whole.viewport == Viewport(wholeAt: size))
            #expect(abs(whole.zoomScale - 1) < 1e-9)
            #expect(whole.rectangle(of: whole.viewport) == SIMD4(0, 0, Float(width), Float(size.y)))
        }
        // Corners of the picture map to corners on the screen, and back.
        let fitted = placement(.fitted(.fit), in: SIMD2(500, 500))
        #expect(abs(fitted.point(of: SIMD2<Double>(size)).x - 500) < 1)
        #expect(abs(fitted.picturePoint(at: SIMD2(500, 250)).x - 720) < 1.5)
        // Zooming keeps the point under the pointer in place.
        let point = SIMD2(100.0, 230.0)
        let near = placement(fitted.zoom(to: 3, keeping: point), in: SIMD2(500, 500))
        let way = near.picturePoint(at: point) - fitted.picturePoint(at: point)
        #expect(abs(way.x) < 1 && abs(way.y) < 1)
        let moved = placement(near.zoom(movedBy: SIMD2(-30, -12)), in: SIMD2(500, 500))
        #expect(moved.picture.origin == near.picture.origin &+ SIMD2(-30, -12))
    }

    private let large = SIMD2(4000, 3000)
    private let area = SIMD2(1000, 800)

    @Test func atHundredPercentAPixelIsAPixel() {
        let placement = Placement(
            pictureSize: large, areaSize: area, zoom: .scaled(1, center: SIMD2(2000, 1500)))
        #expect(placement.picture == PixelRegion(origin: SIMD2(-1500, -1100), size: large))
        #expect(
            placement.viewport
                == Viewport(gridSize: large, region: PixelRegion(origin: SIMD2(1500, 1100), size: area)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 0, 1000, 800))
    }

    @Test func enlargedTheEngineMakesOnlyThePicturesOwnPixels() {
        let placement = Placement(
            pictureSize: large, areaSize: area, zoom: .scaled(4, center: SIMD2(2000, 1500)))
        #expect(
            placement.viewport
                == Viewport(
                    gridSize: large, region: PixelRegion(origin: SIMD2(1875, 1400), size: SIMD2(250, 200))))
    }

    @Test func thePictureIsNeverMovedOutOfSight() {
        for center in [SIMD2(-9000.0, -9000), SIMD2(90000, 90000)] {
            let placement = Placement(pictureSize: large, areaSize: area, zoom: .scaled(1, center: center))
            #expect(placement.viewport.region.size == area)
        }
        // A picture smaller than the area stays centered.
        let small = Placement(
            pictureSize: SIMD2(100, 50), areaSize: area, zoom: .scaled(2, center: SIMD2(0, 0)))
        #expect(small.picture == PixelRegion(origin: SIMD2(400, 350), size: SIMD2(200, 100)))
    }

    @Test func zoomingKeepsWhatIsUnderThePointer() {
        var placement = Placement(
            pictureSize: large, areaSize: area, zoom: .scaled(1, center: SIMD2(1234, 987)))
        let point = SIMD2(310.0, 620)
        for scale in [1.5, 2.25, 7, 3, 1.1] {
            let before = placement.picturePoint(at: point)
            placement = Placement(
                pictureSize: large, areaSize: area, zoom: placement.zoom(to: scale, keeping: point))
            let after = placement.picturePoint(at: point)
            // The tolerance: pictures are aligned to whole device pixels.
            #expect(abs(after.x - before.x) <= 0.51 / scale && abs(after.y - before.y) <= 0.51 / scale)
        }
    }

    @Test func panningMovesThePictureWithTheHand() {
        let before = Placement(
            pictureSize: large, areaSize: area, zoom: .scaled(2, center: SIMD2(2000, 1500)))
        let after = Placement(
            pictureSize: large, areaSize: area, zoom: before.zoom(movedBy: SIMD2(30, -12)))
        #expect(after.picture.origin == before.picture.origin &+ SIMD2(30, -12))
    }

    @Test(arguments: [1.0 / 64, 1.0 / 1000, 64, 1000])
    func extremeScalesAreBounded(scale: Double) {
        let placement = Placement(
            pictureSize: SIMD2(20000, 20000), areaSize: area,
            zoom: .scaled(scale, center: SIMD2(10000, 10000)))
        #expect(PictureZoom.scales.contains(placement.scale.x))
        #expect(!placement.viewport.region.isEmpty)
        #expect(
            placement.viewport.region.size.x <= 20000 / 64 + 1
                || placement.viewport.gridSize == SIMD2(20000, 20000))
    }

    @Test(
        "two pictures share an area in the direction that shows them larger",
        arguments: [
            (SIMD2(3000, 2000), SIMD2(1200, 700), false), (SIMD2(3000, 900), SIMD2(900, 700), true),
            (SIMD2(900, 3000), SIMD2(900, 700), false), (SIMD2(3000, 2000), SIMD2(500, 900), true),
            // If both layouts are equal, the pictures are side by side.
            (SIMD2(1000, 1000), SIMD2(800, 800), false),
        ])
    func sideBySide(picture: SIMD2<Int>, area: SIMD2<Int>, isStacked: Bool) {
        #expect(SideBySide.isStacked([picture, picture], in: area) == isStacked)
    }

    @Test("of two pictures with different aspect ratios the one shown smaller decides")
    func sideBySideOfTwoShapes() {
        // The scales are 0.2 and 0.8 side by side, 0.2 and 0.4 stacked.
        #expect(!SideBySide.isStacked([SIMD2(1000, 2000), SIMD2(500, 500)], in: SIMD2(800, 400)))
        #expect(SideBySide.isStacked([SIMD2(4000, 500), SIMD2(500, 500)], in: SIMD2(800, 400)))
    }
}
