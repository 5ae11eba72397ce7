import Dispatch
import Glibc
import Synchronization
import System
import Testing

@Suite struct Threads {
    @Test func theEndOfAThreadCanBeAwaitedSeveralTimes() {
        let hasRun = Mutex(false)
        let thread = WorkerThread("slow") {
            usleep(20_000)
            hasRun.withLock { $0 = true }
        }
        thread.wait()
        thread.wait()
        let isDone = hasRun.withLock { $0 }
        #expect(isDone)
    }

    /// The items of each producer arrive in order, and none is lost before the end.
    @Test func aThreadTakesEverythingFromItsMailbox() {
        let items = Mailbox<[Int]>([])
        let taken = Mutex<[Int]>([])
        let thread = WorkerThread("taker") {
            while let item = items.next({ $0.isEmpty ? nil : $0.removeFirst() }) {
                taken.withLock { $0.append(item) }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 4) { caller in
            for number in 0..<1000 { items.update { $0.append(caller * 1000 + number) } }
        }
        #expect(!items.isEnded)
        items.end()
        #expect(items.isEnded)
        thread.wait()
        let numbers = taken.withLock { $0 }
        #expect(numbers.sorted() == Array(0..<4000))
        for caller in 0..<4 {
            let own = numbers.filter { $0 / 1000 == caller }
            #expect(own == own.sorted())
        }
    }

    @Test func theEndWakesASleepingThread() {
        let mailbox = Mailbox<Int?>(nil)
        let thread = WorkerThread("sleeper") { while mailbox.next({ $0.take() }) != nil {} }
        usleep(20_000)
        mailbox.end()
        thread.wait()
    }

    @Test func onlyUpdatesWakeAndNoWaitExceedsItsTimeout() {
        let mailbox = Mailbox<Int?>(nil)
        #expect(mailbox.next(atMost: .milliseconds(20)) { $0.take() } == nil)
        mailbox.withLock { $0 = 1 }
        #expect(!mailbox.wait(atMost: .milliseconds(20)))
        mailbox.update { $0 = 2 }
        #expect(mailbox.wait(atMost: .seconds(10)))
        #expect(mailbox.next(atMost: .milliseconds(0)) { $0.take() } == 2)
    }

    @Test func thePoolReturnsTheNewestMatchingSpareAndDropsTheOldest() {
        let pool = BufferPool<Int>(atMost: 3)
        #expect(pool.take() == nil)
        let displaced = (1...5).map { pool.put($0) }
        #expect(displaced == [nil, nil, nil, 1, 2])
        #expect(pool.take(where: { $0 < 5 }) == 4)
        #expect(pool.take(where: { $0 == 4 }) == nil)
        pool.remove { $0 == 3 }
        #expect(pool.take() == 5)
        #expect(pool.take() == nil)
    }
}
