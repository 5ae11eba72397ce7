import System
@preconcurrency import CImageFormats
import Glibc
import Localization

/// Encodes JPEG XL through libjxl; metadata blocks are stored unchanged.
enum JPEGXLEncoder {
    static func encode(
        _ rows: MemoryBlock, _ shape: RowEncoderShape, options: EncodingOptions, metadata: Metadata,
        to file: any ByteSink
    ) throws(ImagingError) {
        try JPEGXLDecoder.checkLibrary()
        let noMemory = ImagingError.encodingFailed(path: shape.path, reason: tr("out of memory"))
        guard let encoder = libjxl.JxlEncoderCreate(nil) else { throw noMemory }
        defer { libjxl.JxlEncoderDestroy(encoder) }
        let runner = libjxl.JxlResizableParallelRunnerCreate(nil)
        defer { if let runner { libjxl.JxlResizableParallelRunnerDestroy(runner) } }
        if let runner {
            libjxl.JxlResizableParallelRunnerSetThreads(runner, max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
            _ = libjxl.JxlEncoderSetParallelRunner(encoder, libjxl.JxlResizableParallelRunner, runner)
        }
        func check(_ status: JxlEncoderStatus, _ refusal: @autoclosure () -> String) throws(ImagingError) {
            guard status == JXL_ENC_SUCCESS else {
                throw .encodingFailed(path: shape.path, reason: refusal())
            }
        }
        // A JPEG XL has no other field for the resolution than its EXIF block.
        let exif = metadata.resolution.map { ExifBlock.stating($0, in: metadata.exif) } ?? metadata.exif
        if exif != nil || metadata.xmp != nil {
            try check(libjxl.JxlEncoderUseBoxes(encoder), tr("libjxl rejected the metadata"))
        }
        var info = basicInfo(shape, options)
        // Even with lossy compression, libjxl keeps more precision than the main profile requires of
        // decoders.
        try check(libjxl.JxlEncoderSetBasicInfo(encoder, &info), tr("libjxl rejected the size"))
        try check(setColors(encoder, shape), tr("libjxl rejected the color profile"))
        for (type, block) in [("Exif", exif.map { [0, 0, 0, 0] + $0 }), ("xml ", metadata.xmp)] {
            guard let block else { continue }
            try check(
                libjxl.JxlEncoderAddBox(encoder, type, block, block.count, 0),
                tr("libjxl rejected the metadata"))
        }
        if exif != nil || metadata.xmp != nil { libjxl.JxlEncoderCloseBoxes(encoder) }
        guard let settings = libjxl.JxlEncoderFrameSettingsCreate(encoder, nil) else { throw noMemory }
        if options.isLossless {
            try check(
                libjxl.JxlEncoderSetFrameLossless(settings, 1),
                tr("libjxl rejected lossless encoding"))
        } else {
            try check(
                libjxl.JxlEncoderSetFrameDistance(settings, distance(quality: options.quality)),
                tr("libjxl rejected the quality"))
        }
        var format = JxlPixelFormat(
            num_channels: UInt32(shape.channels.count),
            data_type: shape.depth == .eight ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
            endianness: JXL_NATIVE_ENDIAN, align: 0)
        try check(
            libjxl.JxlEncoderAddImageFrame(settings, &format, rows.bytes.baseAddress, rows.bytes.count),
            tr("libjxl rejected the pixels")
        )
        libjxl.JxlEncoderCloseInput(encoder)
        try write(encoder, shape, to: file)
    }

    private static func basicInfo(_ shape: RowEncoderShape, _ options: EncodingOptions) -> JxlBasicInfo {
        var info = JxlBasicInfo()
        libjxl.JxlEncoderInitBasicInfo(&info)
        info.xsize = UInt32(shape.width)
        info.ysize = UInt32(shape.height)
        info.bits_per_sample = UInt32(shape.depth.rawValue)
        info.num_color_channels = shape.channels.isGray ? 1 : 3
        if shape.channels.hasAlpha {
            info.num_extra_channels = 1
            info.alpha_bits = info.bits_per_sample
        }
        info.uses_original_profile = options.isLossless ? 1 : 0
        return info
    }

    private static func setColors(_ encoder: OpaquePointer, _ shape: RowEncoderShape) -> JxlEncoderStatus {
        if let profile = shape.profile {
            return libjxl.JxlEncoderSetICCProfile(encoder, profile, profile.count)
        }
        var encoding = JxlColorEncoding()
        libjxl.JxlColorEncodingSetToSRGB(&encoding, shape.channels.isGray ? 1 : 0)
        return libjxl.JxlEncoderSetColorEncoding(encoder, &encoding)
    }

    /// The Butteraugli distance for a quality, with the same mapping as libjxl's own tool.
    private static func distance(quality: Int) -> Float {
        let quality = Float(min(max(quality, 1), 100))
        return quality >= 30
            ? 0.1 + (100 - quality) * 0.09 : 53 / 3000 * quality * quality - 23 / 20 * quality + 25
    }

    /// Writes the encoded data piece by piece.
    private static func write(
        _ encoder: OpaquePointer, _ shape: RowEncoderShape, to file: any ByteSink
    ) throws(ImagingError) {
        let piece: MemoryBlock
        do throws(OutOfMemory) {
            piece = try MemoryBlock(byteCount: 1 << 20)
        } catch {
            throw .encodingFailed(path: shape.path, reason: error.description)
        }
        while true {
            var next = piece.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
            var free = piece.bytes.count
            let status = libjxl.JxlEncoderProcessOutput(encoder, &next, &free)
            guard status == JXL_ENC_SUCCESS || status == JXL_ENC_NEED_MORE_OUTPUT else {
                throw .encodingFailed(path: shape.path, reason: tr("libjxl failed"))
            }
            try file.write(UnsafeRawBufferPointer(rebasing: piece.bytes[..<(piece.bytes.count - free)]))
            if status == JXL_ENC_SUCCESS { return }
        }
    }
}
