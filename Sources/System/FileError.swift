import Glibc
import Localization

/// An error whose description names the file concerned.
package protocol ErrorNamingFile: Error, CustomStringConvertible {}

/// Errors that any file can cause. Each description is a sentence that names the file.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no file of this name.
    case missing(path: String)
    /// The path is a folder, not a picture.
    case isFolder(path: String)
    /// Neither a file nor a folder: a device, a pipe.
    case isNotAFile(path: String)
    /// This user has no permission to read the file.
    case unreadable(path: String)
    /// The system failed to read the file, for `reason`.
    case readFailed(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The destination folder does not exist.
    case missingFolder(path: String, folder: String)
    /// A file of this name exists and must not be replaced.
    case exists(path: String)
    /// This user has no permission to write the file or its folder.
    case unwritable(path: String)
    /// This user has no permission to write the file to replace.
    case writeProtected(path: String)
    /// The disk is full.
    case noSpace(path: String)
    /// The system failed to write the file, for `reason`.
    case writeFailed(path: String, reason: String)

    /// A sentence that helps the user to act.
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

    /// The error for a failed read, by the system's error number.
    package static func reading(_ path: String, errno code: Int32) -> FileError {
        switch code {
        case ENOENT, ENOTDIR: .missing(path: path)
        case EACCES, EPERM: .unreadable(path: path)
        case EISDIR: .isFolder(path: path)
        default: .readFailed(path: path, reason: systemMessage(code))
        }
    }

    /// The error for a failed write, by the system's error number.
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
