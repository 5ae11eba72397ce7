@preconcurrency import CImageFormats

/// The color properties of the main picture in an AVIF or HEIF file. libvips exposes only ICC profiles.
struct HEIFColors {
    /// Nil if the file specifies none.
    private(set) var codePoints: CodePoints?
    /// True if colors are premultiplied by alpha.
    private(set) var isPremultiplied = false
    /// True if libheif can parse the file.
    private(set) var isUnderstood = false

    /// If libheif cannot parse the file, the properties keep their defaults. Throws
    /// ``ImagingError/noDecoder(library:reason:)``.
    init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
        try Self.checkLibrary()
        guard let context = libheif.heif_context_alloc() else { return }
        defer { libheif.heif_context_free(context) }
        guard
            libheif.heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil)
                .code
                == heif_error_Ok
        else { return }
        isUnderstood = true
        var handle: OpaquePointer?
        guard libheif.heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok else {
            return
        }
        defer { libheif.heif_image_handle_release(handle) }
        isPremultiplied = libheif.heif_image_handle_is_premultiplied_alpha(handle) != 0
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard libheif.heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok,
            let profile
        else { return }
        defer { libheif.heif_nclx_color_profile_free(profile) }
        codePoints = CodePoints(
            primaries: Int(profile.pointee.color_primaries.rawValue),
            transfer: Int(profile.pointee.transfer_characteristics.rawValue))
    }

    static func checkLibrary() throws(ImagingError) {
        guard let problem = libheif_problem() else { return }
        throw .noDecoder(library: "libheif", reason: String(cString: problem))
    }
}
