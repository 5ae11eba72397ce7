import GPU
import Localization

/// The output of `--timings`: how long each step took, in milliseconds.
struct TimingReport {
    let decode: Duration
    /// The time to open the device; almost zero except for the first picture.
    let open: Duration
    let render: Duration
    let total: Duration
    let passes: [DispatchTimer.Entry]

    /// Writes one line per pass, with its total time over all strips of the picture.
    func write(about name: String?) {
        if let name { Console.note("\(name):") }
        var rows = [("decode", decode / .milliseconds(1)), ("open the device", open / .milliseconds(1))]
        rows += summed
        let rest = render / .milliseconds(1) - summed.reduce(0) { $0 + $1.1 }
        rows.append(("copy, encode and save", max(0, rest)))
        rows.append(("total", total / .milliseconds(1)))
        let width = rows.map(\.0.count).max() ?? 0
        for (name, milliseconds) in rows {
            let number = decimal(milliseconds, places: 2).rightAligned(to: 10)
            Console.note("\(name.padded(to: width)) \(number) ms")
        }
    }

    private var summed: [(String, Double)] {
        var sums: [(String, Double)] = []
        for entry in passes {
            if let index = sums.firstIndex(where: { $0.0 == entry.label }) {
                sums[index].1 += entry.milliseconds
            } else {
                sums.append((entry.label, entry.milliseconds))
            }
        }
        return sums
    }
}
