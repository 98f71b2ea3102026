import Foundation
import SpotsSDL
import Testing

@testable import SpotsViewer

/// A feed on a real file, and what it delivered. Good content starts with `{` and ends with `}`.
final class FeedRig {
  struct Delivered: Equatable {
    let text: String
    let time: ContinuousClock.Instant

    static func == (a: Self, b: Self) -> Bool { a.text == b.text }
  }

  let directory: TemporaryDirectory
  let log = EventLog<Delivered>()
  let feed: FileFeed<String>

  /// Follows `name` in a new directory that `prepare` has filled.
  init(
    following name: String = "screen.json", method: FileWatcher.Method = .events,
    prepare: (TemporaryDirectory) throws -> Void = { try $0.write("{0}", to: "screen.json") }
  ) throws {
    directory = try TemporaryDirectory()
    try prepare(directory)
    let log = log
    let path = directory(name)
    feed = try FileFeed([.file(path)], method: method) { _ throws(FileError) in
      let bytes = try FileBytes.read(path)
      let text = String(decoding: bytes, as: UTF8.self)
      return (text, Fingerprint(bytes), text.hasPrefix("{") && text.hasSuffix("}"))
    } deliver: { delivery in
      let text =
        switch delivery {
        case .good(let text): text
        case .broken(let text): "broken " + text
        case .missing: "missing"
        case .unreadable(let error): "unreadable: \(error)"
        case .unreachable, .unchanged: "not of a file"
        }
      log.append(Delivered(text: text, time: .now))
    }
    try #require(log.wait() != nil)
  }

  deinit {
    feed.stop()
  }

  var texts: [String] { log.entries.map(\.text) }

  /// Waits for `text` among the deliveries after the first `start`, and returns its time.
  @discardableResult
  func wait(
    for text: String, from start: Int = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ContinuousClock.Instant {
    let found = log.wait(from: start) { $0.text == text }
    return try #require(
      found, "'\(text)' is not among \(texts)", sourceLocation: sourceLocation
    ).time
  }

  /// Waits until all earlier changes have had their effect: makes a last change, and waits for its
  /// delivery. Returns what was delivered before it.
  func settle(_ name: String = "screen.json") throws -> [String] {
    // Longer than bad content is held back, so that what is held comes first.
    usleep(450_000)
    try directory.write("{end}", to: name)
    try wait(for: "{end}")
    return texts.dropLast()
  }
}
