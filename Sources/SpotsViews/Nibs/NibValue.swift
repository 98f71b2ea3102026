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

extension FieldValue<ExpressionTemplate> {
  /// Text with holes, or as `type` says; a number counts as its text.
  static func template(_ type: ValueType = .string) -> FieldValue {
    FieldValue(type) { cursor throws(SyntaxError) in
      guard cursor.isAtNumber else {
        return try readExpressions(from: &cursor) {
          ExpressionTemplate.parse($0, in: ItemScope.nibs)
        }
      }
      let token = try cursor.scanner.number()
      return ExpressionTemplate(text: cursor.scanner.text(token.start, token.end))
    }
  }
}

extension FieldValue<NibPaint> {
  /// The name of a role, `#RRGGBB`, or text with holes that gives either.
  static func paint(else role: ColorRole) -> FieldValue {
    FieldValue(.string) { cursor throws(SyntaxError) in
      try readExpressions(from: &cursor) { NibPaint.parse($0, else: .role(role)) }
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
