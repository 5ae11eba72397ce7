/// A clause that says what a file lacks or has otherwise than its source.
package typealias SaveRemark = any CustomStringConvertible & Sendable

/// A save that works in steps, so that the thread it is on can make previews in between.
package protocol SteppedSave: AnyObject {
    /// How much is done, 0…1; less than 1 until the file is in place.
    var progress: Double { get }
    /// What the file will lack or have otherwise than its source.
    var losses: [SaveRemark] { get }
    /// Continues the save for a while; false when the file is in place. An error leaves only what was there before.
    func step() throws -> Bool
    /// Waits a moment for others, such as the encoder, if it is theirs to go on; leaves the engine alone, so that another
    /// save can use it meanwhile.
    func rest()
    /// Cancels, leaving only what was there before; false if the file is already in place.
    @discardableResult
    func cancel() -> Bool
}

/// Begins a save on the thread of an engine.
///
/// - Parameter shouldStop: asked between dispatches; if it returns true, the save throws ``Cancelled``.
package typealias SaveBeginning =
    @Sendable (
        _ engine: Engine, _ shouldStop: @escaping () -> Bool
    ) throws -> any SteppedSave
