@preconcurrency import CAdwaita

/// The environment variables set by `packaging/bundle/launch`, which point Glint's own libraries to their
/// modules.
package enum BundleEnvironment {
    /// The changes that restore the environment for other programs, if this one is in the folder `bundle`.
    /// - Returns: the variables that change, each with its new value, or nil to unset it.
    package static func changes(
        for environment: [String: String], bundle: String
    ) -> [String: String?] {
        var changes: [String: String?] = [:]
        for (name, value) in environment {
            let paths = value.split(separator: ":", omittingEmptySubsequences: false)
            let others = paths.filter { $0 != bundle && !$0.hasPrefix(bundle + "/") }
            // The GStreamer registry is a user's file, but only the bundle's GStreamer uses it.
            if others.isEmpty || name == "GST_REGISTRY_1_0" {
                changes.updateValue(nil, forKey: name)
            } else if others.count < paths.count {
                changes[name] = others.joined(separator: ":")
            }
        }
        return changes
    }

    /// Restores the original environment for programs that are started in `context`.
    static func leave(_ context: UnsafeMutablePointer<GAppLaunchContext>?) {
        guard let context, let variables = g_app_launch_context_get_environment(context) else { return }
        defer { g_strfreev(variables) }
        var environment: [String: String] = [:]
        var next = variables
        while let variable = next.pointee {
            let parts = String(cString: variable).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { environment[String(parts[0])] = String(parts[1]) }
            next += 1
        }
        guard let bundle = environment["GLINT_BUNDLE"], bundle.hasPrefix("/") else { return }
        for (name, value) in changes(for: environment, bundle: bundle) {
            if let value {
                g_app_launch_context_setenv(context, name, value)
            } else {
                g_app_launch_context_unsetenv(context, name)
            }
        }
    }
}
