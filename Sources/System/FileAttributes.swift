import CSystem
import Glibc

/// The attributes that a file takes over from the one it replaces: owner and group if the user may change
/// them, the permissions, the access control list, and extended attributes in the `user.` namespace. Never
/// set-user-ID and the like, which must be granted again for new contents.
enum FileAttributes {
    /// The access control list, as bytes (linux/posix_acl_xattr.h): a version of 4 bytes, then entries of 8,
    /// each a tag and permissions of 2 bytes and an ID of 4.
    private static let accessList = "system.posix_acl_access"
    /// The tag of the entry for the file's group (ACL_GROUP_OBJ).
    private static let groupTag: [UInt8] = [4, 0]

    /// Copies them from the file at `path` to an open file.
    static func copy(from path: String, to descriptor: Int32) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        let isOfSameGroup =
            fchown(descriptor, status.st_uid, status.st_gid) == 0
            || fchown(descriptor, uid_t.max, status.st_gid) == 0
        for name in names(of: path) where name.hasPrefix("user.") {
            guard let value = value(of: name, of: path) else { continue }
            fsetxattr(descriptor, name, value, value.count, 0)
        }
        var list = value(of: accessList, of: path)
        // Permissions of one group are not granted to another.
        if !isOfSameGroup { list = list.map(withoutGroup) }
        if let list, fsetxattr(descriptor, accessList, list, list.count, 0) == 0 { return }
        // A folder may have a default list for new files.
        fremovexattr(descriptor, accessList)
        // With an access control list, the group bits are its mask, not the group's permissions.
        let bits: mode_t = isOfSameGroup && list == nil ? 0o777 : 0o707
        fchmod(descriptor, status.st_mode & bits)
    }

    private static func withoutGroup(_ list: [UInt8]) -> [UInt8] {
        var list = list
        for entry in stride(from: 4, to: list.count - 7, by: 8)
        where Array(list[entry..<entry + 2]) == groupTag {
            list.replaceSubrange(entry + 2..<entry + 4, with: [0, 0])
        }
        return list
    }

    private static func names(of path: String) -> [String] {
        let list = bytes { listxattr(path, $0, $1) } ?? []
        return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of an attribute; nil if the file has none with this name.
    private static func value(of name: String, of path: String) -> [UInt8]? {
        bytes { getxattr(path, name, $0, $1) }
    }

    /// The bytes written by a call that returns their number, or the required number if the buffer is empty;
    /// nil if it fails.
    private static func bytes(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
        while true {
            let size = read(nil, 0)
            guard size > 0 else { return size == 0 ? [] : nil }
            var bytes = [CChar](repeating: 0, count: size)
            let count = bytes.withUnsafeMutableBufferPointer { read($0.baseAddress, $0.count) }
            if count >= 0 { return bytes[..<count].map { UInt8(bitPattern: $0) } }
            // Another program has made it longer in the meantime.
            guard errno == ERANGE else { return nil }
        }
    }
}
