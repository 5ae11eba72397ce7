@preconcurrency import CAdwaita
import Glibc

/// A command line for an application to handle: its own, or one that another process has forwarded.
@MainActor
package struct ApplicationCommandLine {
    private let line: Object

    /// - Parameter arguments: the arguments of the signal `command-line`.
    package init?(_ arguments: SignalArguments) {
        guard let line = arguments.object(0) else { return nil }
        self.line = Object(line)
    }

    /// The options that were given.
    package var options: CommandLineOptions.Values {
        CommandLineOptions.Values(dictionary: g_application_command_line_get_options_dict(line.pointer()))
    }

    /// The arguments that are not options: files or their URIs, relative to the working folder of the calling
    /// process; nil for `standardInput`.
    package func files(besides standardInput: String) -> [File?] {
        options.eachWord { word in
            if String(cString: word) == standardInput { return nil }
            guard let file = g_application_command_line_create_file_for_arg(line.pointer(), word) else {
                return nil
            }
            defer { g_object_unref(UnsafeMutableRawPointer(file)) }
            return File(file)
        }
    }

    /// The value of an option for a path, relative to the working folder of the calling process.
    package func file(_ name: String) -> File? {
        guard let value = g_variant_dict_lookup_value(options.dictionary, name, nil) else { return nil }
        defer { g_variant_unref(value) }
        let path = g_canonicalize_filename(
            g_variant_get_bytestring(value), g_application_command_line_get_cwd(line.pointer()))
        defer { g_free(path) }
        guard let file = g_file_new_for_path(path) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return File(file)
    }

    /// A new descriptor for the standard input of the calling process, which the caller closes; nil if there
    /// is none.
    package func standardInput() -> Int32? {
        guard let stream = g_application_command_line_get_stdin(line.pointer()) else { return nil }
        defer { g_object_unref(stream) }
        // The functions of this kind of stream are in a header that GTK does not include.
        var number = GValue()
        g_value_init(&number, FundamentalType.int.type)
        defer { g_value_unset(&number) }
        g_object_get_property(
            UnsafeMutableRawPointer(stream).assumingMemoryBound(to: GObject.self), "fd", &number)
        let descriptor = fcntl(g_value_get_int(&number), F_DUPFD_CLOEXEC, 0)
        return descriptor < 0 ? nil : descriptor
    }
}
