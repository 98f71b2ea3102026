import Glibc
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Which images are decoded first, which before they are in view, and which never.
@Suite(.serialized) @MainActor
struct DecodeOrderTests {
  private let folder: TemporaryFolder
  private let store: ImageStore
  private let grid = PixelGrid(scale: 1)

  init() throws {
    folder = try TemporaryFolder()
    store = ImageStore(locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox())
  }

  private func name(_ index: Int) -> String { "p\(index).png" }

  /// One image under many names.
  private func write(_ count: Int) throws {
    let path = try folder.write(SampleImages.png, to: name(0))
    for index in 1..<count {
      #expect(Glibc.link(path, folder.path + "/" + name(index)) == 0)
    }
  }

  private func list(_ range: Range<Int>) -> DrawList {
    var list = DrawList(viewport: Rect(width: 600, height: 400))
    for (place, index) in range.enumerated() {
      list.append(
        .image(
          source: name(index),
          Rect(x: Double(place % 6) * 20, y: Double(place / 6) * 20, width: 20, height: 20),
          .fill, corners: Corners(), placeholder: .black, icon: .white))
    }
    return list
  }

  private func show(_ range: Range<Int>, at now: Double = Clock.now) {
    _ = store.advance(to: now)
    store.show(list(range), grid: grid, at: now)
  }

  /// How many of the images can be painted.
  private func shown(_ range: Range<Int>, of other: ImageStore? = nil) -> Int {
    let store = other ?? store
    return list(range).entries.count {
      if case .image = store.content(of: $0.command, grid: grid) { true } else { false }
    }
  }

  @Test func aFlingDecodesFewAndEndsWithTheRightOnes() throws {
    try write(2000)
    show(0..<30)
    #expect(store.waitUntilIdle(timeout: 30))
    var now = Clock.now
    for start in stride(from: 10, through: 1970, by: 10) {
      now += 1 / 60
      show(start..<start + 30, at: now)
      store.mailbox.drain()
    }
    // No more frames follow each other; the loop returns at the time it was given.
    let next = try #require(store.advance(to: now))
    #expect(next <= now + Rush.pause)
    _ = store.advance(to: next)
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(shown(1970..<2000) == 30)
    #expect(store.decodedCount < 200, "\(store.decodedCount)")
  }

  /// For an image painted once, as by `render`, there is no later frame to wait for.
  @Test func nothingIsWithheldWithoutFrames() throws {
    try write(300)
    for start in stride(from: 0, to: 300, by: 30) {
      store.show(list(start..<start + 30), grid: grid)
    }
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(shown(270..<300) == 30)
  }

  @Test func whatComesNextIsDecodedBeforeItIsInView() throws {
    try write(100)
    store.sourcesAhead = { (30..<60).map { "p\($0).png" } }
    show(0..<30)
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(shown(30..<60) == 30)
    // When some of that comes into view, more is looked for, though nothing had to be decoded.
    store.sourcesAhead = { (60..<90).map { "p\($0).png" } }
    show(5..<35)
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(store.decodedCount == 90)
    #expect(shown(60..<90) == 30)
  }

  /// Whatever happens to decoders, all images arrive.
  @Test func decodersMayBeKilledAtAnyTime() throws {
    // Other tests have decoders of their own.
    let program = try folder.write(try FileBytes.read(DecoderPath.installed), to: "victim-decoder")
    #expect(chmod(program, 0o700) == 0)
    let store = ImageStore(
      locator: ImageLocator(roots: [folder.path]), mailbox: Mailbox(),
      threads: DecodingThreads(path: program))
    func show(_ range: Range<Int>) {
      _ = store.advance(to: Clock.now)
      store.show(list(range), grid: grid)
    }
    try write(200)
    for start in stride(from: 0, to: 170, by: 5) {
      show(start..<start + 30)
      for process in children() { kill(process, SIGKILL) }
      store.mailbox.wait(timeout: 0.01)
      store.mailbox.drain()
    }
    for _ in 0..<20 {
      for process in children() { kill(process, SIGKILL) }
      store.mailbox.wait(timeout: 0.02)
      store.mailbox.drain()
      show(170..<200)
    }
    #expect(store.waitUntilIdle(timeout: 30))
    // After the last change, a window would draw another frame.
    show(170..<200)
    #expect(store.waitUntilIdle(timeout: 30))
    #expect(shown(170..<200, of: store) == 30)
  }

  /// The decoders of that name among the processes this one has started.
  private func children() -> [pid_t] {
    (FolderEntries.names(in: "/proc/self/task") ?? []).flatMap { thread -> [pid_t] in
      let path = "/proc/self/task/\(thread)/children"
      guard let bytes = try? FileBytes.read(path, limit: 4096) else { return [] }
      return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }.filter { process in
      let name = try? FileBytes.read("/proc/\(process)/comm", limit: 64)
      return name.map { String(decoding: $0, as: UTF8.self).hasPrefix("victim-decoder") } ?? false
    }
  }
}

@Suite struct RushTests {
  /// The share of frames, sixty a second, in which nothing is decoded while `pace` windowfuls of
  /// thirty images come by each second.
  private func share(pace: Double) -> Double {
    var rush = Rush()
    var (place, count) = (0.0, 0)
    for frame in 0..<120 {
      let next = place + pace * 30 / 60
      let new = Int(next) - Int(place)
      place = next
      if rush.isOn(new: new, shown: 30, at: Double(frame) / 60) { count += 1 }
    }
    return Double(count) / 120
  }

  @Test func readingIsNoRush() {
    #expect(share(pace: 0.5) == 0)
    #expect(share(pace: 2) == 0)
  }

  @Test func aFlingIsOne() {
    #expect(share(pace: 12) > 0.8)
    #expect(share(pace: 60) > 0.9)
  }

  /// The user looks at the first windowful, and at those after a jump or an occasional page down.
  @Test func singleWindowfulsStay() {
    var rush = Rush()
    let isRush = [0, 0.5, 1, 1.5, 1.52].map { rush.isOn(new: 30, shown: 30, at: $0) }
    #expect(isRush == [false, false, false, false, true])
    #expect(rush.end == 1.52 + Rush.pause)
  }
}
