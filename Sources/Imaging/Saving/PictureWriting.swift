import Glibc

extension Picture {
    /// Saves the picture in the format of the file extension. A failure leaves no partial file behind.
    ///
    /// - Parameters:
    ///   - path: the file to write; its extension determines the format.
    ///   - options: how to write it.
    ///   - overwrite: whether to replace an existing file at `path`.
    /// - Throws: ``ImagingError`` that names the path.
    public func write(
        to path: String, options: EncodingOptions = EncodingOptions(), overwrite: Bool = false
    ) throws(ImagingError) {
        guard let format = PictureFormat(fileName: path) else { throw .unknownExtension(path: path) }
        let options = filled(options)
        guard overwrite || access(path, F_OK) != 0 else { throw .file(.exists(path: path)) }
        let writer = try PictureEncoder(
            path: path, format: format, width: width, height: height, channels: channels,
            depth: pixels.depth, colorSpace: colorSpace, options: options, metadata: metadata)
        try write(to: writer)
        try writer.finish(overwrite: overwrite)
    }

    /// Encodes the picture as ``write(to:options:overwrite:)-(String,_,_)`` does, and returns the bytes of
    /// the file.
    ///
    /// - Parameters:
    ///   - format: the format of the file.
    ///   - options: how to write it.
    ///   - name: the picture's name in error messages.
    /// - Throws: ``ImagingError``.
    public func encoded(
        as format: PictureFormat, options: EncodingOptions = EncodingOptions(), name: String = "the picture"
    ) throws(ImagingError) -> [UInt8] {
        let options = filled(options)
        let colors = try OutputColors(
            of: colorSpace, isGray: channels.isGray, depth: format.depth(for: options.depth ?? pixels.depth),
            as: format,
            options: options)
        let writer = try PictureEncoder.withoutFile(
            name: name, keepsBytes: true, format: format, width: width, height: height, channels: channels,
            depth: pixels.depth, colors: colors, options: options, metadata: metadata)
        try write(to: writer)
        try writer.complete()
        return writer.bytes ?? []
    }

    /// The options, with the depth of the picture's file as the default.
    private func filled(_ options: EncodingOptions) -> EncodingOptions {
        var options = options
        options.depth = options.depth ?? depth
        return options
    }

    private func write(to writer: PictureEncoder) throws(ImagingError) {
        try pixels.withUnsafeBytes { bytes throws(ImagingError) in
            try writer.write(rows: bytes, count: height)
        }
    }
}
