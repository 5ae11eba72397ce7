/// What to do if the file to save already exists.
package enum ExistingFile: Sendable {
    case isError, overwrite, keep
}
