import CSystem
import Exporting
import Imaging
import Localization
import Synchronization
import System
import Video

/// The pictures and videos that appear in a folder, in the order in which they are complete, for several
/// threads, each of which takes the next one.
///
/// A file is complete once it was closed after writing, or moved into the folder. A file that was linked
/// there is complete if no process has it open for writing: many programs, Glint among them, write a file
/// without a name and then link it.
final class WatchedFolder: Sendable {
    private struct State {
        /// The watched folders by their number: the folder itself, and with subfolders these.
        var folders: [Int32: (path: String, folder: String)] = [:]
        /// The files that need not be rendered, or not again unless they change.
        var known: [String: FileStamp] = [:]
        /// Files that a process has open for writing, and that no event may complete.
        var open: [BatchPlan.Input] = []
        /// Complete files, and their paths.
        var complete: ArraySlice<BatchPlan.Input> = []
        var completePaths: Set<String> = []
    }

    private let path: String
    private let isRecursive: Bool
    /// A subfolder that is not watched.
    private let passedOver: String?
    private let events: FolderEvents
    /// The number of the folder itself.
    private let number: Int32
    private let state = Mutex(State())
    /// The watched folders. Not part of the state, which a thread that waits for the next file has for
    /// itself.
    private let identities = Mutex<Set<FileIdentity>>([])

    /// The time in milliseconds after which it is checked whether files are still being written.
    private static let interval: Int32 = 500

    /// - Parameters:
    ///   - passedOver: a subfolder that is not watched, such as the output folder.
    ///   - isDone: whether a file that is already in the folder need not be rendered.
    init(
        _ path: String, isRecursive: Bool, passingOver passedOver: String?,
        isDone: (BatchPlan.Input) throws(CommandError) -> Bool
    ) throws(CommandError) {
        guard PathName.isFolder(path) else {
            throw PathName.exists(path)
                ? .files("\(path.shortened) is not a folder; watch needs one")
                : .files("there is no folder \(path.shortened)")
        }
        self.path = path
        self.isRecursive = isRecursive
        self.passedOver = passedOver
        events = try FolderEvents()
        number = try events.add(path)
        var known: [String: FileStamp] = [:]
        let walk = walk()
        for problem in walk.problems { Console.complain("\(problem.error)") }
        for file in walk.pictures {
            if try isDone(input(file)) { known[file.path] = FileStamp(file.path) }
        }
        try change { state throws(CommandError) in
            state.known = known
            try scan(&state, everywhere: true)
        }
    }

    /// Waits for the next file; nil if a signal asks the program to end. Throws if the folder was removed.
    ///
    /// - Parameter isOver: true once another thread has ended the watching; nil if there is no other.
    func next(isOver: (() -> Bool)?) throws(CommandError) -> BatchPlan.Input? {
        try change { state throws(CommandError) in
            while !Interruption.isWanted, isOver?() != true {
                try update(&state)
                if let input = take(&state) { return input }
                // Another thread's end is no event, and the folder has none left once it is gone.
                let limit = state.open.isEmpty && isOver == nil ? nil : Self.interval
                guard Interruption.waitForInput(on: events.descriptor, atMost: limit) else { return nil }
            }
            return nil
        }
    }

    /// True if a file with this path would be in a watched folder, or in a new subfolder that would be
    /// watched.
    func contains(_ path: String) -> Bool {
        var folder = PathName.folder(of: PathName.isLink(path) ? PathName.whole(path) : path)
        while isRecursive, !PathName.exists(folder), folder != "/", folder != "." {
            folder = PathName.folder(of: folder)
        }
        guard let identity = FileIdentity(folder) else { return false }
        return identities.withLock { $0.contains(identity) }
    }

    /// Calls `body` with exclusive use of the state.
    private func change<Value: Sendable>(
        _ body: (inout State) throws(CommandError) -> Value
    ) throws(CommandError) -> Value {
        // withLock loses the type of the error.
        try state.withLock { state in
            Result { () throws(CommandError) in try body(&state) }
        }.get()
    }

    private func walk() -> FolderWalk {
        FolderWalk(path, passingOver: passedOver, isRecursive: isRecursive, isInput: Self.isInput)
    }

    private static func isInput(_ name: String) -> Bool {
        !name.hasPrefix(".")
            && (PictureKind.isNamed(byExtensionOf: name) || VideoContainer.isNamed(byExtensionOf: name))
    }

    private func input(_ file: (path: String, folder: String)) -> BatchPlan.Input {
        BatchPlan.Input(file.path, in: file.folder, below: path)
    }

    /// The next complete file that has changed since it was taken last.
    private func take(_ state: inout State) -> BatchPlan.Input? {
        while let input = state.complete.popFirst() {
            state.completePaths.remove(input.path)
            if StandardStreams.isPipe(input.path) { continue }
            // A file that no longer exists fails with a message when it is rendered.
            guard let stamp = FileStamp(input.path) else { return input }
            // Browsers reserve the name of a download by an empty file.
            if stamp.isEmpty || state.known[input.path] == stamp { continue }
            // Its program has opened it again since it was complete, and another event follows.
            if cfiles_is_being_written(input.path) == 1 {
                state.open.append(input)
                continue
            }
            state.known[input.path] = stamp
            return input
        }
        return nil
    }

    /// Processes the events that have arrived. Those that arrive meanwhile belong to the same change: a file
    /// that was found to be written has another event, of its end.
    private func update(_ state: inout State) throws(CommandError) {
        while true {
            let news = try events.read()
            try process(news, &state)
            let open = state.open
            state.open = []
            for input in open { addIfWritten(input, otherwise: false, &state) }
            if news.isEmpty { return }
        }
    }

    private func process(_ news: [FolderEvents.Event], _ state: inout State) throws(CommandError) {
        var (hasOverflow, hasSubfolder) = (false, false)
        for event in news {
            switch event.change {
            case .overflow: hasOverflow = true
            case .subfolder: hasSubfolder = isRecursive
            case .lost:
                guard event.folder != number else {
                    throw .files(
                        "\(path.shortened) was removed or renamed, so no more files can appear in it")
                }
            case .created, .completed, .removed:
                guard Self.isInput(event.name), let folder = state.folders[event.folder] else { continue }
                let start = folder.path.hasSuffix("/") ? folder.path : folder.path + "/"
                let input = input((start + event.name, folder.folder))
                switch event.change {
                case .completed: complete(input, &state)
                case .removed: state.known[input.path] = nil
                default: addIfWritten(input, otherwise: false, &state)
                }
            }
        }
        if hasOverflow || hasSubfolder { try scan(&state, everywhere: hasOverflow) }
    }

    private func complete(_ input: BatchPlan.Input, _ state: inout State) {
        state.open.removeAll { $0.path == input.path }
        if state.completePaths.insert(input.path).inserted { state.complete.append(input) }
    }

    /// Adds a file that no event has reported as complete, if no process is writing it, and otherwise checks
    /// it again later.
    ///
    /// - Parameter otherwise: whether the file is complete if this cannot be determined.
    private func addIfWritten(_ input: BatchPlan.Input, otherwise: Bool, _ state: inout State) {
        switch cfiles_is_being_written(input.path) {
        case 0: complete(input, &state)
        case 1:
            if !state.completePaths.contains(input.path) { state.open.append(input) }
        default:
            if otherwise { complete(input, &state) }
        }
    }

    /// Looks for subfolders that are not watched yet, and for files in them that no event has reported.
    ///
    /// - Parameter everywhere: whether to look for such files in the other folders, too.
    private func scan(_ state: inout State, everywhere: Bool) throws(CommandError) {
        let before = state.folders
        var walk = walk()
        var folders: [Int32: (path: String, folder: String)] = [:]
        var hasNew = true
        // Files may appear in a new subfolder before it is watched, so it is looked through again.
        while hasNew {
            hasNew = false
            folders = [:]
            for folder in walk.folders {
                // A subfolder that has been removed meanwhile causes another event.
                guard let number = folder.path == path ? number : try number(of: folder.path) else {
                    continue
                }
                folders[number] = folder
                if state.folders.updateValue(folder, forKey: number) == nil { hasNew = true }
            }
            if hasNew { walk = self.walk() }
        }
        for number in state.folders.keys where folders[number] == nil { events.remove(number) }
        state.folders = folders
        let watched = Set(folders.values.compactMap { FileIdentity($0.path) })
        identities.withLock { $0 = watched }
        let paths = Set(walk.pictures.map(\.path))
        state.known = state.known.filter { paths.contains($0.key) }
        let new = Set(folders.filter { before[$0.key]?.path != $0.value.path }.map(\.value.folder))
        for file in walk.pictures where everywhere || new.contains(file.folder) {
            if state.known[file.path] == FileStamp(file.path) { continue }
            addIfWritten(input(file), otherwise: true, &state)
        }
    }

    private func number(of folder: String) throws(CommandError) -> Int32? {
        do throws(CommandError) {
            return try events.add(folder)
        } catch {
            if !PathName.isFolder(folder) { return nil }
            throw error
        }
    }
}
