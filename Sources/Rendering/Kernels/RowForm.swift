import Filters

/// How passes along rows share these among invocations; the results agree but for rounding.
package enum RowForm: String, Sendable, Hashable, CaseIterable {
    /// An invocation a row, with all that its filters remember in registers; or a long piece of it. For devices with few
    /// lanes, such as software renderers.
    case streamed
    /// A workgroup a row and an invocation a chunk of it, with an exact scan over the chunks; or a texel. For devices with
    /// thousands of lanes, which a picture's rows alone would not fill.
    case chunked

    /// Few rows, so that every core has its share of them; as many chunks of a row as fill the lanes of a workgroup.
    var workgroupWidth: Int { self == .streamed ? 16 : 64 }

    /// Rows that filters of a workgroup go along.
    var rowsPerWorkgroup: Int { self == .streamed ? workgroupWidth : 1 }

    /// Texels of a piece, where no texel needs the one before. Mesa's software renderers end all loops of an invocation
    /// after 65535 rounds, which could be reached in a whole row.
    private static let pieceLength = 16

    /// What the kernels are told.
    var definitions: [String] {
        switch self {
        case .streamed: ["#define ROW_PIECE \(Self.pieceLength)"]
        case .chunked: ["#define ROW_CHUNKS \(workgroupWidth)"]
        }
    }

    /// Workgroups along x and y.
    func workgroups(for work: FilterPass.RowWork, rows: Int) -> SIMD2<Int> {
        switch (self, work) {
        case (.streamed, .filters): SIMD2(groups(rows), 1)
        case (.streamed, .columns(let columns)):
            SIMD2(groups(rows), (columns + Self.pieceLength - 1) / Self.pieceLength)
        case (.chunked, .filters): SIMD2(1, rows)
        case (.chunked, .columns(let columns)): SIMD2(groups(columns), rows)
        }
    }

    private func groups(_ invocations: Int) -> Int { (invocations + workgroupWidth - 1) / workgroupWidth }
}
