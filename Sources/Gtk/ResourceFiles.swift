@preconcurrency import CAdwaita

/// The texts of the files in a resource folder, by name.
@MainActor
package func resourceTexts(in folder: String) -> [String: String] {
    guard let names = g_resources_enumerate_children(folder, G_RESOURCE_LOOKUP_FLAGS_NONE, nil) else {
        return [:]
    }
    defer { g_strfreev(names) }
    var texts: [String: String] = [:]
    var index = 0
    while let name = names[index] {
        let name = String(cString: name)
        if let data = g_resources_lookup_data("\(folder)/\(name)", G_RESOURCE_LOOKUP_FLAGS_NONE, nil) {
            var count: gsize = 0
            let start = g_bytes_get_data(data, &count)
            texts[name] = String(
                decoding: UnsafeRawBufferPointer(start: start, count: Int(count)), as: UTF8.self)
            g_bytes_unref(data)
        }
        index += 1
    }
    return texts
}
