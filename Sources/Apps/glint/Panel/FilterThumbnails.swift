import Filters
import Gtk
import Imaging
import Rendering

/// Thumbnails of the open picture with one filter each. Those of one picture are kept until another is shown.
///
/// The filters get a reduced copy of the picture, since a blur by 10 pixels would not be visible in a
/// thumbnail of a large photo.
@MainActor
final class FilterThumbnails {
    /// Returns the current frame; nil if nothing is open.
    var frame: @MainActor () -> SourceFrame? = { nil }
    /// Renders a thumbnail when the renderer is otherwise idle; passes nil if it cannot be rendered.
    var render: @MainActor (Thumbnail.Request, CancellationToken, @escaping Rendered) -> Void = { _, _, _ in }

    typealias Rendered = @MainActor @Sendable (Thumbnail?) -> Void

    /// The frame of the thumbnails, without its pixels.
    private var current: SourceFrame?
    /// The reduced copy of the frame.
    private var copy: SourceFrame?
    /// The thumbnails by filter; nil if a filter cannot be rendered.
    private var textures: [FilterDeclaration: Object?] = [:]
    private var token = CancellationToken()

    /// The longer side of the reduced copy, in pixels.
    private static let copySide = 240

    /// Begins with the current frame.
    func begin() {
        end()
        token = CancellationToken()
        let frame = frame()
        if let current, let frame, frame.isSame(as: current) { return }
        current = frame?.withoutPixels
        copy = nil
        textures = [:]
    }

    /// Cancels the thumbnail in progress.
    func end() { token.cancel() }

    /// The thumbnail of a filter, if it has been made.
    func texture(of filter: FilterDeclaration) -> Object? { textures[filter] ?? nil }

    /// True if the thumbnail of a filter has not been made yet.
    func isMissing(_ filter: FilterDeclaration) -> Bool { textures[filter] == nil }

    /// Makes a thumbnail; `made` is not called after ``end()``.
    ///
    /// - Parameter side: the length of the longer side in pixels.
    func make(_ filter: FilterDeclaration, side: Int, made: @escaping @MainActor @Sendable () -> Void) {
        withCopy { [weak self] copy in
            guard let self else { return }
            let recipe = Recipe([Recipe.Stage(sampleOf: filter)])
            render(Thumbnail.Request(recipe: recipe, source: copy, side: side), token) { [weak self] in
                self?.textures[filter] = .some($0.flatMap { Object.texture($0.shownBytes, size: $0.size) })
                made()
            }
        }
    }

    private func withCopy(_ then: @escaping @MainActor @Sendable (SourceFrame) -> Void) {
        if let copy { return then(copy) }
        guard let frame = frame() else { return }
        let request = Thumbnail.Request(recipe: Recipe(), source: frame, side: Self.copySide)
        render(request, token) { [weak self] thumbnail in
            guard let self, let thumbnail else { return }
            let pixels = PixelBuffer(width: thumbnail.size.x, height: thumbnail.size.y, depth: .eight) {
                $0.copyBytes(from: thumbnail.shownBytes)
            }
            let copy = SourceFrame(pixels)
            self.copy = copy
            then(copy)
        }
    }
}
