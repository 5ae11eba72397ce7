@preconcurrency import CAdwaita

/// The desktop's list of recently used files.
@MainActor
package enum RecentFiles {
    /// Adds a file that this program has opened.
    package static func add(_ file: File) {
        gtk_recent_manager_add_item(gtk_recent_manager_get_default(), file.uri)
    }

    /// The existing files that this program has opened, the newest first.
    package static func files(count: Int) -> [File] {
        var found: [(info: OpaquePointer, time: Int)] = []
        let list = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
        defer { g_list_free_full(list) { if let info = $0 { gtk_recent_info_unref(OpaquePointer(info)) } } }
        var item = list
        while let entry = item {
            if let info = entry.pointee.data.map({ OpaquePointer($0) }),
                gtk_recent_info_is_local(info) != 0,
                gtk_recent_info_has_application(info, g_get_application_name()) != 0
            {
                found.append((info, gtk_recent_info_get_visited(info).map(g_date_time_to_unix) ?? 0))
            }
            item = entry.pointee.next
        }
        // Whether a file exists can take long on another machine's disk, so only the newest are looked for.
        return found.sorted { $0.time > $1.time }.lazy
            .filter { gtk_recent_info_exists($0.info) != 0 }
            .compactMap { file(of: $0.info) }.prefix(count).map { $0 }
    }

    private static func file(of info: OpaquePointer) -> File? {
        guard let file = g_file_new_for_uri(gtk_recent_info_get_uri(info)) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        return File(file)
    }
}
