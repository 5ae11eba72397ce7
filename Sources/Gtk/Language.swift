@preconcurrency import CAdwaita
import Glibc
import Localization

/// The language of the desktop, through gettext catalogs.
package enum Language {
    /// Sets the program's language from the environment, if there is a catalog for it.
    ///
    /// Call this while the program is single-threaded, and before it forks, so that processes that must not
    /// open files have the catalog in memory. The numeric locale stays “C”, since C libraries use it to read
    /// and write files and settings; numbers for users are formatted by ``spelled(_:places:)``.
    ///
    /// - Parameters:
    ///   - domain: the name of the catalogs.
    ///   - folders: where catalogs may be; the first one that exists is used.
    package static func useDesktops(domain: String, folders: [String]) {
        // Otherwise GTK would set the whole locale from the environment.
        gtk_disable_setlocale()
        guard setlocale(LC_ALL, "") != nil else { return }
        let separator = localeconv().pointee.decimal_point.map { String(cString: $0) } ?? "."
        setlocale(LC_NUMERIC, "C")
        guard let folder = folders.first(where: { access($0, R_OK) == 0 }) else { return }
        bindtextdomain(domain, folder)
        bind_textdomain_codeset(domain, "UTF-8")
        // The domain in which GTK looks up the texts of interface files.
        textdomain(domain)
        // The first lookup reads the catalog.
        let isTranslated = text("Cancel", nil, domain) != "Cancel"
        Translation.use(
            Translation(
                text: { key, context in text(key, context, domain) },
                plural: { one, other, count in
                    // For a text that is not in the catalog, gettext returns the same pointer.
                    one.withCString { one in
                        other.withCString { other in
                            g_dngettext(domain, one, other, gulong(max(0, count))).map { String(cString: $0) }
                        }
                    }
                },
                isRightToLeft: isTranslated && isRightToLeft,
                decimalSeparator: separator.isEmpty ? "." : separator))
    }

    private static func text(_ key: String, _ context: String?, _ domain: String) -> String? {
        key.withCString { key in
            let text = context.map { g_dpgettext2(domain, $0, key) } ?? g_dgettext(domain, key)
            return text.map { String(cString: $0) }
        }
    }

    /// True if the language of messages is written from right to left.
    private static var isRightToLeft: Bool {
        let languages = g_get_language_names()
        guard let first = languages?.pointee.map({ String(cString: $0) }) else { return false }
        let code = first.prefix { $0.isLetter }
        return ["ar", "fa", "he", "ur", "yi", "ps", "sd", "ug", "dv", "ckb"].contains(String(code))
    }
}
