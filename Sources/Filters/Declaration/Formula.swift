import Glibc
import Localization

/// A formula of a filter's parameters, as in `reach ceil(1.5 × radius)`.
///
/// It may contain numbers, names, parentheses, `+ − × ÷ >` (also `-`, `*` and `/`) and the functions of
/// ``Function``. A comparison is 1 if it is true, otherwise 0. Angles are in radians.
package indirect enum Formula: Sendable, Hashable {
    case number(Double)
    case name(String)
    case binary(Operator, Formula, Formula)
    case call(Function, [Formula])

    package enum Operator: Sendable, Hashable {
        case plus, minus, times, over, exceeds
    }

    package enum Function: String, Sendable, Hashable, CaseIterable {
        case min, max, ceil, floor, sqrt, abs, sin, cos

        var argumentCount: Int { self == .min || self == .max ? 2 : 1 }
    }

    /// The names that the formula uses.
    package var names: Set<String> {
        switch self {
        case .number: []
        case .name(let name): [name]
        case .binary(_, let left, let right): left.names.union(right.names)
        case .call(_, let arguments): arguments.reduce(into: []) { $0.formUnion($1.names) }
        }
    }

    /// Evaluates the formula; a name without a value counts as 0.
    package func value(_ values: [String: Double]) -> Double {
        switch self {
        case .number(let number): return number
        case .name(let name): return values[name] ?? 0
        case .binary(let sign, let left, let right):
            let (a, b) = (left.value(values), right.value(values))
            return switch sign {
            case .plus: a + b
            case .minus: a - b
            case .times: a * b
            case .over: a / b
            case .exceeds: a > b ? 1 : 0
            }
        case .call(let function, let arguments):
            let values = arguments.map { $0.value(values) }
            return switch function {
            case .min: Swift.min(values[0], values[1])
            case .max: Swift.max(values[0], values[1])
            case .ceil: Glibc.ceil(values[0])
            case .floor: Glibc.floor(values[0])
            case .sqrt: values[0].squareRoot()
            case .abs: values[0].magnitude
            case .sin: Glibc.sin(values[0])
            case .cos: Glibc.cos(values[0])
            }
        }
    }
}

/// Why a formula is undefined somewhere in the ranges of its names.
package enum FormulaFlaw: Error, Sendable, Hashable, CustomStringConvertible {
    case divisionByZero
    case rootOfNegative
    case notANumber

    package var description: String {
        switch self {
        case .divisionByZero: tr("it divides by a value that can be zero")
        case .rootOfNegative: tr("it takes the root of a value that can be negative")
        case .notANumber: tr("it is not a number, or is infinite")
        }
    }
}

extension Formula {
    /// A range that contains all values of the formula, given the ranges of its names (interval arithmetic).
    /// It may be wider than necessary. Throws ``FormulaFlaw`` if the formula may be undefined.
    package func range(_ ranges: [String: ClosedRange<Double>]) throws(FormulaFlaw) -> ClosedRange<Double> {
        switch self {
        case .number(let number): return number...number
        case .name(let name): return ranges[name] ?? 0...0
        case .binary(let sign, let left, let right):
            let (a, b) = (try left.range(ranges), try right.range(ranges))
            func spanning(_ apply: (Double, Double) -> Double) throws(FormulaFlaw) -> ClosedRange<Double> {
                try Self.spanning([
                    apply(a.lowerBound, b.lowerBound), apply(a.lowerBound, b.upperBound),
                    apply(a.upperBound, b.lowerBound), apply(a.upperBound, b.upperBound),
                ])
            }
            switch sign {
            case .plus: return try spanning(+)
            case .minus: return try spanning(-)
            case .times: return try spanning(*)
            case .over:
                guard !b.contains(0) else { throw .divisionByZero }
                return try spanning(/)
            case .exceeds: return 0...1
            }
        case .call(let function, let arguments):
            var given: [ClosedRange<Double>] = []
            for argument in arguments { given.append(try argument.range(ranges)) }
            return try Self.range(of: function, over: given)
        }
    }

    private static func range(
        of function: Function, over given: [ClosedRange<Double>]
    ) throws(FormulaFlaw) -> ClosedRange<Double> {
        let (low, high) = (given[0].lowerBound, given[0].upperBound)
        switch function {
        case .min:
            return Swift.min(low, given[1].lowerBound)...Swift.min(high, given[1].upperBound)
        case .max:
            return Swift.max(low, given[1].lowerBound)...Swift.max(high, given[1].upperBound)
        case .ceil: return Glibc.ceil(low)...Glibc.ceil(high)
        case .floor: return Glibc.floor(low)...Glibc.floor(high)
        case .sqrt:
            guard low >= 0 else { throw .rootOfNegative }
            return low.squareRoot()...high.squareRoot()
        case .abs:
            let ends = [low.magnitude, high.magnitude].sorted()
            return (given[0].contains(0) ? 0 : ends[0])...ends[1]
        case .sin, .cos: return -1...1
        }
    }

    private static func spanning(_ ends: [Double]) throws(FormulaFlaw) -> ClosedRange<Double> {
        guard let low = ends.min(), let high = ends.max(), ends.allSatisfy(\.isFinite) else {
            throw .notANumber
        }
        return low...high
    }
}
