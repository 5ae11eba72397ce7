import Foundation

/// What the long form of the tests (`make long-tests`) begins its random numbers with; nil in the usual, short form.
public let longTestsSeed = ProcessInfo.processInfo.environment["GLINT_LONG_TESTS"]

/// How often a test tries something at random: `short` times, and `long` times in the long form.
public func rounds(_ short: Int, long: Int) -> Int { longTestsSeed == nil ? short : long }
