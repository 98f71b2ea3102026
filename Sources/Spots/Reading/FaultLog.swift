/// The faults found by the reader, by byte offset; lines and columns are computed at the end.
struct FaultLog {
  /// The number of errors, and of warnings, that are kept, so that a hostile document stays cheap.
  static let limit = 1000

  private var faults: [Fault] = []
  private var counts: [Diagnostic.Severity: Int] = [:]
  /// The number of diagnostics that were not kept.
  private(set) var omitted = 0
  /// Whether faults are dropped without being counted.
  var isMuted = false

  private struct Fault {
    var severity: Diagnostic.Severity
    var code: Diagnostic.Code
    var offset: Int
    var related: Int?
    var path: String
    var message: String
  }

  /// Counts a fault and returns whether it is kept. Messages are made only for faults that are.
  mutating func accepts(_ severity: Diagnostic.Severity) -> Bool {
    guard !isMuted else { return false }
    let count = counts[severity, default: 0]
    guard count < Self.limit else {
      omitted += 1
      return false
    }
    counts[severity] = count + 1
    return true
  }

  mutating func append(
    _ severity: Diagnostic.Severity, _ code: Diagnostic.Code, at offset: Int, related: Int? = nil,
    path: String, message: String
  ) {
    faults.append(
      Fault(
        severity: severity, code: code, offset: offset, related: related, path: path,
        message: message))
  }

  /// All faults in the order of their positions.
  ///
  /// - Complexity: O(bytes) when there is a fault.
  func diagnostics(base: UnsafePointer<UInt8>, end: Int) -> [Diagnostic] {
    guard !faults.isEmpty else { return [] }
    let offsets = (faults.map(\.offset) + faults.compactMap(\.related)).sorted()
    var counter = PositionCounter(base: base, end: end)
    var places: [Int: (position: SourceMap.Position, lineStart: Int)] = [:]
    for offset in offsets where places[offset] == nil {
      let position = counter.position(of: offset)
      places[offset] = (position, counter.lineStart)
    }
    let ordered = faults.enumerated().sorted { a, b in
      (a.element.offset, a.offset) < (b.element.offset, b.offset)
    }
    return ordered.compactMap { _, fault in
      guard let place = places[fault.offset] else { return nil }
      let related = fault.related.flatMap { places[$0]?.position }
      let excerpt = Excerpt(
        of: UnsafeBufferPointer(start: base, count: end), lineStart: place.lineStart,
        offset: fault.offset)
      return Diagnostic(
        severity: fault.severity, code: fault.code, line: place.position.line,
        column: place.position.column, path: fault.path,
        message: fault.message
          + (related.map { " at line \($0.line), column \($0.column)" } ?? ""),
        excerpt: excerpt.text, excerptColumn: excerpt.column)
    }
  }
}
