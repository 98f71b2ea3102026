import Spots
import SpotsSDL

/// A screen's data as it was read from a file, a server or a stream.
package struct DataFile: Sendable {
  let path: String
  let fingerprint: Fingerprint
  /// Nil when it is no data at all.
  package let data: DataValue?
  package let diagnostics: [Diagnostic]
  /// Whether it is a table that is cut off, for example inside a quoted field.
  private(set) var isTorn = false
  /// The file in which its rows are; nil where they are in memory.
  private(set) var lines: LineFile?
  /// Those of the server it came from; nil for any other.
  private(set) var validators: Validators?

  init(
    path: String, format: DataValue.Format?, schema: DataSchema? = nil, bytes: [UInt8]
  ) {
    self.path = path
    fingerprint = Fingerprint(bytes)
    let format = format ?? DataValue.Format(fileName: path)
    (data, diagnostics) = DataValue.read(bytes, format, schema: schema)
    let isTable = format == .csv || format == .tsv
    isTorn = isTable && diagnostics.contains { $0.severity == .error && $0.code == .syntax }
  }

  /// Nil when the server says that the version at hand is current.
  init?(
    path: String, format: DataValue.Format?, schema: DataSchema?, response: FetchResponse
  ) {
    guard let body = response.body else { return nil }
    let name = WebAddress(path)?.name ?? path
    let format = format ?? DataValue.Format(fileName: name)
    self.init(path: path, format: format, schema: schema, bytes: body)
    validators = response.validators
  }

  /// Creates the data that a whole stream holds: several lines of JSON are rows.
  init(stream path: String, format: DataValue.Format?, bytes: [UInt8]) {
    let isOneLine = bytes.firstIndex(of: UInt8(ascii: "\n")).map { end in
      bytes[end...].allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    }
    let areLines = isOneLine == false && Self.areLines(bytes)
    self.init(path: path, format: format ?? (areLines ? .jsonl : .json), bytes: bytes)
  }

  /// Rows of a stream that goes on.
  init(path: String, rows: RowList, diagnostics: [Diagnostic]) {
    (self.path, self.diagnostics, data) = (path, diagnostics, .rows(rows))
    fingerprint = Fingerprint([])
  }

  /// The rows that have been found in a file, which may get more.
  init(path: String, _ lines: LineFile) {
    let found = lines.found
    (self.path, self.lines, data, diagnostics) = (path, lines, .rows(found.rows), found.faults)
    fingerprint = Fingerprint(hashing: ObjectIdentifier(lines))
  }

  /// The number of rows of data that is one array.
  var rowCount: Int { if case .rows(let rows)? = data { rows.count } else { 0 } }

  /// Whether text that begins with whole lines is JSON Lines: its first line is a value of its own,
  /// and does not begin an array.
  static func areLines(_ bytes: [UInt8]) -> Bool {
    let first = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    guard first.first(where: { $0 > 0x20 }) != UInt8(ascii: "[") else { return false }
    let (rows, faults) = RowList.lines(of: first)
    return rows.count == 1 && faults.isEmpty
  }

  /// - Parameter old: The data before; of data that goes on, only what is new is reported.
  func report(after old: DataFile? = nil, to report: ViewerMessage.Handler) {
    let told = old?.fingerprint == fingerprint ? old?.diagnostics ?? [] : []
    let news = diagnostics.filter { !told.contains($0) }
    if !news.isEmpty { report(.diagnostics(news, path: path)) }
  }
}

extension FeedDelivery<DataFile> {
  /// The delivery for a screen that shows `shown`, whose rows stay if the new table is cut off.
  func following(_ shown: DataFile?) -> FeedDelivery {
    if case .good(let new) = self, new.isTorn, shown?.isTorn == false { .broken(new) } else { self }
  }
}
