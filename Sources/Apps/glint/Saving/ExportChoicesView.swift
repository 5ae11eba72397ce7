import System
@preconcurrency import CAdwaita
import Gtk
import Imaging
import Localization

/// The rows for choosing how pictures are saved; settings that a format does not have are hidden.
@MainActor
final class ExportChoicesView {
    /// The choices on screen; setting them does not notify.
    var choices: ExportChoices {
        didSet { if choices != oldValue { update() } }
    }
    /// Called after the user has changed something.
    var changed: @MainActor () -> Void = {}
    /// The reason why the typed size is invalid; nil if it is valid.
    var sizeProblem: String? { sizeRow.problem }

    private let interface: Interface
    private let formats: [PictureFormat?]
    private let formatList: DropDown
    private let compressions = DropDown(Compression.allCases.map(\.title))
    private let tiffCompressions = DropDown(TIFFCompression.allCases.map(\.title))
    private let depths = DropDown([
        tr("As in the Original"), tr("8-Bit"), tr("16-Bit"), tr("32-Bit Float"),
    ])
    private let colors = DropDown(ExportChoices.Colors.allCases.map(\.title))
    private let intents = DropDown(RenderingIntent.allCases.map(\.title))
    private let backgrounds = DropDown(Background.allCases.map(\.title))
    private let metadata = DropDown(ExportChoices.MetadataSelection.allCases.map(\.title))
    private let sizeRow: SizeRow
    private var isUpdating = false
    /// Whether pixels may be transparent.
    var hasTransparency = false {
        didSet { update() }
    }
    /// The formats of pictures that keep theirs.
    var keptFormats = PictureFormat.allCases {
        didSet { update() }
    }

    private static let depthChoices: [PixelBuffer.Depth?] = [nil, .eight, .sixteen, .float]

    /// - Parameters:
    ///   - box: the container of the rows.
    ///   - keepsFormats: whether each picture may keep its format.
    init(in box: Object, choices: ExportChoices, keepsFormats: Bool = false) {
        self.choices = choices
        formats = (keepsFormats ? [nil] : []) + PictureFormat.allCases.map { $0 }
        formatList = DropDown(formats.map { $0?.name ?? tr("Original Format") })
        interface = Interface(resource: UI.path("export-choices"))
        sizeRow = SizeRow(choices.size)
        // Below the format.
        gtk_list_box_insert(interface["choices"].pointer(), sizeRow.object.widget, 1)
        gtk_box_append(box.pointer(), interface["choices"].widget)
        formatList.add(to: interface["format"], name: tr("Format"))
        compressions.add(to: interface["compression"], name: tr("Compression"))
        tiffCompressions.add(to: interface["tiff-compression"], name: tr("TIFF Compression"))
        depths.add(to: interface["depth"], name: tr("Depth"))
        colors.add(to: interface["colors"], name: tr("Color Profile"))
        intents.add(to: interface["intent"], name: tr("Rendering Intent"))
        backgrounds.add(to: interface["background"], name: tr("Background"))
        metadata.add(to: interface["metadata"], name: tr("Metadata"))
        formatList.chosen = { [weak self] index in self.map { $0.change(\.format, to: $0.formats[index]) } }
        compressions.chosen = { [weak self] in self?.change(\.compression, to: Compression.allCases[$0]) }
        tiffCompressions.chosen = { [weak self] in
            self?.change(\.tiffCompression, to: TIFFCompression.allCases[$0])
        }
        interface["lossless-switch"].connect("notify::active") { [weak self] in
            guard let self, !isUpdating else { return }
            change(\.isLossless, to: gtk_switch_get_active(interface["lossless-switch"].pointer()) != 0)
        }
        interface["recipe-switch"].connect("notify::active") { [weak self] in
            guard let self, !isUpdating else { return }
            change(\.keepsRecipe, to: gtk_switch_get_active(interface["recipe-switch"].pointer()) != 0)
        }
        depths.chosen = { [weak self] in self?.change(\.depth, to: Self.depthChoices[$0]) }
        colors.chosen = { [weak self] in self?.choose(ExportChoices.Colors.allCases[$0]) }
        intents.chosen = { [weak self] in self?.change(\.intent, to: RenderingIntent.allCases[$0]) }
        backgrounds.chosen = { [weak self] in self?.change(\.background, to: Background.allCases[$0]) }
        metadata.chosen = { [weak self] in
            self?.change(\.metadata, to: ExportChoices.MetadataSelection.allCases[$0])
        }
        interface["quality-scale"].connect("value-changed") { [weak self] in
            guard let self, !isUpdating else { return }
            change(\.quality, to: Int(gtk_range_get_value(interface["quality-scale"].pointer()).rounded()))
        }
        sizeRow.changed = { [weak self] in self.map { $0.change(\.size, to: $0.sizeRow.size) } }
        update()
    }

    private func change<Value>(_ choice: WritableKeyPath<ExportChoices, Value>, to value: Value) {
        choices[keyPath: choice] = value
        changed()
    }

    private func update() {
        isUpdating = true
        defer { isUpdating = false }
        formatList.selected = formats.firstIndex(of: choices.format)
        compressions.selected = Compression.allCases.firstIndex(of: choices.compression)
        tiffCompressions.selected = TIFFCompression.allCases.firstIndex(of: choices.tiffCompression)
        gtk_switch_set_active(interface["lossless-switch"].pointer(), choices.isLossless ? 1 : 0)
        gtk_switch_set_active(interface["recipe-switch"].pointer(), choices.keepsRecipe ? 1 : 0)
        depths.selected = Self.depthChoices.firstIndex(of: choices.depth)
        colors.selected = ExportChoices.Colors.allCases.firstIndex(of: choices.colors)
        intents.selected = RenderingIntent.allCases.firstIndex(of: choices.intent)
        show(profile: choices.colors == .file ? choices.profile.map { PathName.last(of: $0.path) } ?? "" : "")
        backgrounds.selected = Background.allCases.firstIndex(of: choices.background)
        metadata.selected = ExportChoices.MetadataSelection.allCases.firstIndex(of: choices.metadata)
        gtk_range_set_value(interface["quality-scale"].pointer(), Double(choices.quality))
        sizeRow.size = choices.size
        let formats = choices.format.map { [$0] } ?? keptFormats
        show("quality", choices.hasQuality(in: formats))
        let lacksDepth =
            choices.format.flatMap { format in choices.depth.map { !format.depths.contains($0) } } ?? false
        adw_action_row_set_subtitle(
            interface["depth"].pointer(),
            lacksDepth ? tr("\(choices.format?.name ?? "") supports fewer bits") : "")
        show("intent", choices.colors == .file)
        show("background", hasTransparency && choices.format?.supportsAlpha == false)
        show("lossless", choices.canBeLossless(in: formats))
        show("tiff-compression", formats.contains(.tiff))
        show("depth", choices.hasDepth(in: formats))
        show("compression", choices.hasCompression(in: formats))
    }

    private func choose(_ colors: ExportChoices.Colors) {
        guard colors == .file else { return change(\.colors, to: colors) }
        // Until a file is chosen, the previous choice applies.
        self.colors.selected = ExportChoices.Colors.allCases.firstIndex(of: choices.colors)
        guard let window = gtk_widget_get_root(interface["choices"].widget) else { return }
        FileDialog(
            opening: tr("Choose a Color Profile"), over: Object(window),
            folder: choices.profile.map { PathName.folder(of: $0.path) },
            filters: [
                FileDialog.Filter(name: tr("Color Profiles"), suffixes: ["icc", "icm"]),
                FileDialog.Filter(name: tr("All Files")),
            ]
        ).show { [weak self] file in
            guard let self, let path = file.path else { return }
            do throws(ImagingError) {
                var chosen = choices
                chosen.profile = try ExportChoices.ProfileFile(path: path)
                chosen.colors = .file
                choices = chosen
                changed()
            } catch {
                show(profile: "\(error)")
            }
        }
    }

    /// Shows the name of the profile, or why it is invalid.
    private func show(profile text: String) {
        adw_action_row_set_subtitle(interface["colors"].pointer(), text)
    }

    private func show(_ row: String, _ isShown: Bool) {
        gtk_widget_set_visible(interface[row].widget, isShown ? 1 : 0)
    }
}
