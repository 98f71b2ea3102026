// The values that occur only in nibs.

extension FieldValue<NibTemplate> {
  /// Text with holes, or as `type` says.
  static func template(_ type: ValueType = .string) -> FieldValue {
    FieldValue(type) { cursor throws(SyntaxError) in try NibValue.template(from: &cursor) }
  }
}

extension FieldValue<NibCondition> {
  static var condition: FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in try NibValue.condition(from: &cursor) }
  }
}

extension FieldValue<NibPaint> {
  /// A color, or a hole that gives one.
  static func paint(else role: ColorRole) -> FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in
      try NibValue.paint(from: &cursor, else: .role(role))
    }
  }
}

extension FieldValue<Font> {
  static var font: FieldValue {
    FieldValue(.words(NibFont.names)) { cursor throws(SyntaxError) in
      try NibValue.font(from: &cursor)
    }
  }
}

extension FieldValue<Corners> {
  static var corners: FieldValue {
    let length = FieldValue<Double>.number().type
    return FieldValue(.either([length, .array(length)])) { cursor throws(SyntaxError) in
      try NibValue.corners(from: &cursor)
    }
  }
}

extension FieldValue<InputKind> {
  /// A kind that has a value.
  static var input: FieldValue {
    FieldValue(.words(InputKind.allCases.filter(\.hasValue).map(\.rawValue))) {
      cursor throws(SyntaxError) in
      try cursor.choice(InputKind.self)
    }
  }
}

/// Reads the values that occur only in nibs.
enum NibValue {
  /// Text with holes; a number counts as its text.
  static func template(from cursor: inout JSONCursor) throws(SyntaxError) -> NibTemplate? {
    let start = cursor.scanner.at
    if cursor.isAtNumber {
      let token = try cursor.scanner.number()
      return NibTemplate(text: cursor.scanner.text(token.start, token.end))
    }
    guard let text = try cursor.string() else { return nil }
    let (template, errors) = NibTemplate.parse(text)
    report(errors, at: start, from: &cursor)
    return template
  }

  static func condition(from cursor: inout JSONCursor) throws(SyntaxError) -> NibCondition? {
    let start = cursor.scanner.at
    guard let text = try cursor.string() else { return nil }
    let (condition, errors, isFormed) = NibCondition.parse(text)
    report(errors, at: start, from: &cursor)
    if !isFormed {
      cursor.report(.error, .typeMismatch, at: start) { cursor in
        "\(cursor.subject) is no condition; there are '{hole}', '!{hole}', '{hole} == text' and "
          + "'{hole} != text'"
      }
    }
    return condition
  }

  /// The name of a role, `#RRGGBB`, or text with holes that gives either.
  static func paint(
    from cursor: inout JSONCursor, else fallback: Paint
  ) throws(SyntaxError) -> NibPaint? {
    let start = cursor.scanner.at
    guard cursor.scanner.current == UInt8(ascii: "\"") else {
      return try cursor.nullOrMismatch("a color")
    }
    let token = try cursor.scanner.string()
    let text = cursor.scanner.text(of: token)
    if text.contains("{") {
      let (template, errors) = NibTemplate.parse(text)
      report(errors, at: start, from: &cursor)
      return .template(template, else: fallback)
    }
    if let paint = Paint(name: text) { return .paint(paint) }
    cursor.report(.error, .typeMismatch, at: start) { cursor in
      "\(cursor.subject) expects a color such as 'secondary' or '#2458D6', not "
        + cursor.quoted(token)
        + advice(nearestTo: text, among: ColorRole.allCases.map(\.rawValue))
    }
    return nil
  }

  static func font(from cursor: inout JSONCursor) throws(SyntaxError) -> Font? {
    let start = cursor.scanner.at
    guard cursor.scanner.current == UInt8(ascii: "\"") else {
      return try cursor.nullOrMismatch("the name of a style")
    }
    let token = try cursor.scanner.string()
    let name = cursor.scanner.text(of: token)
    if let font = NibFont.font(name) { return font }
    cursor.report(.error, .typeMismatch, at: start) { cursor in
      "\(cursor.subject) expects one of \(NibFont.names.joined(separator: ", ")), not "
        + cursor.quoted(token) + advice(nearestTo: name, among: NibFont.names)
    }
    return nil
  }

  /// One radius for all corners, or `[top, bottom]`; when those differ, the larger one is used and
  /// the other corners are square.
  static func corners(from cursor: inout JSONCursor) throws(SyntaxError) -> Corners {
    guard cursor.scanner.current == UInt8(ascii: "[") else {
      return Corners(radius: try cursor.number(in: NumberRange.length) ?? 0)
    }
    let pair = try Size.read(from: &cursor) ?? .zero
    let (top, bottom) = (pair.width, pair.height)
    if top == bottom { return Corners(radius: top) }
    return top > bottom
      ? Corners(radius: top, edges: .top) : Corners(radius: bottom, edges: .bottom)
  }

  private static func report(
    _ errors: [NibTemplate.HoleError], at offset: Int, from cursor: inout JSONCursor
  ) {
    for error in errors {
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
