/// What to do where a file of the name that is saved under exists.
package enum ExistingFile: Sendable {
    case isError, overwrite, keep
}
