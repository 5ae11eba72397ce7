import Filters
import GPU

extension Plan {
    /// The plan up to a pass that runs a function. Instead of a color, that pass returns for each pixel how
    /// many other pixels it reads, and their maximum distance along x and y. Nil for other passes.
    package func probing(_ index: Int) -> Plan? {
        guard case .file(var filterPass) = passes[index].work,
            case .function(var function) = filterPass.kernel
        else { return nil }
        function.isProbe = true
        function.storesStraight = false
        filterPass.kernel = .function(function)
        var plan = self
        plan.passes = Array(passes[...index])
        plan.passes[index].work = .file(filterPass)
        plan.passes[index].format = .rgba32f
        plan.passes[index].stagesDone = nil
        return plan
    }
}
