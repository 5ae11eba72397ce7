import Foundation

/// The random seed in the long variant of the tests (`make long-tests`); nil in the usual, short variant.
public let longTestsSeed = ProcessInfo.processInfo.environment["GLINT_LONG_TESTS"]

/// The number of random trials: `short`, or `long` in the long variant.
public func rounds(_ short: Int, long: Int) -> Int { longTestsSeed == nil ? short : long }
