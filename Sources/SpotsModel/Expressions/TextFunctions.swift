// The functions of CEL's library for strings. Positions count code points.

extension ExpressionFunction {
  static let texts: [ExpressionFunction] = [
    member("contains", 2...2) { call throws(ExpressionFault) in
      let (text, part) = (CodePoints(try call.string(0)), Array(try call.string(1).utf8))
      return .bool(try text.first(part, from: 0, &call.work) != nil)
    },
    member("startsWith", 2...2) { call throws(ExpressionFault) in
      .bool(try call.string(0).utf8.starts(with: try call.string(1).utf8))
    },
    member("endsWith", 2...2) { call throws(ExpressionFault) in
      .bool(try call.string(0).utf8.reversed().starts(with: try call.string(1).utf8.reversed()))
    },
    member("lowerAscii", 1...1) { call throws(ExpressionFault) in
      try mapped(&call) { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }
    },
    member("upperAscii", 1...1) { call throws(ExpressionFault) in
      try mapped(&call) { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 ? $0 & ~0x20 : $0 }
    },
    member("trim", 1...1) { call throws(ExpressionFault) in
      let scalars = try call.string(0).unicodeScalars
      try call.work.spend(String(scalars).utf8.count)
      let start = scalars.firstIndex { !$0.properties.isWhitespace } ?? scalars.endIndex
      let end = scalars.lastIndex { !$0.properties.isWhitespace }
      return .string(String(scalars[start..<(end.map(scalars.index(after:)) ?? start)]))
    },
    member("charAt", 2...2) { call throws(ExpressionFault) in
      let text = CodePoints(try call.string(0))
      let start = try text.offset(of: try call.int(1), &call)
      return .string(text[start..<text.next(after: start)])
    },
    member("substring", 2...3) { call throws(ExpressionFault) in
      let text = CodePoints(try call.string(0))
      let start = try text.offset(of: try call.int(1), &call)
      let end =
        call.arguments.count > 2 ? try text.offset(of: try call.int(2), &call) : text.bytes.count
      guard start <= end else {
        throw ExpressionFault("'substring' ends before it begins", isOfValue: true)
      }
      return .string(text[start..<end])
    },
    member("indexOf", 2...3) { call throws(ExpressionFault) in
      let (text, part) = (CodePoints(try call.string(0)), Array(try call.string(1).utf8))
      let start = call.arguments.count > 2 ? try text.offset(of: try call.int(2), &call) : 0
      return text.position(of: try text.first(part, from: start, &call.work))
    },
    member("lastIndexOf", 2...3) { call throws(ExpressionFault) in
      let (text, part) = (CodePoints(try call.string(0)), Array(try call.string(1).utf8))
      let last =
        call.arguments.count > 2 ? try text.offset(of: try call.int(2), &call) : text.bytes.count
      return text.position(of: try text.last(part, from: last, &call.work))
    },
    member("replace", 3...4) { call throws(ExpressionFault) in
      .string(try replaced(&call))
    },
    member("split", 2...3) { call throws(ExpressionFault) in
      .array(try divided(&call).map { .string($0) })
    },
    member("join", 1...2) { call throws(ExpressionFault) in .string(try joined(&call)) },
  ]

  private static func member(
    _ name: String, _ count: ClosedRange<Int>, _ body: @escaping Body
  ) -> ExpressionFunction {
    ExpressionFunction(name, isMember: true, count, body)
  }

  private static func mapped(
    _ call: inout ExpressionCall, _ map: (UInt8) -> UInt8
  ) throws(ExpressionFault) -> JSONValue {
    let text = try call.string(0)
    try call.work.spend(text.utf8.count)
    return .string(String(decoding: text.utf8.map(map), as: UTF8.self))
  }

  /// The argument at `index` as a number of times; negative and none mean any.
  private static func times(
    _ call: ExpressionCall, _ index: Int
  ) throws(ExpressionFault) -> Int {
    guard call.arguments.count > index else { return .max }
    let count = try call.int(index)
    return count < 0 ? .max : count
  }

  private static func replaced(_ call: inout ExpressionCall) throws(ExpressionFault) -> String {
    let text = CodePoints(try call.string(0))
    let (part, other) = (Array(try call.string(1).utf8), Array(try call.string(2).utf8))
    var (result, at, left) = ([UInt8](), 0, try times(call, 3))
    while left > 0, let found = try text.first(part, from: at, &call.work) {
      try call.work.spend(found - at + other.count + 1)
      result += text.bytes[at..<found] + other
      left -= 1
      at = found + part.count
      // An empty text is found before each code point.
      guard part.isEmpty else { continue }
      guard at < text.bytes.count else { break }
      let next = text.next(after: at)
      result += text.bytes[at..<next]
      at = next
    }
    try call.work.spend(text.bytes.count - at)
    return String(decoding: result + text.bytes[at...], as: UTF8.self)
  }

  private static func divided(_ call: inout ExpressionCall) throws(ExpressionFault) -> [String] {
    let (text, part) = (CodePoints(try call.string(0)), Array(try call.string(1).utf8))
    let most = try times(call, 2)
    guard most > 0 else { return [] }
    var (result, at) = ([String](), 0)
    while result.count < most - 1 {
      var found: Int?
      if part.isEmpty {
        let next = text.next(after: at)
        found = next < text.bytes.count ? next : nil
      } else {
        found = try text.first(part, from: at, &call.work)
      }
      guard let found else { break }
      try call.work.spend(found - at + 1)
      result.append(text[at..<found])
      at = found + part.count
    }
    try call.work.spend(text.bytes.count - at)
    return result + [text[at..<text.bytes.count]]
  }

  private static func joined(_ call: inout ExpressionCall) throws(ExpressionFault) -> String {
    let separator = call.arguments.count > 1 ? try call.string(1) : ""
    var result = ""
    for (index, element) in try call.list(0).enumerated() {
      guard case .string(let text) = element else {
        let found = ExpressionType(of: element).words
        throw ExpressionFault("'join' takes a list of strings, in which there is \(found)")
      }
      if index > 0 { result += separator }
      result += text
      try call.work.spend(text.utf8.count + separator.utf8.count + 1)
    }
    return result
  }
}

/// A text whose positions are those of code points, beside offsets in its UTF-8.
private struct CodePoints {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }

  /// The offset after the code point at `offset`; `offset` itself at the end.
  func next(after offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    return bytes[(offset + 1)...].firstIndex(where: Self.isFirst) ?? bytes.count
  }

  /// - Throws: When there is no such position.
  func offset(of position: Int, _ call: inout ExpressionCall) throws(ExpressionFault) -> Int {
    try call.work.spend(bytes.count / 16)
    var (offset, left) = (0, position)
    while left > 0, offset < bytes.count {
      offset = next(after: offset)
      left -= 1
    }
    guard left == 0 else {
      throw ExpressionFault(
        "'\(call.name)' has no position \(position) in the string", isOfValue: true)
    }
    return offset
  }

  /// The position at `offset`; -1 for nil.
  func position(of offset: Int?) -> JSONValue {
    .integer(offset.map { bytes[..<$0].count(where: Self.isFirst) } ?? -1)
  }

  /// The offset of the first `part` from an offset on; nil when there is none.
  func first(
    _ part: [UInt8], from start: Int, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Int? {
    guard bytes.count - part.count >= start else { return nil }
    for offset in start...bytes.count - part.count where try has(part, at: offset, &work) {
      return offset
    }
    return nil
  }

  /// The offset of the last `part` that begins at an offset or before.
  func last(
    _ part: [UInt8], from last: Int, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Int? {
    guard bytes.count >= part.count else { return nil }
    var offset = min(last, bytes.count - part.count)
    while offset >= 0, !(try has(part, at: offset, &work)) { offset -= 1 }
    // An empty text is found between the bytes of a code point, too.
    while offset > 0, offset < bytes.count, !Self.isFirst(bytes[offset]) { offset -= 1 }
    return offset < 0 ? nil : offset
  }

  /// Counts a unit of work for 16 places, and for 16 bytes that are compared.
  private func has(
    _ part: [UInt8], at offset: Int, _ work: inout ExpressionWork
  ) throws(ExpressionFault) -> Bool {
    var same = 0
    while same < part.count, bytes[offset + same] == part[same] { same += 1 }
    if offset & 15 == 0 || same > 15 { try work.spend(1 + same / 16) }
    return same == part.count
  }
}
