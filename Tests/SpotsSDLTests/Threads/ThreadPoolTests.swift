import Dispatch
import Glibc
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// What the threads of a test have done.
final class ThreadLog: Sendable {
  let entries = Mutex<[Int]>([])
  private let arrivals = DispatchSemaphore(value: 0)

  func add(_ entry: Int) {
    entries.withLock { $0.append(entry) }
    arrivals.signal()
  }

  /// Waits for that many more entries.
  func wait(for count: Int) -> [Int] {
    for _ in 0..<count { arrivals.wait() }
    return entries.withLock { $0 }
  }
}

@Suite struct ThreadPoolTests {
  @Test func oneThreadRunsItsJobsInOrderWithOneWorker() {
    let log = ThreadLog()
    let pool = ThreadPool(limit: 1, patience: 30) { 0 }
    for _ in 0..<100 {
      pool.run {
        log.add($0)
        $0 += 1
      } failure: {
        log.add(-1)
      }
    }
    #expect(log.wait(for: 100) == Array(0..<100))
    #expect(pool.count == 1)
  }

  @Test func thereAreAsManyThreadsAsJobsUpToTheLimit() {
    let (log, gate) = (ThreadLog(), DispatchSemaphore(value: 0))
    let pool = ThreadPool(limit: 3, patience: 30) {}
    #expect(pool.count == 0)
    for number in 1...5 {
      pool.run { _ in
        gate.wait()
        log.add(number)
      } failure: {
        log.add(-1)
      }
      #expect(pool.count == min(number, 3))
    }
    for _ in 0..<5 { gate.signal() }
    #expect(log.wait(for: 5).sorted() == [1, 2, 3, 4, 5])
    #expect(pool.count == 3)
  }

  @Test func aPreparedThreadDoesTheFirstJob() {
    let log = ThreadLog()
    let pool = ThreadPool(limit: 4, patience: 30) { 7 }
    pool.prepare { $0 += 1 }
    pool.prepare { _ in log.add(-1) }
    pool.run {
      log.add($0)
    } failure: {
      log.add(-1)
    }
    #expect(log.wait(for: 1) == [8])
    #expect(pool.count == 1)
  }

  @Test func spareThreadsDoWhatOneCannot() {
    let (log, gate) = (ThreadLog(), DispatchSemaphore(value: 0))
    let pool = ThreadPool(limit: 3, patience: 30) { 0 }
    pool.prepare { $0 = 1 }
    for _ in 0..<3 {
      pool.run {
        log.add($0)
        gate.wait()
      } failure: {
        log.add(-1)
      }
    }
    // The prepared thread has one of the jobs.
    #expect(log.wait(for: 3).sorted() == [0, 0, 1])
    #expect(pool.count == 3)
    for _ in 0..<3 { gate.signal() }
  }

  @Test func noJobIsLostWhileSpareThreadsEnd() {
    let log = ThreadLog()
    let pool = ThreadPool(limit: 3, patience: 0.0001) { 0 }
    for _ in 0..<100 {
      pool.prepare()
      pool.run {
        log.add($0)
      } failure: {
        log.add(-1)
      }
    }
    #expect(log.wait(for: 100) == Array(repeating: 0, count: 100))
  }

  @Test func threadsWithoutWorkEndAndOthersStart() {
    let log = ThreadLog()
    let pool = ThreadPool(limit: 2, patience: 0.001) { 0 }
    for _ in 0..<20 {
      pool.run {
        log.add($0)
        $0 += 1
      } failure: {
        log.add(-1)
      }
      _ = log.wait(for: 1)
      while pool.count > 0 { sched_yield() }
    }
    // Each time another worker.
    #expect(log.entries.withLock { $0 } == Array(repeating: 0, count: 20))
  }
}
