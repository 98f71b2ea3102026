// The values that occur only in nibs.

extension FieldValue<NibElement.Content> {
  /// The content of an element, made from another value.
  ///
  /// - Parameter usual: The content for `null`.
  static func content<Other>(
    _ value: FieldValue<Other>, else usual: NibElement.Content? = nil,
    _ make: @escaping @Sendable (Other) -> NibElement.Content
  ) -> FieldValue {
    FieldValue(value.type) { cursor throws(SyntaxError) in
      try value.read(&cursor).map(make) ?? usual
    }
  }
}

extension FieldValue<NibTemplate> {
  /// Text with holes, or as `type` says; a number counts as its text.
  static func template(_ type: ValueType = .string) -> FieldValue {
    FieldValue(type) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      if cursor.isAtNumber {
        let token = try cursor.scanner.number()
        return NibTemplate(text: cursor.scanner.text(token.start, token.end))
      }
      guard let text = try cursor.string() else { return nil }
      let (template, errors) = NibTemplate.parse(text)
      errors.report(at: start, in: &cursor)
      return template
    }
  }
}

extension FieldValue<NibCondition> {
  static var condition: FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard let text = try cursor.string() else { return nil }
      let (condition, errors, isFormed) = NibCondition.parse(text)
      errors.report(at: start, in: &cursor)
      if !isFormed {
        cursor.report(.error, .typeMismatch, at: start) { cursor in
          "\(cursor.subject) is no condition; there are '{hole}', '!{hole}', '{hole} == text' and "
            + "'{hole} != text'"
        }
      }
      return condition
    }
  }
}

extension FieldValue<NibPaint> {
  /// The name of a role, `#RRGGBB`, or text with holes that gives either.
  static func paint(else role: ColorRole) -> FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in
      let start = cursor.scanner.at
      guard cursor.scanner.current == UInt8(ascii: "\"") else {
        return try cursor.nullOrMismatch("a color")
      }
      let token = try cursor.scanner.string()
      let text = cursor.scanner.text(of: token)
      if text.contains("{") {
        let (template, errors) = NibTemplate.parse(text)
        errors.report(at: start, in: &cursor)
        return .template(template, else: .role(role))
      }
      if let paint = Paint(name: text) { return .paint(paint) }
      cursor.report(.error, .typeMismatch, at: start) { cursor in
        "\(cursor.subject) expects a color such as 'secondary' or '#2458D6', not "
          + cursor.quoted(token)
          + advice(nearestTo: text, among: ColorRole.allCases.map(\.rawValue))
      }
      return nil
    }
  }
}

extension FieldValue<Font> {
  static var font: FieldValue {
    FieldValue<NibFont>.word.converted { name, _ in name.font }
  }
}

extension FieldValue<Corners> {
  /// One radius for all corners, or `[top, bottom]`; when those differ, the larger one is used and
  /// the other corners are square.
  static var corners: FieldValue {
    let length = FieldValue<Double>.number()
    return FieldValue(.either([length.type, .array(length.type)])) { cursor throws(SyntaxError) in
      guard cursor.scanner.current == UInt8(ascii: "[") else {
        return Corners(radius: try length.read(&cursor) ?? 0)
      }
      let pair = try Size.read(from: &cursor) ?? .zero
      let (top, bottom) = (pair.width, pair.height)
      if top == bottom { return Corners(radius: top) }
      return top > bottom
        ? Corners(radius: top, edges: .top) : Corners(radius: bottom, edges: .bottom)
    }
  }
}

extension FieldValue<InputKind> {
  /// A kind that has a value.
  static var input: FieldValue {
    FieldValue(.words(InputKind.allCases.filter(\.hasValue).map(\.rawValue)), read: word.read)
  }
}

extension [NibTemplate.HoleError] {
  /// Reports what is wrong with the holes of a text at `offset`.
  fileprivate func report(at offset: Int, in cursor: inout JSONCursor) {
    for error in self {
      switch error {
      case .unclosed:
        cursor.report(.error, .typeMismatch, at: offset) { cursor in
          "\(cursor.subject) has a '{' without '}'; a brace itself is written '{{'"
        }
      case .unknown(let name):
        cursor.report(.warning, .unknownKey, at: offset) { _ in
          let known = NibTemplate.Field.allCases.map(\.rawValue) + ["meta.…"]
          let nearest = nearestName(to: name, among: known)
          return "unknown hole '{\(name.printable(limit: 40))}'; "
            + (nearest.map { "did you mean '{\($0)}'?" }
              ?? "known are \(known.joined(separator: ", "))")
        }
      }
    }
  }
}
