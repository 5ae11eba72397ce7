/// What to do if a file exists under the name to save to.
package enum ExistingFile: Sendable {
    case isError, overwrite, keep
}
