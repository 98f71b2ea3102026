/// A problem with a value of a document that was found after reading it.
package struct Finding: Hashable, Sendable {
  /// The JSON pointer of the value in a document with an object at its root. If there is no such
  /// value, the finding is about the innermost one around it.
  package var pointer: String
  /// The kind of the problem.
  package var code: Diagnostic.Code
  /// Lower case, without a final period.
  package var message: String

  package init(_ pointer: String, _ code: Diagnostic.Code, _ message: String) {
    (self.pointer, self.code, self.message) = (pointer, code, message)
  }
}

extension ScreenReader {
  /// Warnings at the positions of `findings` in a document; none if it is not JSON.
  ///
  /// - Complexity: O(bytes).
  package func warnings(of findings: [Finding], in bytes: [UInt8]) -> [Diagnostic] {
    guard !findings.isEmpty else { return [] }
    var tree = FindingTree()
    for finding in findings { tree.insert(finding) }
    let document = readDocument(bytes) { cursor throws(SyntaxError) in
      // An array of components stands for a screen with nothing else.
      if cursor.scanner.current == UInt8(ascii: "["), let components = tree.children["components"] {
        tree = components
      }
      try tree.report(from: &cursor)
    }
    // Broken text was reported when the document was read.
    return document.value == nil ? [] : document.diagnostics.filter { $0.code != .brokenText }
  }
}

/// Visits the strings of a document: its keys, and its values with the keys before them.
package enum StringVisitor {
  /// Skips the value at the cursor, and calls `body` with each string in it.
  static func visit(
    _ cursor: inout JSONCursor, key: StringToken? = nil,
    _ body: (StringToken, _ key: StringToken?, inout JSONCursor) -> Void
  ) throws(SyntaxError) {
    switch cursor.scanner.current {
    case UInt8(ascii: "\""): body(try cursor.scanner.string(), key, &cursor)
    case UInt8(ascii: "{"):
      try cursor.beginFreeObject()
      var isFirst = true
      while let key = try cursor.nextFreeKey(&isFirst) {
        body(key, nil, &cursor)
        try visit(&cursor, key: key, body)
      }
    case UInt8(ascii: "["):
      var elements = try cursor.beginArray()
      while try cursor.nextElement(&elements) { try visit(&cursor, body) }
    default: try cursor.skipValue()
    }
  }

  /// The names of the members of an object in a document, in their order; a name that occurs twice
  /// is there twice.
  ///
  /// - Parameter path: The names of the members that lead to the object.
  /// - Complexity: O(bytes).
  package static func memberNames(in bytes: [UInt8], at path: [String]) -> [String] {
    let object = JSONPointer.text(path[...])
    let document = ScreenReader().readDocument(bytes) { cursor throws(SyntaxError) in
      var names: [String] = []
      try visit(&cursor) { token, _, cursor in
        guard cursor.nesting.key?.start == token.start else { return }
        let pointer = cursor.pointer
        if pointer.prefix(upTo: pointer.lastIndex(of: "/") ?? pointer.startIndex) == object {
          names.append(cursor.scanner.text(of: token))
        }
      }
      return names
    }
    return document.value ?? []
  }
}

extension ScreenReader {
  /// The positions at which a line or an item names images, by name; the last one of each, and at
  /// most 1000.
  ///
  /// - Complexity: O(bytes).
  package func imagePositions(in bytes: [UInt8]) -> [String: SourceMap.Position] {
    let document = readDocument(bytes) { cursor throws(SyntaxError) in
      try StringVisitor.visit(&cursor) { value, key, cursor in
        guard let key, cursor.scanner.text(of: key) == "image", value.end > value.start else {
          return
        }
        cursor.report(.warning, .missingImage, at: value.start - 1) {
          $0.scanner.text(of: value)
        }
      }
    }
    let images = document.diagnostics.lazy.filter { $0.code == .missingImage }.map {
      ($0.message, SourceMap.Position(line: $0.line, column: $0.column))
    }
    return Dictionary(images) { $1 }
  }
}

/// Findings by the keys and indexes of their pointers.
private struct FindingTree {
  var children: [String: FindingTree] = [:]
  private var findings: [Finding] = []

  mutating func insert(_ finding: Finding) {
    insert(finding, at: finding.pointer.split(separator: "/").map(String.init)[...])
  }

  private mutating func insert(_ finding: Finding, at path: ArraySlice<String>) {
    guard let first = path.first else { return findings.append(finding) }
    children[first, default: FindingTree()].insert(finding, at: path.dropFirst())
  }

  /// Reports all findings in the value at the cursor, and skips it.
  func report(from cursor: inout JSONCursor) throws(SyntaxError) {
    let start = cursor.scanner.at
    let missing = try reportChildren(from: &cursor)
    for finding in findings + missing {
      cursor.report(.warning, finding.code, at: start) { _ in finding.message }
    }
  }

  /// Reports the findings in the children of the value at the cursor, and skips it.
  ///
  /// - Returns: The findings of children that the value does not have.
  private func reportChildren(
    from cursor: inout JSONCursor
  ) throws(SyntaxError) -> [Finding] {
    var rest = children
    switch rest.isEmpty ? 0 : cursor.scanner.current {
    case UInt8(ascii: "{"):
      try cursor.beginFreeObject()
      var isFirst = true
      while let token = try cursor.nextFreeKey(&isFirst) {
        try Self.report(rest.removeValue(forKey: cursor.scanner.text(of: token)), from: &cursor)
      }
    case UInt8(ascii: "["):
      var elements = try cursor.beginArray()
      while try cursor.nextElement(&elements) {
        try Self.report(rest.removeValue(forKey: "\(elements.count - 1)"), from: &cursor)
      }
    default: try cursor.skipValue()
    }
    return rest.sorted { $0.key < $1.key }.flatMap { $0.value.all }
  }

  private static func report(
    _ tree: FindingTree?, from cursor: inout JSONCursor
  ) throws(SyntaxError) {
    if let tree { try tree.report(from: &cursor) } else { try cursor.skipValue() }
  }

  private var all: [Finding] { findings + children.values.flatMap(\.all) }
}
