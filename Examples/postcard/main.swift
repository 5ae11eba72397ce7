// postcard: turns photo.jpg into postcard.jpg, which looks like an old print and has at most 1200 pixels.
import GlintKit

let renderer = try Renderer()
let photo = try Picture(contentsOf: "photo.jpg", fitting: [1200, 1200])
let oldPrint: Recipe = [
    .exposure(stops: 0.3),
    .sepia(amount: 0.8),
    .filmGrain(amount: 0.3).blended(.overlay),
    .vignette(amount: -0.6),
]
try renderer.render(photo, oldPrint, to: "postcard.jpg", overwrite: true)
