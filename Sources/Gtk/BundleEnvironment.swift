@preconcurrency import CAdwaita

/// The environment variables that `packaging/bundle/launch` sets, which tell Glint's own libraries where their modules are.
package enum BundleEnvironment {
    /// What is left for other programs of the environment of a program in the folder `bundle`.
    /// - Returns: the variables that change, each with its new value, or nil where it goes.
    package static func changes(
        for environment: [String: String], bundle: String
    ) -> [String: String?] {
        var changes: [String: String?] = [:]
        for (name, value) in environment {
            let places = value.split(separator: ":", omittingEmptySubsequences: false)
            let others = places.filter { $0 != bundle && !$0.hasPrefix(bundle + "/") }
            // A file of the user's, and of the bundle's GStreamer alone.
            if others.isEmpty || name == "GST_REGISTRY_1_0" {
                changes.updateValue(nil, forKey: name)
            } else if others.count < places.count {
                changes[name] = others.joined(separator: ":")
            }
        }
        return changes
    }

    /// Gives programs that are started in `context` the environment of before.
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
