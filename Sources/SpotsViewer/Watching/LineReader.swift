import Dispatch
import Glibc
import SpotsSDL

/// Reads lines from a stream until it ends or has had as many as are taken, on a dedicated thread,
/// which sleeps while no data arrives.
///
/// The main thread takes what was read in batches. While it is behind, nothing more is read, so
/// that the writer waits and memory holds only a few batches.
package enum LineReader {
  /// What comes to the main thread.
  package enum Event<Batch: Sendable>: Sendable {
    case batch(Batch)
    /// The stream has ended.
    case end
    /// There are more lines, or bytes, than are taken.
    case limit
  }

  /// The most lines and bytes that are taken.
  package static let (mostLines, mostBytes) = (1_000_000, 256 << 20)
  /// The most batches that wait for the main thread, and the most lines in each, which it shows at
  /// once.
  private static let (mostBatches, batchLines) = (4, 500)

  /// - Parameters:
  ///   - separator: The byte that ends a line; the last line may lack it.
  ///   - make: Turns lines, in their order, into a batch for the main thread. Runs on
  ///     the thread that reads.
  ///   - receive: Takes it, on the main thread; nothing follows an end.
  /// - Throws: `FileError.system` when no thread can be started.
  package static func start<Batch: Sendable>(
    descriptor: Int32, separator: UInt8, mailbox: Mailbox,
    make: sending @escaping ([[UInt8]]) -> Batch,
    receive: @escaping @MainActor @Sendable (Event<Batch>) -> Void
  ) throws(FileError) {
    let room = DispatchSemaphore(value: mostBatches)
    try BackgroundThread.startOrThrow {
      var (count, size) = (0, 0)
      /// Returns whether the lines are all within the limits.
      func pass(_ lines: [[UInt8]]) -> Bool {
        var rest = lines.prefix(mostLines - count)
        count += rest.count
        while !rest.isEmpty {
          let batch = make(Array(rest.prefix(batchLines)))
          rest = rest.dropFirst(batchLines)
          room.wait()
          mailbox.post {
            receive(.batch(batch))
            room.signal()
          }
        }
        return count < mostLines && size <= mostBytes
      }
      var splitter = LineSplitter(separator: separator)
      while let bytes = StreamReader.readSome(descriptor) {
        size += bytes.count
        guard pass(splitter.append(bytes)) else {
          mailbox.post { receive(.limit) }
          return
        }
      }
      let isWhole = pass(splitter.finish().map { [$0] } ?? [])
      mailbox.post { receive(isWhole ? .end : .limit) }
    }
  }
}

/// Splits a stream into lines.
package struct LineSplitter {
  /// The byte that ends a line.
  package let separator: UInt8
  private let longestLine: Int
  private var pending: [UInt8] = []
  /// Whether the last line that was passed on has no end yet.
  package private(set) var isCut = false

  /// The length, in bytes, at which a line without an end is passed on.
  package static let longestLine = 16 << 20

  package init(separator: UInt8, longestLine: Int = longestLine) {
    (self.separator, self.longestLine) = (separator, longestLine)
  }

  /// The lines that `bytes` complete, without what separates them.
  ///
  /// - Complexity: O(bytes), however they are cut into pieces.
  package mutating func append(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: separator) {
      lines.append(pending + bytes[start..<end])
      pending = []
      start = end + 1
    }
    pending += bytes[start...]
    isCut = pending.count >= longestLine
    if isCut {
      lines.append(pending)
      pending = []
    }
    return lines
  }

  /// The last line, if no separator ends it; nil when there is none.
  package mutating func finish() -> [UInt8]? {
    defer { pending = [] }
    return pending.isEmpty ? nil : pending
  }
}
