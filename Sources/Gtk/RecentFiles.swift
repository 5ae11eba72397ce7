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
        var found: [(file: File, time: Int)] = []
        let list = gtk_recent_manager_get_items(gtk_recent_manager_get_default())
        var item = list
        while let entry = item {
            if let data = entry.pointee.data { add(OpaquePointer(data), to: &found) }
            item = entry.pointee.next
        }
        g_list_free_full(list) { if let data = $0 { gtk_recent_info_unref(OpaquePointer(data)) } }
        return found.sorted { $0.time > $1.time }.prefix(count).map(\.file)
    }

    private static func add(_ info: OpaquePointer, to found: inout [(file: File, time: Int)]) {
        guard gtk_recent_info_is_local(info) != 0, gtk_recent_info_exists(info) != 0,
            gtk_recent_info_has_application(info, g_get_application_name()) != 0,
            let time = gtk_recent_info_get_visited(info),
            let file = g_file_new_for_uri(gtk_recent_info_get_uri(info))
        else { return }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        found.append((File(file), g_date_time_to_unix(time)))
    }
}
