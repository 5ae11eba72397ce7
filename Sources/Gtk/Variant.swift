@preconcurrency import CAdwaita

/// A value in a message of the bus.
package struct Variant: Sendable {
    private let value: Value

    // A GVariant is immutable and thread-safe.
    private final class Value: @unchecked Sendable {
        let pointer: OpaquePointer

        /// Takes ownership of a new value, or of a reference that the caller owns.
        init(_ pointer: OpaquePointer) { self.pointer = g_variant_take_ref(pointer) }

        deinit { g_variant_unref(pointer) }
    }

    /// Takes ownership of a new value, or of a reference that the caller owns.
    init(owned pointer: OpaquePointer) { value = Value(pointer) }

    /// Valid for as long as this value is retained.
    var pointer: OpaquePointer { value.pointer }

    package static func string(_ text: String) -> Variant { Variant(owned: g_variant_new_string(text)) }

    package static func uint32(_ number: UInt32) -> Variant { Variant(owned: g_variant_new_uint32(number)) }

    package static func bool(_ value: Bool) -> Variant {
        Variant(owned: g_variant_new_boolean(value ? 1 : 0))
    }

    /// The path of an object; nil if the text is not a valid path.
    package static func objectPath(_ path: String) -> Variant? {
        g_variant_is_object_path(path) == 0 ? nil : Variant(owned: g_variant_new_object_path(path))
    }

    /// Named values of any type: `a{sv}`.
    package static func dictionary(_ values: [String: Variant]) -> Variant {
        let type = g_variant_type_new("{sv}")
        defer { g_variant_type_free(type) }
        let entries: [OpaquePointer?] = values.map { name, value in
            withExtendedLifetime(value) {
                g_variant_new_dict_entry(g_variant_new_string(name), g_variant_new_variant(value.pointer))
            }
        }
        return Variant(owned: g_variant_new_array(type, entries, gsize(entries.count)))
    }

    /// Several values in order, such as the arguments of a method.
    package static func tuple(_ values: [Variant]) -> Variant {
        withExtendedLifetime(values) {
            Variant(owned: g_variant_new_tuple(values.map(\.pointer), gsize(values.count)))
        }
    }

    private var type: String { String(cString: g_variant_get_type_string(pointer)) }

    /// An element of an array or a tuple; nil if there is none.
    package subscript(_ index: Int) -> Variant? {
        guard g_variant_is_container(pointer) != 0, index >= 0, index < Int(g_variant_n_children(pointer))
        else { return nil }
        let child = Variant(owned: g_variant_get_child_value(pointer, gsize(index)))
        return child.type == "v" ? Variant(owned: g_variant_get_variant(child.pointer)) : child
    }

    /// A value of a dictionary; nil if there is none.
    package subscript(_ name: String) -> Variant? {
        guard type.hasPrefix("a{s") else { return nil }
        return g_variant_lookup_value(pointer, name, nil).map { Variant(owned: $0) }
    }

    /// The text of a string or an object path.
    package var string: String? {
        ["s", "o"].contains(type) ? g_variant_get_string(pointer, nil).map { String(cString: $0) } : nil
    }

    package var uint32: UInt32? { type == "u" ? g_variant_get_uint32(pointer) : nil }

    package var bool: Bool? { type == "b" ? g_variant_get_boolean(pointer) != 0 : nil }

    /// The index of a file descriptor among those of its message.
    var descriptorIndex: Int32? { type == "h" ? g_variant_get_handle(pointer) : nil }
}
