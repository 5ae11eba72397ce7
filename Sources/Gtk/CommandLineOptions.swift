@preconcurrency import CAdwaita

/// The options of an application's command line; GLib adds `--help`.
@MainActor
package struct CommandLineOptions {
    private let application: Object

    package init(_ application: Object) {
        self.application = application
    }

    package func setSummary(_ summary: String, parameters: String) {
        g_application_set_option_context_parameter_string(application.pointer(), parameters)
        g_application_set_option_context_summary(application.pointer(), summary)
    }

    /// Adds a flag.
    package func add(_ name: String, _ help: String) {
        g_application_add_main_option(
            application.pointer(), name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, help, nil)
    }

    /// Adds an option whose value is a path.
    package func addFile(_ name: String, _ help: String, placeholder: String) {
        g_application_add_main_option(
            application.pointer(), name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME, help, placeholder)
    }

    /// Adds an option whose value is a text.
    package func addText(_ name: String, _ help: String, placeholder: String) {
        g_application_add_main_option(
            application.pointer(), name, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, help, placeholder)
    }

    /// Also accepts non-option arguments, without changing their bytes.
    package func addOperands() {
        g_application_add_main_option(
            application.pointer(), "", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME_ARRAY, "", nil)
    }

    /// The options that were given.
    @MainActor
    package struct Values {
        let dictionary: UnsafeMutablePointer<GVariantDict>?

        package func isGiven(_ name: String) -> Bool {
            g_variant_dict_contains(dictionary, name) != 0
        }

        package func text(_ name: String) -> String? {
            guard let value = g_variant_dict_lookup_value(dictionary, name, nil) else { return nil }
            defer { g_variant_unref(value) }
            return g_variant_get_string(value, nil).map { String(cString: $0) }
        }

        /// How many of the non-option arguments equal this one.
        package func count(of word: String) -> Int {
            eachWord { String(cString: $0) == word }.count { $0 }
        }

        /// True if there are non-option arguments.
        package var hasOperands: Bool { isGiven("") }

        /// Returns the result of `body` for the non-option arguments, which it gets unchanged.
        func eachWord<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> [Result] {
            guard let value = g_variant_dict_lookup_value(dictionary, "", nil) else { return [] }
            defer { g_variant_unref(value) }
            var count: gsize = 0
            let arguments = g_variant_get_bytestring_array(value, &count)
            defer { g_free(arguments) }
            return (0..<Int(count)).compactMap { arguments?[$0].map(body) }
        }
    }

    /// Runs `handler` before anything else; if it returns a number, the program ends with that exit status.
    package func parsed(_ handler: @escaping @MainActor (Values) -> Int?) {
        application.answer("handle-local-options") { arguments in
            .int(handler(Values(dictionary: arguments.boxed(0))) ?? -1)
        }
    }
}

/// Runs an application with the arguments of a command line, the program's name first; returns its exit
/// status.
///
/// - Parameter others: arguments to replace, and their replacements. All others stay unchanged, whether text
///   or not.
@MainActor
package func runApplication(
    _ application: Object, _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
    spelling others: [String: String]
) -> Int32 {
    var made: [UnsafeMutablePointer<CChar>?] = []
    defer { made.forEach { g_free($0) } }
    var copies = (0..<Int(count)).map { index -> UnsafeMutablePointer<CChar>? in
        guard let word = arguments?[index],
            let other = String(validatingCString: word).flatMap({ others[$0] })
        else { return arguments?[index] }
        made.append(g_strdup(other))
        return made.last ?? nil
    }
    copies.append(nil)
    return copies.withUnsafeMutableBufferPointer {
        g_application_run(application.pointer(), count, $0.baseAddress)
    }
}
