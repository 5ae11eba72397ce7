/// Setting, moving and removing keys. A span of time is one in which a single frame is shown; its keys act as
/// one.
extension ValueOverTime {
    /// How the value proceeds from one key to the next; nil for noise.
    package var ease: Ease? {
        if case .keyed(_, let ease) = self { ease } else { nil }
    }

    /// The value that a change without keys, or with a single one, stands for.
    package var firstValue: ParameterValue? {
        switch self {
        case .keyed(let keys, _): keys.first?.value
        case .wiggling(_, let around): around
        }
    }

    /// True if there is a key in a span of time.
    package func hasKey(in span: Range<Double>) -> Bool { times.contains(where: span.contains) }

    /// The value with a key at the beginning of a span of time, in place of those in it; unchanged if that is
    /// one key too many.
    ///
    /// Noise varies around another value instead, so that it has the given value at that time as far as it
    /// stays within the range.
    ///
    /// - Parameter range: that of the value, or of each of its components.
    package func setting(
        _ value: ParameterValue, in span: Range<Double>, range: ClosedRange<Double>
    ) -> ValueOverTime {
        switch self {
        case .keyed(let keys, let ease):
            guard (0...Self.maximumOfSeconds).contains(span.lowerBound) else { return self }
            let others = keys.filter { !span.contains($0.seconds) }
            guard others.count < Self.maximumOfKeys else { return self }
            let next = others.firstIndex { $0.seconds > span.lowerBound } ?? others.count
            let key = Key(seconds: span.lowerBound, value: value)
            return .keyed(others.prefix(next) + [key] + others.suffix(from: next), ease)
        case .wiggling(let wiggle, _): return .wiggling(wiggle, around: wiggle.middle(of: value, span, range))
        }
    }

    /// The value without the keys in a span of time; nil if none remain.
    package func removingKeys(in span: Range<Double>) -> ValueOverTime? {
        guard case .keyed(let keys, let ease) = self else { return self }
        let others = keys.filter { !span.contains($0.seconds) }
        return others.isEmpty ? nil : .keyed(others, ease)
    }

    /// The value with the first key of a span of time at another time, in place of all keys in the span and
    /// of one at that time.
    package func movingKeys(in span: Range<Double>, to seconds: Double) -> ValueOverTime {
        guard case .keyed(let keys, let ease) = self,
            (0...Self.maximumOfSeconds).contains(seconds),
            var moved = keys.first(where: { span.contains($0.seconds) })
        else { return self }
        moved.seconds = seconds
        let others = keys.filter { !span.contains($0.seconds) && $0.seconds != seconds }
        let next = others.firstIndex { $0.seconds > seconds } ?? others.count
        return .keyed(others.prefix(next) + [moved] + others.suffix(from: next), ease)
    }

    /// The value with another course between its keys; noise stays the same.
    package func with(_ ease: Ease) -> ValueOverTime {
        if case .keyed(let keys, _) = self { .keyed(keys, ease) } else { self }
    }
}

/// A change of the keys of a value.
package enum KeyChange: Sendable, Equatable {
    /// Adds a key, or removes it if there is one; ends noise.
    case toggle
    /// Sets the course between the keys.
    case ease(ValueOverTime.Ease)
    /// Makes the value constant.
    case removeAll
}

extension ParameterDeclaration {
    /// The range of a value, or of each of its components.
    package var rangeOfComponents: ClosedRange<Double> {
        let low = min ?? 0
        return low...Swift.max(low, max ?? 1)
    }
}

extension Recipe.Stage {
    /// How a parameter changes over time; nil if it is constant.
    package func change(of parameter: ParameterDeclaration) -> ValueOverTime? {
        if case .changing(let change)? = parameters[parameter.id] { change } else { nil }
    }

    /// The times of all keys, in order.
    package var keyTimes: [Double] { Set(changingValues.flatMap(\.times)).sorted() }

    /// The stage with its keys of a span of time at another time, or without them. A value without keys
    /// becomes that of the last one.
    package func movingKeys(in span: Range<Double>, to seconds: Double?) -> Recipe.Stage {
        func moved(_ change: ValueOverTime) -> ValueOverTime? {
            seconds.map { change.movingKeys(in: span, to: $0) } ?? change.removingKeys(in: span)
        }
        var stage = self
        for case (let id, .changing(let change)) in parameters {
            stage.parameters[id] =
                moved(change).map { StageValue($0) } ?? change.firstValue.map { StageValue($0) }
        }
        if let changingOpacity {
            if let moved = moved(changingOpacity) {
                stage.setOpacity(to: moved)
            } else {
                stage.setOpacity(to: changingOpacity.number(at: 0) ?? opacity)
            }
        }
        stage.regions = regions.map { region in region.changingNumbers { _, change in moved(change) } }
        return stage
    }

    /// The stage with its keys of a parameter changed.
    ///
    /// - Parameter span: when the frame is shown that has the key.
    package func changingKeys(
        of parameter: ParameterDeclaration, _ change: KeyChange, during span: Range<Double>
    ) -> Recipe.Stage {
        var stage = self
        let before = self.change(of: parameter)
        let value = before?.value(at: span.lowerBound, for: parameter) ?? value(of: parameter)
        let ease: ValueOverTime.Ease =
            parameter.kind == .toggle || parameter.kind == .choice ? .hold : .linear
        if let after = change.applied(
            to: before, value, during: span, range: parameter.rangeOfComponents, ease: ease)
        {
            stage.set(parameter.id, to: after)
        } else {
            stage.set(parameter.id, to: value)
        }
        return stage
    }

    /// The stage with its keys of the opacity changed.
    ///
    /// - Parameter span: when the frame is shown that has the key.
    package func changingKeysOfOpacity(_ change: KeyChange, during span: Range<Double>) -> Recipe.Stage {
        var stage = self
        let value = changingOpacity?.number(at: span.lowerBound) ?? opacity
        if let after = change.applied(to: changingOpacity, .number(value), during: span, range: 0...1) {
            stage.setOpacity(to: after)
        } else {
            stage.setOpacity(to: value)
        }
        return stage
    }
}

extension KeyChange {
    /// The value over time after the change; nil if it becomes constant.
    ///
    /// - Parameters:
    ///   - before: the value over time; nil if it is constant.
    ///   - value: the value during the span.
    ///   - range: that of the value, or of each of its components.
    ///   - ease: the course after the first key.
    fileprivate func applied(
        to before: ValueOverTime?, _ value: ParameterValue, during span: Range<Double>,
        range: ClosedRange<Double>, ease: ValueOverTime.Ease = .linear
    ) -> ValueOverTime? {
        switch (self, before) {
        case (.removeAll, _), (.toggle, .wiggling): nil
        case (.ease(let ease), _): before?.with(ease)
        case (.toggle, nil): .keyed([.init(seconds: span.lowerBound, value: value)], ease)
        case (.toggle, .keyed?):
            before?.hasKey(in: span) == true
                ? before?.removingKeys(in: span) : before?.setting(value, in: span, range: range)
        }
    }
}

extension Region {
    /// True if a number of the region has a key in a span of time.
    package func hasKey(in span: Range<Double>) -> Bool {
        changing.values.contains { $0.hasKey(in: span) }
    }

    /// The region with a change for each number that changes over time: it becomes the value at time 0 where
    /// the change is nil.
    fileprivate func changingNumbers(
        _ changed: (Number, ValueOverTime) -> ValueOverTime?
    ) -> Region {
        var region = self
        for number in Self.numbers(of: shape) {
            guard let before = changing[number.key] else { continue }
            if let after = changed(number, before) {
                region.set(number, to: after)
            } else {
                region.set(number, to: before.number(at: 0) ?? self[keyPath: number.path])
            }
        }
        return region
    }

    /// The region with the keys of all its numbers changed.
    ///
    /// - Parameter span: when the frame is shown that has the key.
    package func changingKeys(_ change: KeyChange, during span: Range<Double>) -> Region {
        let shown = at(span.lowerBound)
        // Numbers with and without a key then have one, or all have none.
        let adds = change == .toggle && !hasKey(in: span)
        var region = self
        for number in Self.numbers(of: shape) {
            let (before, value) = (changing[number.key], shown[keyPath: number.path])
            if change == .toggle, !adds, before?.hasKey(in: span) != true { continue }
            if change != .toggle, before == nil { continue }
            if adds, case .wiggling? = before { continue }
            if let after = change.applied(to: before, .number(value), during: span, range: number.range) {
                region.set(number, to: after)
            } else {
                region.set(number, to: value)
            }
        }
        return region
    }

    /// The region after a change of what is shown of it at a time: numbers that change over time, and have
    /// another value there, get a key.
    ///
    /// - Parameter span: when the frame is shown.
    package func keyed(by shown: Region, during span: Range<Double>) -> Region {
        let before = at(span.lowerBound)
        func isMoved(_ number: Number) -> Bool { shown[keyPath: number.path] != before[keyPath: number.path] }
        let numbers = Self.numbers(of: shown.shape)
        // A single end of the range could pass the other one between two keys.
        let movesRange = shape == .luminosity && numbers.contains { $0.isEndOfRange && isMoved($0) }
        var region = shown
        for number in numbers {
            guard let change = changing[number.key] else { continue }
            let value = ParameterValue.number(shown[keyPath: number.path])
            region.set(
                number,
                to: isMoved(number) || number.isEndOfRange && movesRange
                    ? change.setting(value, in: span, range: number.range) : change)
        }
        return movesRange && region.problem != nil ? self : region
    }
}

extension Region.Number {
    fileprivate var isEndOfRange: Bool { key == "low" || key == "high" }
}
