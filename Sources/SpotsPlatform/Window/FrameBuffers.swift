// A compositor reads a frame for as long as it shows it, so the next one goes to another buffer,
// which shows an older frame.

/// A buffer that the program paints and the compositor reads, in turns.
@MainActor
protocol FrameBuffer: AnyObject {
  var canvas: Canvas { get }
  /// Whether the compositor may be reading the pixels, which must not change then.
  var isBusy: Bool { get }
}

/// Copying more rectangles than this costs more than copying what lies between them.
private let areaLimit = 48

/// The buffers of a window, each of which knows what has changed since it was shown.
@MainActor
struct FrameBuffers<Buffer: FrameBuffer> {
  private struct Entry {
    let buffer: Buffer
    /// The areas that have changed on the screen since the buffer was up to date; nil when it never
    /// was.
    var behind: [PixelRect]?

    mutating func lack(_ areas: [PixelRect]) {
      behind?.append(contentsOf: areas)
      guard let all = behind, all.count > areaLimit else { return }
      behind = [all.reduce(.nothing) { $0.union($1) }]
    }
  }

  /// The one shown last comes last.
  private var entries: [Entry] = []
  /// Buffers of another size that the compositor may still read.
  private var retired: [Buffer] = []

  /// The most buffers of one size. A compositor reads one, and may hold another until the display
  /// shows its next frame, while the third is painted.
  private static var limit: Int { 3 }

  /// Creates no buffers; `next` does.
  init() {}

  /// The number of buffers in memory, including those of another size that are still read.
  var count: Int { entries.count + retired.count }

  /// Whether `next` would return a buffer.
  var hasNext: Bool { entries.count < Self.limit || entries.contains { !$0.buffer.isBusy } }

  /// The buffer to paint the next frame on; nil while the compositor reads all of them.
  ///
  /// - Parameters:
  ///   - isStale: Whether all of it will be painted.
  ///   - make: Creates another buffer of the same size.
  /// - Returns: The buffer, and whether it shows the last frame.
  mutating func next(
    isStale: Bool, make: () throws(SDLError) -> Buffer
  ) throws(SDLError) -> (buffer: Buffer, isCurrent: Bool)? {
    retired.removeAll { !$0.isBusy }
    // The one that is least behind.
    var index = entries.lastIndex { !$0.buffer.isBusy }
    if index == nil, entries.count < Self.limit {
      entries.insert(Entry(buffer: try make(), behind: nil), at: 0)
      index = 0
    }
    guard let index else { return nil }
    let buffer = entries[index].buffer
    if isStale { return (buffer, false) }
    return (buffer, catchUp(index))
  }

  /// Copies what has changed since the buffer was shown; false when there is nothing to copy from.
  private mutating func catchUp(_ index: Int) -> Bool {
    let (entry, last) = (entries[index], entries[entries.count - 1])
    guard let shown = last.behind, shown.isEmpty else { return false }
    for area in entry.behind ?? [entry.buffer.canvas.bounds] {
      entry.buffer.canvas.copy(area, from: last.buffer.canvas)
    }
    entries[index].behind?.removeAll(keepingCapacity: true)
    if entry.behind == nil { entries[index].behind = [] }
    return true
  }

  /// Records that `buffer`, from `next`, is shown and up to date. The others now lack `areas`.
  mutating func show(_ buffer: Buffer, areas: [PixelRect]) {
    for index in entries.indices where entries[index].buffer !== buffer {
      entries[index].lack(areas)
    }
    guard let index = entries.firstIndex(where: { $0.buffer === buffer }) else { return }
    var entry = entries.remove(at: index)
    entry.behind = []
    entries.append(entry)
  }

  /// Gives up all buffers; those that are being read are freed once they no longer are.
  mutating func retire() {
    retired += entries.map(\.buffer).filter(\.isBusy)
    entries = []
  }
}
