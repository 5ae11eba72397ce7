@preconcurrency import CAdwaita

/// Shows and selects a file in the desktop's file manager, or just opens its folder if that is not supported.
@MainActor
package func showInFolder(_ file: File, over window: Object) {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else {
        return showFolder(file, over: window)
    }
    let uris = [g_variant_new_string(file.uri)]
    let parts = [g_variant_new_array(nil, uris, 1), g_variant_new_string("")]
    let done = AsyncCallback { source, result in
        let answer = g_dbus_connection_call_finish(OpaquePointer(source), result, nil)
        if let answer { g_variant_unref(answer) } else { showFolder(file, over: window) }
    }
    g_dbus_connection_call(
        bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
        "ShowItems", g_variant_new_tuple(parts, 2), nil, G_DBUS_CALL_FLAGS_NONE, 5000, nil,
        AsyncCallback.run, done.retained)
    g_object_unref(UnsafeMutableRawPointer(bus))
}

@MainActor
private func showFolder(_ file: File, over window: Object) {
    guard let path = file.path, let folder = takeString(g_path_get_dirname(path)),
        let uri = takeString(g_filename_to_uri(folder, nil, nil))
    else { return }
    glint_show_uri(window.pointer(), uri)
}
