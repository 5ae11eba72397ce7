import Foundation
import Synchronization

let count = Mutex(0)
let threads = (0..<4).map { _ in Thread { for _ in 0..<100_000 { count.withLock { $0 += 1 } } } }
for thread in threads { thread.start() }
while count.withLock({ $0 }) < 400_000 {}
