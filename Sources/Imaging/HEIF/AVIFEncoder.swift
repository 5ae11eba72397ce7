import System
@preconcurrency import CImageFormats
import Glibc
import Localization

/// Encodes AVIF through libheif, with 12 bits if 16 are requested, which AV1 does not support.
enum AVIFEncoder {
    static let maxBits = 12

    static func encode(
        _ rows: MemoryBlock, _ shape: RowEncoderShape, options: EncodingOptions, metadata: Metadata,
        to file: any ByteSink
    ) throws(ImagingError) {
        func check(_ error: heif_error) throws(ImagingError) {
            guard error.code != heif_error_Ok else { return }
            throw .encodingFailed(
                path: shape.path, reason: error.message.map { String(cString: $0) } ?? tr("libheif failed"))
        }
        try HEIFColors.checkLibrary()
        let noMemory = ImagingError.encodingFailed(path: shape.path, reason: tr("out of memory"))
        guard let context = libheif.heif_context_alloc() else { throw noMemory }
        defer { libheif.heif_context_free(context) }
        var encoder: OpaquePointer?
        try check(libheif.heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder))
        defer { libheif.heif_encoder_release(encoder) }
        if options.isLossless {
            try check(libheif.heif_encoder_set_lossless(encoder, 1))
        } else {
            try check(
                libheif.heif_encoder_set_lossy_quality(encoder, Int32(min(max(options.quality, 1), 100))))
        }
        // No chroma subsampling: it only makes files smaller, and a lower quality does that as well.
        try check(libheif.heif_encoder_set_parameter_string(encoder, "chroma", "444"))
        try check(
            libheif.heif_encoder_set_parameter_integer(
                encoder, "threads", Int32(min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 16))))

        var image: OpaquePointer?
        defer { libheif.heif_image_release(image) }
        try check(makeImage(rows, shape, &image))
        if let profile = shape.profile {
            try check(libheif.heif_image_set_raw_color_profile(image, "prof", profile, profile.count))
        }
        guard let settings = libheif.heif_encoding_options_alloc(),
            let colors = libheif.heif_nclx_color_profile_alloc()
        else { throw noMemory }
        defer {
            libheif.heif_encoding_options_free(settings)
            libheif.heif_nclx_color_profile_free(colors)
        }
        colors.pointee.color_primaries = heif_color_primaries_ITU_R_BT_709_5
        colors.pointee.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
        // Lossless pixels stay RGB, without conversion to YCbCr.
        colors.pointee.matrix_coefficients =
            options.isLossless && !shape.channels.isGray
            ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6
        colors.pointee.full_range_flag = 1
        settings.pointee.output_nclx_profile = colors
        // Decoders need the matrix coefficients, even in files with a profile.
        settings.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
        settings.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
        try check(libheif.heif_image_set_nclx_color_profile(image, colors))
        var handle: OpaquePointer?
        try check(libheif.heif_context_encode_image(context, image, encoder, settings, &handle))
        defer { libheif.heif_image_handle_release(handle) }
        // An AVIF has no other field for the resolution than its EXIF block.
        let exif = metadata.resolution.map { ExifBlock.stating($0, in: metadata.exif) } ?? metadata.exif
        if let exif {
            try check(libheif.heif_context_add_exif_metadata(context, handle, exif, Int32(exif.count)))
        }
        if let xmp = metadata.xmp {
            try check(libheif.heif_context_add_XMP_metadata(context, handle, xmp, Int32(xmp.count)))
        }
        try write(context, to: file, check)
    }

    private static func makeImage(
        _ rows: MemoryBlock, _ shape: RowEncoderShape, _ image: inout OpaquePointer?
    ) -> heif_error {
        let isDeep = shape.depth != .eight
        let bits = Int32(isDeep ? maxBits : 8)
        let (width, height) = (Int32(shape.width), Int32(shape.height))
        let channels = shape.channels
        let planes: [(heif_channel, samples: Int, first: Int)] =
            channels.isGray
            ? [(heif_channel_Y, 1, 0)] + (channels.hasAlpha ? [(heif_channel_Alpha, 1, 1)] : [])
            : [(heif_channel_interleaved, channels.count, 0)]
        let chroma =
            channels.isGray
            ? libheif_chroma_monochrome
            : isDeep
                ? (channels.hasAlpha
                    ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE)
                : (channels.hasAlpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB)
        var error = libheif.heif_image_create(
            width, height, channels.isGray ? heif_colorspace_monochrome : heif_colorspace_RGB, chroma, &image)
        for (channel, samples, first) in planes where error.code == heif_error_Ok {
            error = libheif.heif_image_add_plane(image, channel, width, height, bits)
            var stride: Int32 = 0
            guard error.code == heif_error_Ok,
                let target = libheif.heif_image_get_plane(image, channel, &stride)
            else { break }
            copy(rows, shape, samples, first, to: target, Int(stride))
        }
        return error
    }

    /// Copies some samples of each pixel, reducing 16-bit samples to 12 bits.
    private static func copy(
        _ rows: MemoryBlock, _ shape: RowEncoderShape, _ count: Int, _ first: Int,
        to target: UnsafeMutablePointer<UInt8>, _ stride: Int
    ) {
        let step = shape.channels.count
        for y in 0..<shape.height {
            let row = UnsafeMutableRawPointer(target + y * stride)
            for x in 0..<shape.width {
                for sample in 0..<count {
                    let index = (y * shape.width + x) * step + first + sample
                    if shape.depth == .eight {
                        row.storeBytes(
                            of: rows.bytes[index], toByteOffset: x * count + sample, as: UInt8.self)
                    } else {
                        let value = UInt32(
                            rows.bytes.loadUnaligned(fromByteOffset: 2 * index, as: UInt16.self))
                        row.storeBytes(
                            of: UInt16((value * 4095 + 32767) / 65535).littleEndian,
                            toByteOffset: 2 * (x * count + sample), as: UInt16.self)
                    }
                }
            }
        }
    }

    /// Receives libheif's output and records write errors.
    private final class Target {
        let file: any ByteSink
        var error: ImagingError?

        init(_ file: any ByteSink) { self.file = file }
    }

    private static func write(
        _ context: OpaquePointer, to file: any ByteSink, _ check: (heif_error) throws(ImagingError) -> Void
    ) throws(ImagingError) {
        let target = Target(file)
        var writer = heif_writer(
            writer_api_version: 1,
            write: { _, data, size, target in
                var result = heif_error(
                    code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
                guard let data, let target else { return result }
                let receiver = Unmanaged<Target>.fromOpaque(target).takeUnretainedValue()
                do throws(ImagingError) {
                    try receiver.file.write(UnsafeRawBufferPointer(start: data, count: size))
                } catch {
                    receiver.error = error
                    result.code = heif_error_Encoding_error
                }
                return result
            })
        let result = withExtendedLifetime(target) {
            libheif.heif_context_write(context, &writer, Unmanaged.passUnretained(target).toOpaque())
        }
        if let error = target.error { throw error }
        try check(result)
    }
}
