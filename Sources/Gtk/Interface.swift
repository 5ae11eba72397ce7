@preconcurrency import CAdwaita

/// A tree of widgets from one of the program's interface files.
@MainActor
package struct Interface {
    private let builder: Object

    /// Loads a file of the program's resources by its full resource path.
    ///
    /// The files are built into the program, so a missing or malformed one aborts it with GTK's message.
    package init(resource path: String) {
        builder = Object(owned: UnsafeMutableRawPointer(gtk_builder_new_from_resource(path)))
    }

    /// Loads an interface from its XML.
    package init(xml: String) {
        builder = Object(owned: UnsafeMutableRawPointer(gtk_builder_new_from_string(xml, -1)))
    }

    /// The object with this id.
    package subscript(_ id: String) -> Object {
        guard let object = gtk_builder_get_object(builder.pointer(), id) else {
            preconditionFailure("the interface file has no object “\(id)”")
        }
        return Object(object)
    }
}

/// Registers the files of a GResource bundle, given in base64, with GTK.
@MainActor
package func registerResources(base64: String) {
    var count: gsize = 0
    guard let bytes = g_base64_decode(base64, &count), let data = g_bytes_new_take(bytes, count) else {
        return
    }
    defer { g_bytes_unref(data) }
    guard let resource = g_resource_new_from_data(data, nil) else { return }
    g_resources_register(resource)
    g_resource_unref(resource)
}
