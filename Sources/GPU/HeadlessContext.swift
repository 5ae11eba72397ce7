@preconcurrency import CEpoxy
@preconcurrency import Glibc
import Localization

/// An OpenGL 4.3 core context without a display: on an EGL device, or else surfaceless.
package final class HeadlessContext: GLContext {
    private let display: UnsafeMutableRawPointer
    private let context: UnsafeMutableRawPointer
    /// How the context was created, such as `EGL device 0`, for `glint-cli info`.
    package let origin: String

    /// Opens the first of these that works: a hardware device, Mesa's surfaceless platform, the latter with
    /// software rendering.
    package init() throws(GPUError) {
        SoftwareRenderer.useManyThreads()
        var reasons: [String] = []
        for candidate in Self.candidates {
            guard let display = DriverClock.openingDriver(candidate.open) else {
                reasons.append(tr("\(candidate.name): no display"))
                continue
            }
            switch DriverClock.openingDriver({ Self.makeContext(on: display) }) {
            case .success(let context):
                self.display = display
                self.context = context
                origin = candidate.name
                return
            case .failure(let failure):
                reasons.append("\(candidate.name): \(failure.step)")
                // The next candidate may open the same display with a different driver.
                _ = epoxy_eglTerminate(display)
            }
        }
        throw .noContext(reason: reasons.joined(separator: "; "))
    }

    /// A context in the share group of `other`: both see the same textures, buffers and fences.
    package init(sharing other: HeadlessContext) throws(GPUError) {
        switch Self.makeContext(on: other.display, sharing: other.context) {
        case .success(let context):
            display = other.display
            self.context = context
            origin = other.origin
        case .failure(let failure): throw .noContext(reason: failure.step)
        }
    }

    // The display is not terminated: EGL returns the same display to all contexts of the process, so
    // terminating it here would break the others.
    deinit {
        if epoxy_eglGetCurrentContext() == context { resignCurrent() }
        _ = epoxy_eglDestroyContext(display, context)
    }

    package func makeCurrent() throws(GPUError) {
        guard epoxy_eglMakeCurrent(display, nil, nil, context) == EGL_TRUE else {
            throw .noContext(reason: tr("eglMakeCurrent failed: \(Self.errorCode())"))
        }
    }

    package func resignCurrent() {
        _ = epoxy_eglMakeCurrent(display, nil, nil, nil)
    }

    private struct Candidate {
        let name: String
        let open: () -> UnsafeMutableRawPointer?
    }

    private struct Failure: Error {
        let step: String
    }

    private static var candidates: [Candidate] {
        var all = hardwareDevices().enumerated().map { index, device in
            Candidate(name: "EGL device \(index)") {
                epoxy_eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_DEVICE_EXT), device, nil)
            }
        }
        all.append(Candidate(name: "EGL surfaceless", open: surfaceless))
        all.append(
            Candidate(name: "EGL surfaceless, software") {
                setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1)
                return surfaceless()
            })
        return all
    }

    private static func surfaceless() -> UnsafeMutableRawPointer? {
        guard clientExtensions.contains("EGL_MESA_platform_surfaceless") else { return nil }
        return epoxy_eglGetPlatformDisplayEXT(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil)
    }

    private static var clientExtensions: String {
        epoxy_eglQueryString(nil, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
    }

    /// The EGL devices other than Mesa's software rasterizer, which is opened without a surface instead.
    private static func hardwareDevices() -> [EGLDeviceEXT?] {
        let extensions = clientExtensions
        guard extensions.contains("EGL_EXT_platform_device"),
            extensions.contains("EGL_EXT_device_enumeration")
                || extensions.contains("EGL_EXT_device_base")
        else { return [] }
        var devices = [EGLDeviceEXT?](repeating: nil, count: 16)
        var count: EGLint = 0
        guard epoxy_eglQueryDevicesEXT(16, &devices, &count) == EGL_TRUE else { return [] }
        return devices.prefix(Int(count)).filter { device in
            let names =
                epoxy_eglQueryDeviceStringEXT(device, EGL_EXTENSIONS).map { String(cString: $0) } ?? ""
            return !names.contains("EGL_MESA_device_software")
        }
    }

    private static func makeContext(
        on display: UnsafeMutableRawPointer, sharing other: UnsafeMutableRawPointer? = nil
    ) -> Result<UnsafeMutableRawPointer, Failure> {
        var major: EGLint = 0
        var minor: EGLint = 0
        guard epoxy_eglInitialize(display, &major, &minor) == EGL_TRUE else {
            return .failure(Failure(step: tr("eglInitialize failed: \(errorCode())")))
        }
        guard epoxy_eglBindAPI(EGLenum(EGL_OPENGL_API)) == EGL_TRUE else {
            return .failure(Failure(step: tr("no desktop OpenGL")))
        }
        let configAttributes: [EGLint] = [
            EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE,
        ]
        var config: EGLConfig?
        var count: EGLint = 0
        guard epoxy_eglChooseConfig(display, configAttributes, &config, 1, &count) == EGL_TRUE, count > 0
        else {
            return .failure(Failure(step: tr("no EGL configuration with OpenGL")))
        }
        let contextAttributes: [EGLint] = [
            EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 3,
            EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
            EGL_CONTEXT_OPENGL_DEBUG, DebugLog.isWanted ? EGL_TRUE : EGL_FALSE,
            EGL_NONE,
        ]
        guard let context = epoxy_eglCreateContext(display, config, other, contextAttributes) else {
            return .failure(Failure(step: tr("no OpenGL 4.3 core context: \(errorCode())")))
        }
        return .success(context)
    }

    private static func errorCode() -> String {
        "EGL error 0x\(String(epoxy_eglGetError(), radix: 16))"
    }
}
