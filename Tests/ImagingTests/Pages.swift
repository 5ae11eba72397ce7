@preconcurrency import CImageFormats
import Foundation
import Imaging
import TestSupport
import Testing

/// Files with several pictures, written by the formats' reference libraries.
@Suite struct Pages {
    private static let width = 24
    private static let height = 16

    /// The red value of the picture with an index.
    private func red(_ number: Int) -> UInt8 { UInt8(40 * number) }

    private func rgb(_ number: Int) -> [UInt8] {
        (0..<Self.width * Self.height).flatMap { _ in [red(number), 90, 20] }
    }

    private func expect(_ picture: Picture, is number: Int, page: Int, of count: Int) {
        #expect(picture.page == PageNumber(page, count: count))
        let (found, level) = (picture.pixels.withUnsafeBytes(Array.init), Int(red(number)))
        #expect(stride(from: 0, to: found.count, by: 4).allSatisfy { abs(Int(found[$0]) - level) <= 2 })
    }

    @Test("The main picture of a HEIF file is its first page, wherever it is stored; the others follow")
    func mainPictureOfHEIF() throws {
        let folder = try temporaryFolder()
        let file = folder.file("three.avif")
        try #require(libheif_problem() == nil)
        let context = try #require(libheif.heif_context_alloc())
        defer { libheif.heif_context_free(context) }
        var encoder: OpaquePointer?
        _ = libheif.heif_context_get_encoder_for_format(context, heif_compression_AV1, &encoder)
        defer { libheif.heif_encoder_release(encoder) }
        _ = libheif.heif_encoder_set_lossless(encoder, 1)
        _ = libheif.heif_encoder_set_parameter_string(encoder, "chroma", "444")
        for number in 1...3 {
            var (image, handle): (OpaquePointer?, OpaquePointer?)
            _ = libheif.heif_image_create(
                Int32(Self.width), Int32(Self.height), heif_colorspace_RGB, heif_chroma_interleaved_RGB,
                &image)
            defer { libheif.heif_image_release(image) }
            _ = libheif.heif_image_add_plane(
                image, heif_channel_interleaved, Int32(Self.width), Int32(Self.height), 8)
            var stride: Int32 = 0
            let plane = try #require(libheif.heif_image_get_plane(image, heif_channel_interleaved, &stride))
            let rows = rgb(number)
            for row in 0..<Self.height {
                for column in 0..<3 * Self.width {
                    plane[row * Int(stride) + column] = rows[3 * row * Self.width + column]
                }
            }
            let error = libheif.heif_context_encode_image(context, image, encoder, nil, &handle)
            defer { libheif.heif_image_handle_release(handle) }
            try #require(error.code == heif_error_Ok)
            if number == 2 { _ = libheif.heif_context_set_primary_image(context, handle) }
        }
        try #require(libheif.heif_context_write_to_file(context, file).code == heif_error_Ok)
        for (page, number) in [(1, 2), (2, 1), (3, 3)] {
            let picture = try Picture(contentsOf: file, options: DecodingOptions(page: page))
            expect(picture, is: number, page: page, of: 3)
        }
        #expect(throws: ImagingError.noSuchPage(path: file, page: 4, count: 3)) {
            try Picture(contentsOf: file, options: DecodingOptions(page: 4))
        }
    }

    @Test("Each frame of an animated JPEG XL is a page")
    func framesOfJPEGXL() throws {
        let folder = try temporaryFolder()
        let file = folder.file("three.jxl")
        try #require(libjxl_problem() == nil)
        let encoder = try #require(libjxl.JxlEncoderCreate(nil))
        defer { libjxl.JxlEncoderDestroy(encoder) }
        var info = JxlBasicInfo()
        libjxl.JxlEncoderInitBasicInfo(&info)
        (info.xsize, info.ysize) = (UInt32(Self.width), UInt32(Self.height))
        (info.bits_per_sample, info.num_color_channels, info.uses_original_profile) = (8, 3, 1)
        info.have_animation = 1
        (info.animation.tps_numerator, info.animation.tps_denominator) = (10, 1)
        try #require(libjxl.JxlEncoderSetBasicInfo(encoder, &info) == JXL_ENC_SUCCESS)
        var colors = JxlColorEncoding()
        libjxl.JxlColorEncodingSetToSRGB(&colors, 0)
        try #require(libjxl.JxlEncoderSetColorEncoding(encoder, &colors) == JXL_ENC_SUCCESS)
        let settings = try #require(libjxl.JxlEncoderFrameSettingsCreate(encoder, nil))
        _ = libjxl.JxlEncoderSetFrameLossless(settings, 1)
        var format = JxlPixelFormat(
            num_channels: 3, data_type: JXL_TYPE_UINT8, endianness: JXL_NATIVE_ENDIAN, align: 0)
        for number in 1...3 {
            var header = JxlFrameHeader()
            libjxl.JxlEncoderInitFrameHeader(&header)
            header.duration = 1
            _ = libjxl.JxlEncoderSetFrameHeader(settings, &header)
            let rows = rgb(number)
            try #require(
                libjxl.JxlEncoderAddImageFrame(settings, &format, rows, rows.count) == JXL_ENC_SUCCESS)
        }
        try Data(finishedFile(of: encoder)).write(to: URL(fileURLWithPath: file))
        for number in 1...3 {
            let picture = try Picture(contentsOf: file, options: DecodingOptions(page: number))
            expect(picture, is: number, page: number, of: 3)
        }
        #expect(throws: ImagingError.noSuchPage(path: file, page: 4, count: 3)) {
            try Picture(contentsOf: file, options: DecodingOptions(page: 4))
        }
    }
}
