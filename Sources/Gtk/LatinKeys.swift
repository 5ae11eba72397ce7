@preconcurrency import CAdwaita

/// The keys of a US keyboard by position, for keyboard layouts without Latin letters.
enum LatinKeys {
    /// The rows of keys, by the keycode of the first key: that of Linux plus 8, under X11 and Wayland alike.
    private static let rows = [(24, "qwertyuiop[]"), (38, "asdfghjkl;'"), (52, "zxcvbnm,./")]

    /// The key at this position of a US keyboard; nil unless the pressed key is a letter of another script.
    static func key(for key: Int, keycode: Int) -> Int? {
        // The Greek alphabet is the first after Latin.
        guard let letter = Unicode.Scalar(gdk_keyval_to_unicode(guint(key))), letter.value >= 0x370,
            letter.properties.isAlphabetic
        else { return nil }
        for (first, keys) in rows where (first..<first + keys.utf8.count).contains(keycode) {
            let character = keys.utf8[keys.utf8.index(keys.utf8.startIndex, offsetBy: keycode - first)]
            // GDK numbers the keys of ASCII characters like these.
            return Int(character)
        }
        return nil
    }
}
