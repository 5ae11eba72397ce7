import Filters
import Localization
import Synchronization

/// Counts results and reports those that the user wants reported. Used by several threads.
final class RenderLedger: Sendable {
    private struct Counts {
        var saved = 0
        var kept = 0
        var failed = 0
        /// The error that occurred when writing a report, after which nothing more is reported.
        var failure: CommandError?
    }

    private let writesJSON: Bool
    private let isVerbose: Bool
    private let sumsUp: Bool
    private let passedOver: Int
    private let counts = Mutex(Counts())

    /// - Parameters:
    ///   - writesJSON: whether each file is reported as JSON on standard output.
    ///   - isVerbose: whether each saved file is reported.
    ///   - sumsUp: whether ``close()`` prints a summary.
    ///   - passedOver: the number of skipped files that are not pictures.
    init(writesJSON: Bool, isVerbose: Bool, sumsUp: Bool, passedOver: Int = 0) {
        self.writesJSON = writesJSON
        self.isVerbose = isVerbose
        self.sumsUp = sumsUp
        self.passedOver = passedOver
    }

    /// True if more files should be written.
    var isOpen: Bool { !Interruption.isWanted && counts.withLock { $0.failure == nil } }

    func enter(_ report: JobReport) {
        counts.withLock { counts in
            switch report.outcome {
            case .saved: counts.saved += 1
            case .kept:
                counts.kept += 1
                Console.note("\(report.output.shortened) already exists and was skipped")
            case .cancelled: break
            case .failed(let sentence):
                counts.failed += 1
                Console.complain(sentence)
            }
            if isVerbose, let remark = report.remark { Console.note(remark) }
            guard writesJSON, counts.failure == nil else { return }
            do throws(CommandError) {
                try Console.print(JSONValue.object(report.keys).line)
            } catch {
                counts.failure = error
            }
        }
    }

    /// Prints a summary, if there may be several files.
    func close() throws(CommandError) -> ExitStatus {
        let counts = counts.withLock { $0 }
        if let failure = counts.failure { throw failure }
        if sumsUp {
            let parts = [
                (counts.saved, "saved"), (counts.kept, "skipped"), (counts.failed, "failed"),
                (passedOver, passedOver == 1 ? "is not a picture" : "are not pictures"),
            ]
            let reported = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }.map(\.element)
            Console.note(reported.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
        }
        return counts.failed == 0 ? .done : .files
    }
}
