import Imaging

/// The page about picture files, generated from the table in the code.
enum FilesPage {
    static let text = """
        # Picture files

        What Glint reads is known by a file's content, not by its name. `make docs` makes this page.

        | kind | names | read | written |
        | --- | --- | --- | --- |
        \(PictureKind.allCases.map(row).joined(separator: "\n"))

        ## Colors
        A picture is worked on, and saved, in the colors of its file: in its own gamut, with its ICC profile, which a file without one
        does not get. `--profile srgb`, `--profile p3` and `--profile FILE`, or Color Profile in the window's sheets, convert it
        instead; with a profile made of tables `--intent` says what becomes of colors outside. What a camera's sensor saw is saved
        in Display P3. CMYK, Lab and profiles made of tables become sRGB, or Display P3 where colors lie outside that.

        cICP of a PNG, the code points of AVIF and HEIF, gAMA and cHRM of a PNG, and EXIF that says Adobe RGB, count where there is no
        profile. PQ and HLG are brought to the ordinary range as those of videos are, which `glint-cli info` and the properties
        say. The screen is taken for sRGB, but on X11 for what its profile says (_ICC_PROFILE, of the first monitor when the window
        opens).

        Floats are linear light where they have no profile. They are worked on as floats, beyond 0…1 too; where whole numbers are
        written, it is said that the brightest are clipped. Only a profile made of tables bounds them when they are read. OpenEXR is
        written in the primaries of sRGB, which negative values lie outside of.

        ## What is written beside the pixels
        EXIF, XMP, IPTC, PNG's texts, GeoTIFF and the resolution are carried over as far as the format written holds them; what is lost
        is said. `--strip location`, or Metadata in the window's sheets, leaves out where a picture or a video was taken (GPS, names of
        places, coordinates among keywords, the place on a map, the tags of videos and their streams); notes of a camera's maker are not
        looked into. `--strip all` leaves out all but profile and resolution, and of videos the languages of streams, the times of
        chapters and attached fonts.

        Sizes, the orientation and the resolution are those of the result. Where pixels move, places in the picture (the subject, faces,
        GPano) are left out. Previews are, wherever they stand: in EXIF, XMP, IPTC, and as JPEGs in notes of a camera's maker, where
        zeros take their place. EXIF that is too large for a JPEG loses its largest entries.

        A file written has one picture: gain maps (HDR), the videos of motion photos, and other pictures of the file (MPF) are not
        kept, and XMP no longer speaks of the first two. Notes of a camera's maker (MakerNote) are kept from JPEG, PNG, WebP and HEIF to
        JPEG, PNG and WebP; they count offsets from places that only the maker knows, which a TIFF cannot keep.

        ## Files with several pictures
        The first page is read, the largest picture of an icon, the main one of AVIF and HEIF; `--page N`, or the chooser below the
        picture (Ctrl+Page Down), turns to another. Page 2 of an icon is the next smaller one.

        ## What could not be had
        - libvips reads more; the loaders that its authors do not trust with files from elsewhere stay shut.
        - JPEGs of 12 bits: libjpeg-turbo of Debian 12 reads 8. Deep OpenEXR files, and other parts of one than the
          first that is a picture.
        - JPEG XL's animations as clips: each frame is a page. Those of GIF, PNG, WebP and AVIF are clips.
        - AVIF keeps 12 of 16 bits, since AV1 has no more; with `--lossless` that is said.
          Lossless WebP of libvips 8.14 does not keep colors under full transparency.
        - OpenEXR of whole numbers, which are no light, and Radiance of CIE XYZ or by columns, which what decodes it gets wrong.
        - Photoshop's files for large pictures (PSB), TIFFs of signed numbers, and Targa of gray with alpha are refused as well.
        - gAMA of 1/2.2 counts as the curve of sRGB, as PNG's authors advise. The 1-bit transparency of BMP and Targa is left out.
        - EXIF, XMP and profile of OpenEXR, Radiance HDR and Netpbm's files, none of which Glint reads or writes there.
        - LibRaw of Debian 12 (0.20) supports cameras up to 2020, that of Debian 13 (0.21) those up to 2023.

        """

    private static func row(_ kind: PictureKind) -> String {
        let traits = kind.traits
        let names = traits.fileExtensions.map { ".\($0)" }.joined(separator: " ")
        return "| \(traits.name) | \(names) | \(traits.read) | \(traits.written ?? "—") |"
    }
}
