@preconcurrency import CEpoxy

/// Measures the time of dispatches with timer queries, or with the clock on software renderers, whose queries
/// return 0.
package final class DispatchTimer {
    /// The time of one dispatch.
    package struct Entry: Sendable, Hashable {
        /// The dispatch's label.
        package let label: String
        /// The duration in milliseconds.
        package let milliseconds: Double

        package init(label: String, milliseconds: Double) {
            self.label = label
            self.milliseconds = milliseconds
        }
    }

    private let usesClock: Bool
    private var clocked: [Entry] = []
    private var queries: [(label: String, query: GLuint)] = []
    private var current: GLuint = 0
    private var start = ContinuousClock.now

    package init(for traits: DeviceTraits) {
        usesClock = traits.isSoftware
    }

    func begin() {
        if usesClock {
            epoxy_glFinish()
            start = .now
        } else {
            epoxy_glGenQueries(1, &current)
            epoxy_glBeginQuery(GLenum(GL_TIME_ELAPSED), current)
        }
    }

    func end(label: String) {
        if usesClock {
            epoxy_glFinish()
            clocked.append(Entry(label: label, milliseconds: (.now - start) / .milliseconds(1)))
        } else {
            epoxy_glEndQuery(GLenum(GL_TIME_ELAPSED))
            queries.append((label, current))
        }
    }

    /// Records a duration that was measured with the clock elsewhere.
    package func add(_ entry: Entry) {
        clocked.append(entry)
    }

    /// The durations since the last call, first those measured with the clock, otherwise in order; blocks
    /// until the device has finished them.
    package func takeEntries() -> [Entry] {
        defer {
            clocked = []
            queries = []
        }
        return clocked
            + queries.map { label, query in
                var nanoseconds: GLuint64 = 0
                epoxy_glGetQueryObjectui64v(query, GLenum(GL_QUERY_RESULT), &nanoseconds)
                var name = query
                epoxy_glDeleteQueries(1, &name)
                return Entry(label: label, milliseconds: Double(nanoseconds) / 1e6)
            }
    }
}
