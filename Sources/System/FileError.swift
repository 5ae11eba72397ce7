import Glibc
import Localization

/// An error whose description names the file concerned.
package protocol ErrorNamingFile: Error, CustomStringConvertible {}

/// Errors that can occur with any file. Each description is a sentence that names the file.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no file with this name.
    case missing(path: String)
    /// The path is a folder, not a picture.
    case isFolder(path: String)
    /// Neither a file nor a folder, but, for example, a device or a pipe.
    case isNotAFile(path: String)
    /// The user has no permission to read the file.
    case unreadable(path: String)
    /// The system could not read the file; `reason` says why.
    case readFailed(path: String, reason: String)
    /// The file is empty.
    case empty(path: String)
    /// The destination folder does not exist.
    case missingFolder(path: String, folder: String)
    /// A file with this name exists and must not be replaced.
    case exists(path: String)
    /// The user has no permission to write the file or its folder.
    case unwritable(path: String)
    /// The user has no permission to write the file to be replaced.
    case writeProtected(path: String)
    /// The disk is full.
    case noSpace(path: String)
    /// The system could not write the file; `reason` says why.
    case writeFailed(path: String, reason: String)

    /// A sentence that helps the user fix the problem.
    public var description: String {
        switch self {
        case .missing(let path): tr("there is no file \(path.shortened)")
        case .isFolder(let path): tr("\(path.shortened) is a folder, not a picture")
        case .isNotAFile(let path):
            tr("\(path.shortened) is not a regular file; copy the picture to a file first")
        case .unreadable(let path): tr("\(path.shortened): you do not have permission to read it")
        case .readFailed(let path, let reason): tr("\(path.shortened) could not be read: \(reason.shortened)")
        case .empty(let path): tr("\(path.shortened) is empty, not a picture")
        case .missingFolder(let path, let folder):
            tr("\(path.shortened) cannot be saved: there is no folder \(folder.shortened)")
        case .exists(let path): tr("\(path.shortened) already exists")
        case .unwritable(let path):
            tr("\(path.shortened): you do not have permission to write there; choose another folder")
        case .writeProtected(let path): tr("\(path.shortened) is write-protected; choose another name")
        case .noSpace(let path): tr("no space left on the disk while saving \(path.shortened)")
        case .writeFailed(let path, let reason):
            tr("\(path.shortened) could not be saved: \(reason.shortened)")
        }
    }

    /// The error for a failed read with this errno.
    package static func reading(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case ENOENT, ENOTDIR: .missing(path: path)
        case EACCES, EPERM: .unreadable(path: path)
        case EISDIR: .isFolder(path: path)
        default: .readFailed(path: path, reason: systemMessage(code))
        }
    }

    /// The error for a failed write with this errno.
    package static func writing(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case ENOENT, ENOTDIR: .missingFolder(path: path, folder: PathName.folder(of: path))
        case EACCES, EPERM, EROFS: .unwritable(path: path)
        case ENOSPC, EDQUOT: .noSpace(path: path)
        case EISDIR: .isFolder(path: path)
        case EEXIST: .exists(path: path)
        default: .writeFailed(path: path, reason: systemMessage(code))
        }
    }

    private static func systemMessage(_ code: Int32) -> String {
        strerror(code).map { String(cString: $0) } ?? tr("error \(code)")
    }
}

extension FileError: ErrorNamingFile {}
