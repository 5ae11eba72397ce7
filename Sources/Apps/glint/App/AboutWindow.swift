@preconcurrency import CAdwaita
import Filters
import GPU
import Gtk
import Localization

/// The About window, which describes the program and the system it runs on.
@MainActor
enum AboutWindow {
    static func show(
        over parent: UnsafeMutablePointer<GtkWindow>?, traits: DeviceTraits?, error: GPUError?,
        notice: String?
    ) {
        guard let made = adw_about_window_new() else { return }
        let about = Object(made)
        adw_about_window_set_application_name(about.pointer(), "Glint")
        adw_about_window_set_application_icon(about.pointer(), UI.applicationID)
        adw_about_window_set_version(about.pointer(), GlintVersion.current)
        adw_about_window_set_developer_name(about.pointer(), tr("The Glint contributors"))
        adw_about_window_set_comments(
            about.pointer(), tr("Apply filters to pictures in real time on the GPU."))
        adw_about_window_set_copyright(about.pointer(), "© 2026 The Glint contributors")
        // If the translation is empty or the same as in English, no translator is credited.
        let translators = tr("translator-credits")
        if translators != "translator-credits" {
            adw_about_window_set_translator_credits(about.pointer(), translators)
        }
        adw_about_window_set_license_type(about.pointer(), GTK_LICENSE_MIT_X11)
        adw_about_window_set_debug_info(about.pointer(), debugInfo(traits, error, notice))
        adw_about_window_set_debug_info_filename(about.pointer(), "glint-debug-info.txt")
        gtk_window_set_transient_for(about.pointer(), parent)
        gtk_window_present(about.pointer())
    }

    private static func debugInfo(_ traits: DeviceTraits?, _ error: GPUError?, _ notice: String?) -> String {
        var lines = [notice, error?.description].compactMap { $0 }
        lines.append("Glint \(GlintVersion.current)")
        if let traits {
            lines += [
                "Renderer: \(traits.renderer)", "Vendor: \(traits.vendor)", "OpenGL: \(traits.version)",
                "Largest texture: \(traits.maxTextureSize) pixels per side",
            ]
        }
        let (gtk, adwaita) = (
            [gtk_get_major_version(), gtk_get_minor_version(), gtk_get_micro_version()],
            [adw_get_major_version(), adw_get_minor_version(), adw_get_micro_version()]
        )
        lines.append("GTK: " + gtk.map { "\($0)" }.joined(separator: "."))
        lines.append("libadwaita: " + adwaita.map { "\($0)" }.joined(separator: "."))
        if let display = gdk_display_get_default() {
            lines.append("Display: \(String(cString: g_type_name_from_instance(Object(display).pointer())))")
        }
        return lines.joined(separator: "\n")
    }
}
