import Testing

@testable import Rendering

/// Where a picture lies in the window, and what is rendered for it.
@Suite struct PlacementTests {
    private func placement(_ picture: SIMD2<Int>, in area: SIMD2<Int>, _ fit: PictureFit) -> Placement {
        Placement(pictureSize: picture, areaSize: area, fit: fit)
    }

    @Test func aPictureThatFitsExactlyIsShownPixelForPixel() {
        let placement = placement(SIMD2(640, 400), in: SIMD2(640, 500), .fit)
        #expect(placement.picture == PixelRegion(origin: SIMD2(0, 50), size: SIMD2(640, 400)))
        #expect(placement.viewport == Viewport(wholeAt: SIMD2(640, 400)))
        #expect(placement.rectangle(of: placement.viewport) == SIMD4(0, 50, 640, 450))
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
            #expect(viewport.region.clipped(to: viewport.gridSize) == viewport.region)
        }
    }

    @Test func anEarlierFrameIsDrawnWhereThePictureLiesNow() {
        let old = placement(SIMD2(4000, 2000), in: SIMD2(400, 400), .fit)
        let new = placement(SIMD2(4000, 2000), in: SIMD2(800, 400), .fit)
        #expect(new.rectangle(of: old.viewport) == SIMD4(0, 0, 800, 400))
    }
}
