/// A clause that names something missing from a file, or different from its source.
package typealias SaveRemark = any CustomStringConvertible & Sendable

/// A save that is performed in steps, so that its thread can render previews in between.
package protocol SteppedExport: AnyObject {
    /// The completed fraction, 0…1; less than 1 until the file is in place.
    var progress: Double { get }
    /// What the file will lack compared with its source, or how it will differ.
    var losses: [SaveRemark] { get }
    /// Continues the save for a while; false when the file is in place. If an error is thrown, whatever was
    /// there before is unchanged.
    func step() throws -> Bool
    /// Waits briefly for other threads, such as the encoder, if the save depends on them. This does not use
    /// the engine, so another save can use it at the same time.
    func rest()
    /// Cancels the save, leaving what was there before; false if the new file is already in place.
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
