/// A table as text, with a separator between fields (RFC 4180): its first record names the fields.
///
/// A field in quotes may have separators, line breaks and doubled quotes. A column is one of
/// numbers if a schema says so or, where none says anything, if all of its first fields are numbers
/// of JSON with at most 15 digits, or empty. An empty field of it is null, and one further down
/// that is no number is, too. All other columns are text. A column with the name of an earlier one
/// gets a number behind it.
struct SeparatedValues {
  /// At most one for each column.
  private(set) var diagnostics: [Diagnostic] = []
  private let bytes: [UInt8]
  private let separator: UInt8
  private let schema: DataSchema?
  /// Whether lines end in CR alone, as on early computers: there is no LF among the first bytes.
  private let endsInReturns: Bool
  private var at: Int
  private var line = 1
  private var names: [String] = []
  private var known: Set<String> = []
  /// The last number behind each name.
  private var uses: [String: Int] = [:]
  private var isNumber: [Bool] = []
  private var hasFault: [Bool] = []

  /// The number of records that decide about the type of columns.
  private static let sample = 1000
  private static let mostDigits = 15
  private static let quote = UInt8(ascii: "\"")

  init(_ bytes: [UInt8], separator: UInt8, _ schema: DataSchema? = nil) {
    (self.bytes, self.separator, self.schema) = (bytes, separator, schema)
    at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let head = bytes.prefix(65_536)
    endsInReturns = head.contains(0x0D) && !head.contains(0x0A)
  }

  /// All records but the first, as objects.
  ///
  /// - Complexity: O(bytes).
  mutating func rows() -> RowList {
    let head = bytes.prefix(2)
    if head == [0xFF, 0xFE] || head == [0xFE, 0xFF] || head.contains(0) {
      note(.syntax, .error, "the file is not UTF-8 but looks like UTF-16 or UTF-32", 1)
      return RowList()
    }
    guard let header = record() else { return RowList() }
    hasFault = header.map { _ in false }
    for field in header { addColumn(field) }
    var first: [(line: Int, fields: [[UInt8]])] = []
    while first.count < Self.sample {
      let start = line
      guard let record = record() else { break }
      first.append((start, record))
    }
    isNumber = names.indices.map { column in
      if let isNumber = schema?.isNumber(column: names[column]) { return isNumber }
      let fields = first.compactMap { $0.fields.indices.contains(column) ? $0.fields[column] : nil }
      return fields.contains { !$0.isEmpty }
        && fields.allSatisfy { $0.isEmpty || Self.isNumber($0) }
    }
    var (json, starts) = ([UInt8](), [UInt32]())
    for (line, fields) in first { write(fields, line, to: &json, &starts) }
    var start = line
    while let fields = record() {
      write(fields, start, to: &json, &starts)
      start = line
    }
    return RowList(RowBytes(json, starts: starts + [UInt32(truncatingIfNeeded: json.count)]))
  }

  /// Adds a column with a name of its own.
  private mutating func addColumn(_ field: [UInt8]) {
    let own = String(decoding: field, as: UTF8.self)
    var (name, number) = (own, uses[own] ?? 1)
    while !known.insert(name).inserted {
      number += 1
      name = "\(own) \(number)"
    }
    uses[own] = number
    names.append(name)
    _ = text(field, names.count - 1, 1)
    if number > 1 {
      let shown = name.printable(limit: 40)
      note(
        "this name is that of an earlier column, too; here it is '\(shown)'", names.count - 1, 1,
        .duplicateKey)
    }
    if names.count == TableColumn.maximumCount + 1 {
      note(
        "a table has at most \(TableColumn.maximumCount) columns; from here on they are left out",
        names.count - 1, 1, .limit)
    }
  }

  private mutating func write(
    _ fields: [[UInt8]], _ line: Int, to json: inout [UInt8], _ starts: inout [UInt32]
  ) {
    starts.append(UInt32(truncatingIfNeeded: json.count))
    let writer = JSONWriter { json in
      json.object { json in
        for (column, name) in names.enumerated() {
          json.key(name)
          let field = fields.indices.contains(column) ? fields[column] : []
          if !isNumber[column] {
            json.string(text(field, column, line))
          } else if Self.isNumber(field) {
            json.verbatim(field)
          } else {
            json.null()
            if !field.isEmpty {
              note("'\(Self.text(field))' is no number, as the column has", column, line)
            }
          }
        }
      }
    }
    if fields.count > names.count, let last = names.indices.last {
      note("the line has \(fields.count) fields, and the first one \(names.count)", last, line)
    }
    json += writer.bytes
  }

  private mutating func text(_ field: [UInt8], _ column: Int, _ line: Int) -> String {
    if let text = String(validating: field, as: UTF8.self) { return text }
    note("this is not UTF-8; U+FFFD replaces what is not", column, line, .brokenText)
    return String(decoding: field, as: UTF8.self)
  }

  private mutating func note(
    _ message: String, _ column: Int, _ line: Int, _ code: Diagnostic.Code = .typeMismatch
  ) {
    guard !hasFault[column] else { return }
    hasFault[column] = true
    note(code, .warning, message, line, in: JSONPointer.text([names[column]]))
  }

  private mutating func note(
    _ code: Diagnostic.Code, _ severity: Diagnostic.Severity, _ message: String, _ line: Int,
    in path: String = ""
  ) {
    diagnostics.append(
      Diagnostic(
        severity: severity, code: code, line: line, column: 1, path: path, message: message))
  }

  private static func text(_ field: [UInt8]) -> String {
    String(decoding: field, as: UTF8.self).printable(limit: 40)
  }

  private static func isNumber(_ field: [UInt8]) -> Bool {
    guard let first = field.first, field.count <= 32,
      first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      field.count(where: { (0x30...0x39).contains($0) }) <= mostDigits
    else { return false }
    return field.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      let check = SoundnessCheck(JSONScanner(base: base, end: buffer.count, dialect: .json))
      return check.valueEnd(0, depth: 0) == buffer.count
    }
  }

  /// The fields of the next record that is not blank; nil at the end.
  private mutating func record() -> [[UInt8]]? {
    while at < bytes.count {
      let start = at
      var fields = [field()]
      while at < bytes.count, bytes[at] == separator {
        at += 1
        fields.append(field())
      }
      let isBlank = fields.count == 1 && fields[0].isEmpty && at <= start + 1
      if at < bytes.count, bytes[at] == 0x0D {
        (at, line) = (at + 1, endsInReturns ? line + 1 : line)
      }
      if at < bytes.count, bytes[at] == 0x0A { (at, line) = (at + 1, line + 1) }
      if !isBlank { return fields }
    }
    return nil
  }

  /// The field at `at`, up to a separator or the end of its line.
  private mutating func field() -> [UInt8] {
    var field: [UInt8] = []
    if at < bytes.count, bytes[at] == Self.quote {
      let first = line
      at += 1
      while at < bytes.count {
        if bytes[at] == Self.quote {
          at += 1
          guard at < bytes.count, bytes[at] == Self.quote else { break }
        } else if at == bytes.count - 1 {
          note(.syntax, .error, "a field in quotes has no closing '\"'", first)
        }
        if bytes[at] == 0x0A { line += 1 }
        field.append(bytes[at])
        at += 1
      }
    }
    while at < bytes.count, bytes[at] != separator, bytes[at] != 0x0A, !isReturn {
      field.append(bytes[at])
      at += 1
    }
    return field
  }

  /// Whether the line ends here with CR.
  private var isReturn: Bool {
    bytes[at] == 0x0D && (endsInReturns || at + 1 == bytes.count || bytes[at + 1] == 0x0A)
  }
}
