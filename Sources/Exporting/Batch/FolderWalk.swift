import System
import Imaging

/// The pictures in a folder and its subfolders, in natural order: those of a folder before those of its
/// subfolders.
///
/// Hidden ones are skipped. Each folder is entered only once, so symbolic links that lead back to it cause no
/// loop.
package struct FolderWalk {
    /// The pictures, each with its folder relative to the first one: `2024/rome`, or `.` for the first
    /// itself.
    package private(set) var pictures: [(path: String, folder: String)] = []
    /// The number of files that are not pictures, judging by their names.
    package private(set) var otherCount = 0
    /// The folders that could be read, beginning with the first one.
    package private(set) var folders: [(path: String, folder: String)] = []
    /// Folders that could not be read.
    package private(set) var problems: [(path: String, error: FileError)] = []

    private let isRecursive: Bool
    private let isInput: (String) -> Bool
    private var entered: Set<FileIdentity>
    /// Links to folders, which are followed last: their targets may be below the first folder and are then
    /// found there.
    private var links: [(path: String, below: String)] = []

    /// - Parameters:
    ///   - passedOver: a folder to skip, such as the output folder.
    ///   - isRecursive: whether subfolders are entered.
    ///   - isInput: whether a file with this name is looked for; by default, if it is a picture.
    package init(
        _ root: String, passingOver passedOver: String?, isRecursive: Bool = true,
        isInput: @escaping (String) -> Bool = PictureKind.isNamed(byExtensionOf:)
    ) {
        self.isRecursive = isRecursive
        self.isInput = isInput
        entered = Set([passedOver.flatMap(FileIdentity.init)].compactMap(\.self))
        // Parent folders of the first one are not entered either, wherever a link leads.
        var parent = PathName.whole(root)
        while parent != "/", parent != "." {
            parent = PathName.folder(of: parent)
            if let identity = FileIdentity(parent) { entered.insert(identity) }
        }
        if let identity = FileIdentity(root) { entered.remove(identity) }
        enter(root, below: ".")
        while !links.isEmpty {
            let link = links.removeFirst()
            enter(link.path, below: link.below)
        }
    }

    private mutating func enter(_ folder: String, below: String) {
        guard let identity = FileIdentity(folder), entered.insert(identity).inserted else { return }
        let names: [String]
        do throws(FileError) {
            names = try FolderListing(folder).names.filter { !$0.hasPrefix(".") }
                .sorted(by: NaturalOrder.isBefore)
        } catch {
            return problems.append((folder, error))
        }
        let start = folder.hasSuffix("/") ? folder : folder + "/"
        folders.append((folder, below))
        var subfolders: [String] = []
        for name in names {
            if PathName.isFolder(start + name) {
                if isRecursive { subfolders.append(name) }
            } else if isInput(name) {
                pictures.append((start + name, below))
            } else {
                otherCount += 1
            }
        }
        for name in subfolders {
            let (path, subfolder) = (start + name, below == "." ? name : "\(below)/\(name)")
            if PathName.isLink(path) {
                links.append((path, subfolder))
            } else {
                enter(path, below: subfolder)
            }
        }
    }
}
