@preconcurrency import CAdwaita
import Gtk
import Localization

/// The handle that drags a stage to another position in the recipe.
@MainActor
struct DragHandle {
    let object: Object

    init(_ host: StageHost) {
        object = Object(gtk_image_new_from_icon_name("list-drag-handle-symbolic"))
        gtk_widget_add_css_class(object.widget, "drag-handle")
        gtk_widget_set_cursor_from_name(object.widget, "grab")
        gtk_widget_set_tooltip_text(object.widget, tr("Drag to Move (Alt+Up, Alt+Down)"))
        object.onGrab(
            begins: { _ in true }, moved: { [weak object] in if let object { host.drag(object, $0) } })
    }

    func setName(_ name: String) { object.setAccessibleName(tr("Move \(name)")) }

    /// A single stage cannot be moved.
    func setMovable(_ isMovable: Bool) {
        gtk_widget_set_visible(object.widget, isMovable ? 1 : 0)
    }
}
