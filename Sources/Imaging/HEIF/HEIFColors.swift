import CLibHEIF

/// What an AVIF or HEIF says of its colors, which libvips passes on only where it is an ICC profile.
enum HEIFColors {
    /// The code points of the main picture; nil where it states none.
    static func codePoints(_ file: UnsafeRawBufferPointer) -> CodePoints? {
        guard let context = heif_context_alloc() else { return nil }
        defer { heif_context_free(context) }
        guard
            heif_context_read_from_memory_without_copy(context, file.baseAddress, file.count, nil).code
                == heif_error_Ok
        else { return nil }
        var handle: OpaquePointer?
        guard heif_context_get_primary_image_handle(context, &handle).code == heif_error_Ok else {
            return nil
        }
        defer { heif_image_handle_release(handle) }
        var profile: UnsafeMutablePointer<heif_color_profile_nclx>?
        guard heif_image_handle_get_nclx_color_profile(handle, &profile).code == heif_error_Ok, let profile
        else { return nil }
        defer { heif_nclx_color_profile_free(profile) }
        return CodePoints(
            primaries: Int(profile.pointee.color_primaries.rawValue),
            transfer: Int(profile.pointee.transfer_characteristics.rawValue))
    }
}
