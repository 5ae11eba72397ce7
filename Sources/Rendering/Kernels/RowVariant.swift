import Filters

/// How passes along rows distribute the rows over invocations; the results differ only by rounding.
package enum RowVariant: String, Sendable, Hashable, CaseIterable {
    /// One invocation per row, or per long piece of it, with the state of its filters in registers. For
    /// devices with few lanes, such as software renderers.
    case streamed
    /// One workgroup per row and one invocation per chunk of it, with an exact scan over the chunks, or per
    /// texel. For devices with thousands of lanes, which a picture's rows alone would not fill.
    case chunked

    /// Few rows, so that every core has work; enough chunks of a row to fill the lanes of a workgroup.
    var workgroupWidth: Int { self == .streamed ? 16 : 64 }

    /// Rows per workgroup.
    var rowsPerWorkgroup: Int { self == .streamed ? workgroupWidth : 1 }

    /// Texels per piece, if no texel depends on the one before: a whole row could reach Mesa's limit of
    /// iterations (``LoopLimit``).
    private static let pieceLength = 16

    /// The preprocessor definitions for the kernels.
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
