import Foundation
import TestSupport
import Testing

/// GStreamer, which is loaded on demand and may be missing.
struct GStreamerTests {
    @Test("No library of GStreamer is in memory before the first sound")
    func loading() throws {
        let lines = try probe()
        #expect(lines["before"] == "libc.so.6")
        #expect(lines["after"]?.contains("libgstreamer-1.0.so.0") == true)
        #expect(lines["problem"] == "none")
        #expect(lines["position"].flatMap(Double.init) ?? 0 > 0.2)
    }

    @Test("Without GStreamer, or its plugins, the clock takes over and the package to install is named")
    func missing() throws {
        let folder = try temporaryFolder()
        let refusing = try preloadedLibrary(
            """
            #include <dlfcn.h>
            #include <string.h>
            void *dlopen(const char *name, int flags) {
                if (name && strstr(name, "gstreamer")) return 0;
                return ((void *(*)(const char *, int)) dlsym(RTLD_NEXT, "dlopen"))(name, flags);
            }

            """, in: folder)
        let withoutLibrary = try probe(["LD_PRELOAD=" + refusing])
        #expect(withoutLibrary["problem"]?.contains("gstreamer1.0-plugins-base and") == true)
        #expect(withoutLibrary["position"].flatMap(Double.init) ?? 0 > 0.2)
        let withoutPlugins = try probe([
            "GST_PLUGIN_SYSTEM_PATH_1_0=" + folder.path, "GST_REGISTRY_1_0=" + folder.file("registry"),
        ])
        #expect(withoutPlugins["problem"]?.contains("gstreamer1.0-plugins-base") == true)
        #expect(withoutPlugins["position"].flatMap(Double.init) ?? 0 > 0.2)
    }

    /// The probe's output: the values that follow each word.
    private func probe(_ environment: [String] = []) throws -> [String: String] {
        let result = try runProgram(
            "/usr/bin/env",
            arguments: ["GLINT_SOUND_SINK=fakesink sync=true"] + environment + [
                builtProgram("probe"), "play-silence", "1.2",
            ])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        return Dictionary(lines) { first, _ in first }
    }
}
