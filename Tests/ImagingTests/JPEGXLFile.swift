@preconcurrency import CImageFormats
import Testing

/// Ends the input of a JPEG XL encoder; returns the file, which may have up to 64 KB.
func finishedFile(of encoder: OpaquePointer) throws -> [UInt8] {
    libjxl.JxlEncoderCloseInput(encoder)
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let free = try bytes.withUnsafeMutableBufferPointer { buffer in
        var (next, free) = (buffer.baseAddress, buffer.count)
        try #require(libjxl.JxlEncoderProcessOutput(encoder, &next, &free) == JXL_ENC_SUCCESS)
        return free
    }
    return bytes.dropLast(free)
}
