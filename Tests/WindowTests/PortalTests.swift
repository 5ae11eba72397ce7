import Foundation
import TestSupport
import Testing

@testable import Live
@testable import glint

/// Requests to the desktop's portals, and how their answers are handled.
@MainActor
@Suite struct PortalTests {
    private nonisolated static let camera = #""camera": {"IsCameraPresent": true}"#
    private nonisolated static let screen =
        #""screen": {"AvailableSourceTypes": 7, "AvailableCursorModes": 3}"#

    private func openCamera(_ desktop: PortalDesktop) throws -> Result<LiveConnection?, LiveError> {
        try desktop.answer { CameraPortal.open(at: desktop.location, $0) }
    }

    private func chooseScreen(_ desktop: PortalDesktop) throws -> Result<ScreenShare, LiveError> {
        try desktop.answer { ScreenPortal.choose(over: "x11:2a", at: desktop.location, $0) }
    }

    /// The content of the file that portal.py passes in place of PipeWire's connection.
    private func text(_ connection: LiveConnection?) throws -> String {
        let connection = try #require(connection)
        return try String(
            decoding: FileHandle(fileDescriptor: connection.descriptor).readToEnd() ?? Data(), as: UTF8.self)
    }

    // MARK: - The camera

    @Test(
        "An allowed camera is a connection to PipeWire, whenever and wherever the answer comes",
        arguments: ["early", "late", "elsewhere"])
    func allowed(when: String) throws {
        let desktop = try PortalDesktop(#"{\#(Self.camera), "when": "\#(when)"}"#)
        let connection = try openCamera(desktop).get()
        #expect(try text(connection) == "org.freedesktop.portal.Camera")
        #expect(try desktop.calls("AccessCamera").count == 1)
    }

    @Test(
        "A camera refused by the user or the settings is denied",
        arguments: ["1", #""org.freedesktop.portal.Error.NotAllowed""#])
    func denied(answer: String) throws {
        let desktop = try PortalDesktop(#"{\#(Self.camera), "answers": {"AccessCamera": \#(answer)}}"#)
        let denied = try openCamera(desktop)
        #expect(throws: LiveError.denied(name: "the camera")) { try denied.get() }
        #expect(try desktop.calls("OpenPipeWireRemote").isEmpty)
    }

    @Test(
        "Without a camera portal, or a camera known to it, nothing is requested",
        arguments: [nil, "{}", "{\(screen)}", #"{"camera": {"IsCameraPresent": false}}"#])
    func noCameraPortal(portal: String?) throws {
        let desktop = try PortalDesktop(portal)
        #expect(try openCamera(desktop).get() == nil)
        #expect(try desktop.calls("AccessCamera").isEmpty)
    }

    @Test("Without a bus the camera is not requested, and there is no screen")
    func noBus() throws {
        let desktop = try PortalDesktop(nil)
        let location = Portal.Location(address: "unix:path=/nowhere/bus")
        let camera = try desktop.answer { CameraPortal.open(at: location, $0) }
        #expect(try camera.get() == nil)
        let screen = try desktop.answer { ScreenPortal.choose(over: "", at: location, $0) }
        try expect(screen, "without a session bus", "start Glint from the desktop")
    }

    @Test("A portal that does not answer is reported after a timeout")
    func silent() throws {
        for (method, timeout) in [("AccessCamera", 200), ("OpenPipeWireRemote", 1500)] {
            let desktop = try PortalDesktop(
                #"{\#(Self.camera), "silent": "\#(method)"}"#, timeout: timeout)
            try expect(try openCamera(desktop), "did not answer", "systemctl --user restart")
        }
    }

    @Test("The user may take longer to answer than the portal")
    func slowPerson() throws {
        let desktop = try PortalDesktop(
            #"{\#(Self.camera), "answers": {"AccessCamera": null}}"#, timeout: 1000)
        let answers = Answers()
        CameraPortal.open(at: desktop.location) { _ in answers.count += 1 }
        try desktop.wait(for: "the question") { try desktop.calls("AccessCamera").count == 1 }
        let end = Date(timeIntervalSinceNow: 2)
        try desktop.wait(for: "two seconds") { Date() > end }
        #expect(answers.count == 0)
    }

    @Test("A portal that ends while it asks is reported", arguments: ["AccessCamera"])
    func ends(method: String) throws {
        let desktop = try PortalDesktop(#"{\#(Self.camera), "fatal": "\#(method)"}"#)
        try expect(try openCamera(desktop), "did not answer")
    }

    @Test("Other failures of a request, and errors of the portal, are reported with its message")
    func fails() throws {
        for answer in ["2", #""org.freedesktop.portal.Error.Failed""#] {
            let desktop = try PortalDesktop(#"{\#(Self.camera), "answers": {"AccessCamera": \#(answer)}}"#)
            try expect(
                try openCamera(desktop), "does not provide the camera",
                answer == "2" ? "the desktop closed its dialog" : "not today")
        }
    }

    // MARK: - The screen

    @Test(
        "A chosen screen is a node of a connection to PipeWire, until it is released",
        arguments: ["early", "late"])
    func chosen(when: String) throws {
        let desktop = try PortalDesktop(#"{\#(Self.screen), "when": "\#(when)"}"#)
        var share: ScreenShare? = try chooseScreen(desktop).get()
        #expect(share?.node == 43)
        #expect(try text(share?.connection) == "org.freedesktop.portal.ScreenCast")
        let options = try #require(try desktop.calls("SelectSources").first?.last as? [String: Any])
        // Requests screens and windows, a single one, with the pointer visible.
        #expect(options["types"] as? Int == 3 && options["multiple"] as? Bool == false)
        #expect(options["cursor_mode"] as? Int == 2)
        let start = try #require(try desktop.calls("Start").first)
        #expect(start[1] as? String == "x11:2a")
        #expect(try desktop.calls("Close").isEmpty)
        share = nil
        try desktop.wait(for: "the session's end") { try desktop.calls("Close").count == 1 }
    }

    @Test(
        "A canceled choice is reported as such, and its session ends",
        arguments: ["SelectSources", "Start"])
    func cancelled(method: String) throws {
        let desktop = try PortalDesktop(#"{\#(Self.screen), "answers": {"\#(method)": 1}}"#)
        let cancelled = try chooseScreen(desktop)
        #expect(throws: LiveError.cancelled) { try cancelled.get() }
        try desktop.wait(for: "the session's end") { try desktop.calls("Close").count == 1 }
    }

    @Test(
        "A desktop without a portal for screens is reported, with what to install",
        arguments: [nil, "{}", "{\(camera)}", #"{"screen": {"AvailableSourceTypes": 0}}"#])
    func noScreenPortal(portal: String?) throws {
        try expect(
            try chooseScreen(try PortalDesktop(portal)), "no portal for sharing the screen",
            "xdg-desktop-portal-gnome, -kde or -wlr", "X11")
    }

    @Test(
        "A session closed by the desktop or the portal's end is reported to its owner",
        arguments: [true, false])
    func closed(isByDesktop: Bool) throws {
        let desktop = try PortalDesktop("{\(Self.screen), \"closes\": \(isByDesktop ? 300 : 0)}")
        let share = try chooseScreen(desktop).get()
        let ends = Answers()
        share.ended = { ends.count += 1 }
        if !isByDesktop { desktop.endPortal() }
        try desktop.wait(for: "the end") { ends.count > 0 }
        #expect(ends.count == 1)
    }

    @Test("A session that never begins is reported after a timeout")
    func noSession() throws {
        let desktop = try PortalDesktop(
            #"{\#(Self.screen), "answers": {"CreateSession": null}}"#, timeout: 1000)
        try expect(try chooseScreen(desktop), "did not answer")
    }

    /// Expects a failure whose message contains these words.
    private func expect<Value>(_ result: Result<Value, LiveError>, _ words: String...) throws {
        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        guard case .portal = error else {
            Issue.record("\(error)")
            return
        }
        for word in words { #expect(error.description.contains(word), "\(error)") }
    }
}

@MainActor
private final class Answers {
    var count = 0
}
