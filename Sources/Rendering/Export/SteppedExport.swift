/// A clause about something that a file lacks or that differs from its source.
package typealias SaveRemark = any CustomStringConvertible & Sendable

/// A save that works in steps, so that its thread can render previews in between.
package protocol SteppedExport: AnyObject {
    /// The completed fraction, 0…1; less than 1 until the file is in place.
    var progress: Double { get }
    /// What the file will lack, or what will differ from its source.
    var losses: [SaveRemark] { get }
    /// Continues the save for a while; false when the file is in place. An error leaves what was there before
    /// unchanged.
    func step() throws -> Bool
    /// Waits briefly for other threads, such as the encoder, if the save depends on them; does not use the
    /// engine, so that another save can use it in the meantime.
    func rest()
    /// Cancels the save, leaving what was there before unchanged; false if the file is already in place.
    @discardableResult
    func cancel() -> Bool
}

/// Begins a save on the thread of an engine.
///
/// - Parameter shouldStop: called between dispatches; if it returns true, the save throws ``Cancelled``.
package typealias SaveBeginning =
    @Sendable (
        _ engine: Engine, _ shouldStop: @escaping () -> Bool
    ) throws -> any SteppedExport
