extension DataValue {
  /// The format of a file of data.
  package enum Format: String, CaseIterable, Sendable {
    case json, jsonl, csv, tsv
    /// Lines of text, such as those of a log.
    case lines

    /// The format that the end of a file's name stands for.
    package init(fileName: String) {
      let name = fileName.lowercased()
      self =
        name.hasSuffix(".jsonl") || name.hasSuffix(".ndjson")
        ? .jsonl
        : name.hasSuffix(".csv")
          ? .csv : name.hasSuffix(".tsv") ? .tsv : name.hasSuffix(".log") ? .lines : .json
    }

    /// The values that its lines stand for; nil where its rows are no lines.
    package var lines: LineSyntax? {
      switch self {
      case .jsonl: .json
      case .lines: .text
      case .json, .csv, .tsv: nil
      }
    }
  }

  /// Reads a file of data. Lines and fields that are faulty cost only themselves.
  ///
  /// - Parameter schema: Says of which type the columns of a table are.
  /// - Returns: The data, nil when the file is not JSON at all, and what is wrong with it.
  /// - Complexity: O(bytes); of JSON only the bytes of arrays' elements are checked.
  package static func read(
    _ bytes: [UInt8], _ format: Format, schema: DataSchema? = nil
  ) -> (data: DataValue?, diagnostics: [Diagnostic]) {
    switch format {
    case .json:
      let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
        try read(from: &cursor, bytes)
      }
      return (document.value, document.diagnostics)
    case .jsonl, .lines:
      let (rows, faults) = RowList.lines(of: bytes, format.lines ?? .json)
      return (.rows(rows), faults)
    case .csv, .tsv:
      let separator = UInt8(ascii: format == .csv ? "," : "\t")
      var table = SeparatedValues(bytes, separator: separator, schema)
      let rows = table.rows()
      return (.rows(rows), table.diagnostics)
    }
  }

  private static func read(
    from cursor: inout JSONCursor, _ bytes: [UInt8]
  ) throws(SyntaxError) -> DataValue {
    switch cursor.scanner.current {
    case UInt8(ascii: "{"):
      try cursor.beginFreeObject()
      var keys = FreeKeys()
      var members: [String: DataValue] = [:]
      while let token = try cursor.nextFreeKey(&keys.isFirst) {
        let key = cursor.scanner.text(of: token)
        let isNew = members.updateValue(try read(from: &cursor, bytes), forKey: key) == nil
        try keys.note(token, key, isNew: isNew, in: &cursor)
      }
      return .object(members)
    case UInt8(ascii: "["):
      let (start, check) = (cursor.scanner.at, SoundnessCheck(cursor.scanner))
      var starts: [UInt32] = []
      let end = check.elementsEnd(start, depth: cursor.nesting.depth) {
        starts.append(UInt32(truncatingIfNeeded: $0))
      }
      guard end < cursor.scanner.end else {
        // This has the message.
        try cursor.skipValue()
        return .null
      }
      cursor.scanner.at = end + 1
      return .rows(RowList(RowBytes(bytes, starts: starts + [UInt32(truncatingIfNeeded: end)])))
    default: return .value(try FreeValue.read(from: &cursor))
    }
  }
}

extension RowList {
  /// The most faults of a file that are told.
  package static let mostFaults = 1000

  /// The rows of lines. In JSON Lines blank lines are none, and a line that is no JSON costs only
  /// itself.
  package static func lines(
    of bytes: [UInt8], _ syntax: LineSyntax = .json, firstLine: Int = 1
  ) -> (rows: RowList, diagnostics: [Diagnostic]) {
    guard syntax == .json else { return (texts(of: bytes, isFirst: firstLine == 1), []) }
    var (rows, diagnostics) = (RowList(), [Diagnostic]())
    var starts: [UInt32] = []
    // Rows between faulty lines are one part.
    func endPart(at end: Int) {
      if !starts.isEmpty {
        rows.append(contentsOf: RowList(RowBytes(bytes, starts: starts + [UInt32(end)])))
      }
      starts = []
    }
    bytes.withUnsafeBufferPointer { buffer in
      var number = firstLine
      visitLines(of: buffer, .json, isFirst: firstLine == 1) { line in
        switch line.content {
        case .blank: break
        case .row(let start): starts.append(UInt32(truncatingIfNeeded: start))
        case .fault(let start):
          endPart(at: line.extent.lowerBound)
          if diagnostics.count < mostFaults {
            diagnostics.append(
              JSONLine.fault(Array(buffer[start..<line.extent.upperBound]), number))
          }
        }
        number += 1
      }
      endPart(at: buffer.count)
    }
    return (rows, diagnostics)
  }

  private static func texts(of bytes: [UInt8], isFirst: Bool) -> RowList {
    var (json, starts) = ([UInt8](), [UInt32]())
    bytes.withUnsafeBufferPointer { buffer in
      visitLines(of: buffer, .text, isFirst: isFirst) { line in
        guard case .row(let start) = line.content else { return }
        starts.append(UInt32(truncatingIfNeeded: json.count))
        json += JSONLine.text(buffer[start..<line.extent.upperBound])
      }
    }
    guard !starts.isEmpty else { return RowList() }
    return RowList(RowBytes(json, starts: starts + [UInt32(truncatingIfNeeded: json.count)]))
  }
}
