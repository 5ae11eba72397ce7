import Filters

/// How row passes distribute the rows among invocations; results differ only by rounding.
package enum RowVariant: String, Sendable, Hashable, CaseIterable {
    /// One invocation per row, or per long piece of a row, with the state of its filters in registers. For
    /// devices with few lanes, such as software renderers.
    case streamed
    /// One workgroup per row, and one invocation per texel or, with an exact scan, per chunk of the row. For
    /// devices with thousands of lanes, more than a picture has rows.
    case chunked

    /// Few rows per workgroup, so that every core has work, and enough chunks per row to fill a workgroup's
    /// lanes.
    var workgroupWidth: Int { self == .streamed ? 16 : 64 }

    /// Rows per workgroup.
    var rowsPerWorkgroup: Int { self == .streamed ? workgroupWidth : 1 }

    /// Texels per piece, if texels do not depend on previous ones. A whole row could exceed Mesa's limit on
    /// iterations (``LoopLimit``).
    private static let pieceLength = 16

    /// Preprocessor definitions for the kernels.
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
