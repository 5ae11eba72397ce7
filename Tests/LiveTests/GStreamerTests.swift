import Foundation
import TestSupport
import Testing

/// GStreamer, which is loaded when needed and may be missing.
struct GStreamerTests {
    @Test("No library of GStreamer is in memory before the first sound")
    func loading() throws {
        let lines = try probe()
        #expect(lines["before"] == "libc.so.6")
        #expect(lines["after"]?.contains("libgstreamer-1.0.so.0") == true)
        #expect(lines["problem"] == "none")
        #expect(lines["position"].flatMap(Double.init) ?? 0 > 0.2)
    }

    @Test("Without GStreamer, or without its plugins, the clock leads and the package to install is named")
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

    @Test("The functions and structures declared here are those of GStreamer's headers")
    func declarations() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        let source = """
            #include <gst/gst.h>
            #include "gstreamer.h"
            #define MATCH(condition) _Static_assert(condition, #condition);
            MATCH(GST_FORMAT_TIME == 3)
            MATCH(GST_MESSAGE_EOS == 1 && GST_MESSAGE_ERROR == 2 && GST_MESSAGE_WARNING == 4)
            MATCH(GST_SEEK_FLAG_NONE == 0 && GST_SEEK_TYPE_NONE == 0 && GST_SEEK_TYPE_SET == 1)
            MATCH(GST_STATE_NULL == 1 && GST_STATE_PLAYING == 4 && GST_STATE_CHANGE_FAILURE == 0)
            MATCH(GST_FLOW_OK == 0)
            MATCH(__builtin_types_compatible_p(unsigned, __typeof__(GST_FORMAT_TIME)) || sizeof(GstFormat) == 4)
            MATCH(sizeof(GstMessageType) == sizeof(int))
            MATCH(offsetof(GstBuffer, pts) == offsetof(BufferFields, pts))
            MATCH(offsetof(GstBuffer, duration) == offsetof(BufferFields, duration))
            MATCH(offsetof(GstMessage, type) == offsetof(MessageFields, type))
            MATCH(offsetof(GError, message) == offsetof(ErrorFields, message))
            MATCH(offsetof(GList, next) == offsetof(ListFields, next) && offsetof(GList, data) == offsetof(ListFields, data))
            MATCH(offsetof(GValue, g_type) == 0 && sizeof(GType) == sizeof(size_t))
            MATCH(GST_RESOURCE_ERROR_NOT_FOUND == 3 && GST_RESOURCE_ERROR_BUSY == 4)
            MATCH(GST_RESOURCE_ERROR_SETTINGS == 13 && GST_RESOURCE_ERROR_NOT_AUTHORIZED == 15)
            MATCH(GST_STREAM_ERROR_WRONG_TYPE == 5 && GST_STREAM_ERROR_CODEC_NOT_FOUND == 6 && GST_STREAM_ERROR_FORMAT == 11)
            """
        let result = try runProgram(
            "/bin/sh",
            arguments: [
                "-c",
                """
                printf '%s\\n' "$1" | cc -x c -fsyntax-only -Wall -Werror $(pkg-config --cflags gstreamer-1.0) \
                -I "$2/Sources/CLive" -I "$2/Sources/CLive/include" -
                """, "sh", source, root,
            ])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("The functions and structures declared here are those of PipeWire's headers")
    func declarationsOfPipeWire() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().path
        // Our declarations of what the headers have as well contradict them where they differ; our structures are renamed.
        let source = """
            #include <pipewire/pipewire.h>
            #include "pipewire.h"
            #undef PIPEWIRE_STREAM_H
            #define pw_buffer our_buffer
            #define pw_stream_events our_events
            #define pw_stream_state our_state
            #define pw_stream_flags our_flags
            #define PW_STREAM_STATE_ERROR OUR_ERROR
            #define PW_STREAM_STATE_UNCONNECTED OUR_UNCONNECTED
            #define PW_STREAM_STATE_STREAMING OUR_STREAMING
            #define PW_STREAM_FLAG_MAP_BUFFERS OUR_MAP_BUFFERS
            #define PW_STREAM_FLAG_DRIVER OUR_DRIVER
            enum { THEIR_VERSION = PW_VERSION_STREAM_EVENTS, THEIR_ANY = (int) PW_ID_ANY };
            #undef PW_VERSION_STREAM_EVENTS
            #undef PW_ID_ANY
            #define PW_VERSION_STREAM_EVENTS OUR_VERSION
            #define PW_ID_ANY OUR_ANY
            \(try declarations(in: "\(root)/Sources/CLive/pipewire.h"))
            #undef pw_buffer
            #undef pw_stream_events
            #undef PW_STREAM_STATE_ERROR
            #undef PW_STREAM_STATE_UNCONNECTED
            #undef PW_STREAM_STATE_STREAMING
            #undef PW_STREAM_FLAG_MAP_BUFFERS
            #undef PW_STREAM_FLAG_DRIVER
            #define MATCH(condition) _Static_assert(condition, #condition);
            #define SAME(field) \
                MATCH(offsetof(struct pw_stream_events, field) == offsetof(struct our_events, field))
            SAME(state_changed) SAME(param_changed) SAME(process)
            MATCH(offsetof(struct pw_buffer, buffer) == offsetof(struct our_buffer, buffer))
            MATCH((int) OUR_ERROR == (int) PW_STREAM_STATE_ERROR)
            MATCH((int) OUR_UNCONNECTED == (int) PW_STREAM_STATE_UNCONNECTED)
            MATCH((int) OUR_STREAMING == (int) PW_STREAM_STATE_STREAMING)
            MATCH((int) OUR_MAP_BUFFERS == (int) PW_STREAM_FLAG_MAP_BUFFERS)
            MATCH((int) OUR_DRIVER == (int) PW_STREAM_FLAG_DRIVER)
            MATCH((int) OUR_VERSION <= (int) THEIR_VERSION && (int) OUR_ANY == (int) THEIR_ANY)
            """
        let result = try runProgram(
            "/bin/sh",
            arguments: [
                "-c",
                """
                printf '%s\\n' "$1" | cc -x c -fsyntax-only -Wall -Werror $(pkg-config --cflags libpipewire-0.3) \
                -I "$2/Sources/CLive" -I "$2/Sources/CLive/include" -
                """, "sh", source, root,
            ])
        #expect(result.status == 0, "\(result.errors)")
    }

    /// What a header declares where PipeWire's own is missing.
    private func declarations(in path: String) throws -> String {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let parts = text.components(separatedBy: "#ifndef PIPEWIRE_STREAM_H")
        return try #require(parts.last?.components(separatedBy: "#endif").first)
    }

    /// What the probe prints: what comes after each word.
    private func probe(_ environment: [String] = []) throws -> [String: String] {
        let result = try runProgram(
            "/usr/bin/env",
            arguments: ["GLINT_SOUND_SINK=fakesink sync=true"] + environment + [
                builtProgram("live-probe"), "1.2",
            ])
        #expect(result.status == 0, "\(result.errors)")
        let lines = result.output.split(separator: "\n").map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (String(parts[0]), parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : "")
        }
        return Dictionary(lines) { first, _ in first }
    }
}
