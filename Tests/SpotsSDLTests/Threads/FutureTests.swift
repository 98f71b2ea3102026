import Dispatch
import Synchronization
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct FutureTests {
  @Test func theValueIsComputedOnceAndReadOften() {
    let count = Atomic(0)
    let future = Future { count.add(1, ordering: .relaxed).newValue }
    #expect(future.value == 1)
    #expect(future.value == 1)
    #expect(future.value(within: 0) == 1)
  }

  @Test func whatIsGivenUpIsLate() {
    let (gate, late) = (DispatchSemaphore(value: 0), ThreadLog())
    let future = Future {
      gate.wait()
      return 3
    } late: {
      late.add($0)
    } start: { work in
      #expect(BackgroundThread.start(work) == 0)
    }
    #expect(future.value(within: 0) == nil)
    #expect(future.value(within: 0.001) == nil)
    gate.signal()
    #expect(late.wait(for: 1) == [3])
    #expect(future.value == 3)
  }
}
