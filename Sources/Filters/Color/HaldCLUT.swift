import Localization

/// HaldCLUT pictures (Eskil Steenberg, “Hald CLUT”): the entries of a color table as the pixels of a square.
///
/// A picture of level L is L³ pixels wide and high, and has L² entries per axis, red varying fastest.
package enum HaldCLUT {
    /// The supported levels. ImageMagick's largest is 16, with 256 entries per axis.
    package static let levels = 2...16

    /// The level of a square picture with this side; nil if it is not a HaldCLUT's.
    package static func level(ofSide side: Int) -> Int? { levels.first { $0 * $0 * $0 == side } }

    /// Why a picture cannot be used as a table.
    package static func refusal(of path: String) -> String {
        tr("\(path) is not a HaldCLUT: its width and height must both be the cube of a number from 2 to 16")
    }
}
