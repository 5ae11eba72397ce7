import CSystem
import Glibc

/// The attributes that a file takes over from the file it replaces: owner and group if the user may change
/// them, permissions, the access control list, and extended attributes in the `user.` namespace. Set-user-ID
/// and similar bits are never copied, since they must be granted again for new contents.
enum FileAttributes {
    /// The access control list in binary form (linux/posix_acl_xattr.h): a 4-byte version, then 8-byte
    /// entries, each with a 2-byte tag, 2-byte permissions and a 4-byte ID.
    private static let accessList = "system.posix_acl_access"
    /// The tag of the owning group's entry (ACL_GROUP_OBJ).
    private static let groupTag: [UInt8] = [4, 0]

    /// Copies the attributes of the file at `path` to an open file.
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
        // One group's permissions are not transferred to another group.
        if !isOfSameGroup { list = list.map(withoutGroup) }
        if let list, fsetxattr(descriptor, accessList, list, list.count, 0) == 0 { return }
        // Removes a list that the folder's default list may have added.
        fremovexattr(descriptor, accessList)
        // With an access control list, the group bits are its mask instead of the group's permissions.
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

    /// The value of an extended attribute; nil if the file does not have it.
    private static func value(of name: String, of path: String) -> [UInt8]? {
        bytes { getxattr(path, name, $0, $1) }
    }

    /// Calls a function that writes bytes and returns their number, or, for an empty buffer, the required
    /// size; nil if it fails.
    private static func bytes(_ read: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
        while true {
            let size = read(nil, 0)
            guard size > 0 else { return size == 0 ? [] : nil }
            var bytes = [CChar](repeating: 0, count: size)
            let count = bytes.withUnsafeMutableBufferPointer { read($0.baseAddress, $0.count) }
            if count >= 0 { return bytes[..<count].map { UInt8(bitPattern: $0) } }
            // Another program may have made the value longer in the meantime.
            guard errno == ERANGE else { return nil }
        }
    }
}
