extension NibStyle {
  /// Reads the value of `key` if every element can have that key.
  ///
  /// - Returns: Whether the value was read.
  mutating func read(_ key: NibKey, from cursor: inout JSONCursor) throws(SyntaxFault) -> Bool {
    switch key {
    case .if: condition = try cursor.condition()
    case .grow: traits.grow = try cursor.number(in: 0...1000) ?? 0
    case .shrink: traits.shrink = try cursor.number(in: 0...1000) ?? 1
    case .basis: traits.basis = try cursor.number(in: NumberRange.length)
    case .alignSelf: traits.alignment = try cursor.choice(Flex.Alignment.self)
    case .size: (limits.width, limits.height) = try cursor.sides()
    case .minSize: (limits.minimumWidth, limits.minimumHeight) = try cursor.sides()
    case .maxSize: (limits.maximumWidth, limits.maximumHeight) = try cursor.sides()
    case .ratio: ratio = try cursor.number(in: 0.01...100)
    case .padding: padding = try cursor.padding()
    case .cornerRadius: corners = try cursor.corners()
    case .background: background = try cursor.paint(else: .role(.surface))
    case .border: border = try cursor.paint(else: .role(.separator))
    case .shadow: hasShadow = try cursor.bool() ?? false
    default: return false
    }
    hasTraits = traits != FlexTraits()
    return true
  }
}

// Values that occur only in nibs.
extension JSONCursor {
  /// Text with holes; a number counts as its text.
  mutating func template() throws(SyntaxFault) -> NibTemplate? {
    let start = scanner.at
    if isAtNumber {
      let token = try scanner.number()
      return NibTemplate(text: scanner.text(token.start, token.end))
    }
    guard let text = try string() else { return nil }
    let (template, faults) = NibTemplate.parse(text)
    report(faults, at: start)
    return template
  }

  mutating func condition() throws(SyntaxFault) -> NibCondition? {
    let start = scanner.at
    guard let text = try string() else { return nil }
    let (condition, faults) = NibCondition.parse(text)
    report(faults, at: start)
    return condition
  }

  /// The name of a role, `#RRGGBB`, or text with holes that gives either.
  mutating func paint(else fallback: Paint) throws(SyntaxFault) -> NibPaint? {
    let start = scanner.at
    guard scanner.current == UInt8(ascii: "\"") else { return try nothing("a colour") }
    let token = try scanner.string()
    let text = scanner.text(of: token)
    if text.contains("{") {
      let (template, faults) = NibTemplate.parse(text)
      report(faults, at: start)
      return .template(template, else: fallback)
    }
    if let paint = Paint(name: text) { return .paint(paint) }
    report(.error, .typeMismatch, at: start) { cursor in
      let nearest = nearestName(to: text, among: ColorRole.allCases.map(\.rawValue))
      return "\(cursor.subject) expects a colour such as 'secondary' or '#2458D6',"
        + " not \(cursor.quoted(token))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  mutating func font() throws(SyntaxFault) -> Font? {
    let start = scanner.at
    guard scanner.current == UInt8(ascii: "\"") else { return try nothing("the name of a style") }
    let token = try scanner.string()
    let name = scanner.text(of: token)
    if let font = NibFont.font(name) { return font }
    report(.error, .typeMismatch, at: start) { cursor in
      let nearest = nearestName(to: name, among: NibFont.names)
      return "\(cursor.subject) expects one of \(NibFont.names.joined(separator: ", ")),"
        + " not \(cursor.quoted(token))" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
    return nil
  }

  /// Width and height in points, as `[w, h]` or as an object; nil for a side of 0.
  mutating func sides() throws(SyntaxFault) -> (width: Double?, height: Double?) {
    var sides: [Double] = []
    if scanner.current == UInt8(ascii: "[") {
      let start = scanner.at
      var elements = try beginArray()
      while try nextElement(&elements) {
        sides.append(try number(in: NumberRange.length) ?? 0)
      }
      if sides.count != 2 {
        report(.error, .typeMismatch, at: start) { cursor in
          "\(cursor.subject) expects two numbers in brackets, not \(sides.count) numbers"
        }
        return (nil, nil)
      }
    } else {
      guard let size = try Size.read(from: &self) else { return (nil, nil) }
      sides = [size.width, size.height]
    }
    return (sides[0] > 0 ? sides[0] : nil, sides[1] > 0 ? sides[1] : nil)
  }

  /// One radius for all corners, or `[top, bottom]`; when those differ, the larger one is used and
  /// the other corners are square.
  mutating func corners() throws(SyntaxFault) -> Corners {
    guard scanner.current == UInt8(ascii: "[") else {
      return Corners(radius: try number(in: NumberRange.length) ?? 0)
    }
    let (top, bottom) = try sides()
    if top == bottom { return Corners(radius: top ?? 0) }
    return (top ?? 0) > (bottom ?? 0)
      ? Corners(radius: top ?? 0, edges: .top) : Corners(radius: bottom ?? 0, edges: .bottom)
  }

  /// Points for all sides, or an object of sides.
  mutating func padding() throws(SyntaxFault) -> EdgeInsets? {
    guard isAtNumber else { return try EdgeInsets.read(from: &self) }
    guard let all = try number(in: NumberRange.length) else { return nil }
    return EdgeInsets(top: all, left: all, bottom: all, right: all)
  }

  private mutating func report(_ faults: [NibTemplate.Fault], at offset: Int) {
    for fault in faults {
      switch fault {
      case .unclosed:
        report(.error, .typeMismatch, at: offset) { cursor in
          "\(cursor.subject) has a '{' without '}'; a brace itself is written '{{'"
        }
      case .unknown(let name):
        report(.warning, .unknownKey, at: offset) { _ in
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
