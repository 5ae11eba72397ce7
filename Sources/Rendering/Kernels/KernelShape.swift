import Filters
import GPU

/// Everything that the text of a pass's kernel depends on: passes of one shape share a kernel.
package struct KernelShape: Sendable, Hashable {
    /// What the kernel is made of, besides point filters.
    enum Body: Sendable, Hashable {
        /// Nothing: each pixel goes through the point filters.
        case points
        /// A kernel file below `Shaders/`.
        case file(String)
        /// Two pictures blended.
        case blend(Blending)
    }

    let body: Body
    /// Point filters applied to each pixel as it is read.
    let points: [Plan.Point]
    /// Where in `values` their numbers begin.
    let firstPointValue: Int
    let constants: [String: Int]
    let valueCount: Int
    let hasData: Bool
    let hasTable: Bool
    let inputFormats: [PixelFormat]
    let outputFormat: PixelFormat
    /// How rows are divided among invocations; nil where each invocation makes a pixel.
    let rowForm: RowForm?

    package init(of pass: Plan.Pass, inputFormats: [PixelFormat], outputFormat: PixelFormat) {
        valueCount = pass.values.count
        rowForm = pass.rowForm
        self.inputFormats = inputFormats
        self.outputFormat = outputFormat
        switch pass.work {
        case .points(let filters):
            (body, points, firstPointValue) = (.points, filters, 0)
            (constants, hasData, hasTable) = ([:], false, false)
        case .file(let filterPass):
            (body, points, firstPointValue) = (.file(filterPass.kernel), pass.fused, filterPass.values.count)
            (constants, hasData) = (filterPass.constants, !filterPass.data.isEmpty)
            hasTable = filterPass.table != nil
        case .blend(let blending):
            (body, points, firstPointValue) = (.blend(blending), [], 0)
            (constants, hasData, hasTable) = ([:], false, false)
        }
    }

    /// The kernel's name in driver messages. Passes have their own names, since several share a kernel.
    var label: String {
        switch body {
        case .points: points.map(\.filter.id).joined(separator: " + ")
        case .file(let path): path
        case .blend(let blending): blending.name
        }
    }
}
