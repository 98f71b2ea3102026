/// Text with holes for an item's data: `{subtitle} · {meta.nationality}`.
///
/// `{{` and `}}` are literal braces. A hole without data is empty.
struct NibTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case field(Field)
    /// Keys from the item's `meta` inward.
    case meta([String])

    var isHole: Bool {
      if case .text = self { return false }
      return true
    }
  }

  /// The properties of an item that holes can name, besides `meta.…`.
  enum Field: String, Hashable, Sendable, CaseIterable {
    case title, subtitle, text, image, kind, action, identifier, value
  }

  /// A mistake in a hole.
  enum HoleError: Hashable {
    case unclosed
    case unknown(String)
  }

  private(set) var parts: [Part] = []

  init(text: String) {
    parts = text.isEmpty ? [] : [.text(text)]
  }

  /// - Returns: The template without its faulty holes, and what is wrong with them.
  static func parse(_ source: String) -> (template: NibTemplate, errors: [HoleError]) {
    var template = NibTemplate(text: "")
    var errors: [HoleError] = []
    var literal = ""
    var rest = source[...]
    while let character = rest.first {
      rest = rest.dropFirst()
      if character == "{" || character == "}", rest.first == character {
        literal.append(character)
        rest = rest.dropFirst()
      } else if character == "{" {
        guard let end = rest.firstIndex(of: "}") else {
          errors.append(.unclosed)
          break
        }
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if !literal.isEmpty { template.parts.append(.text(literal)) }
        literal = ""
        if let part = part(name) {
          template.parts.append(part)
        } else {
          errors.append(.unknown(name))
        }
      } else {
        literal.append(character)
      }
    }
    if !literal.isEmpty { template.parts.append(.text(literal)) }
    return (template, errors)
  }

  private static func part(_ name: String) -> Part? {
    if let field = Field(rawValue: name) { return .field(field) }
    let path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard path.count > 1, path[0] == "meta", !path.contains("") else { return nil }
    return .meta(Array(path.dropFirst()))
  }

  /// The length, in bytes, after which no further part is added: a view shows less of a text.
  /// Thousands of holes for a long text would make one that takes all memory.
  private static let longest = 1 << 18

  /// The text with its holes filled from `item`.
  func text(for item: Item) -> String {
    var filled = ""
    for part in parts {
      switch part {
      case .text(let text): filled += text
      case .field(let field): filled += Self.text(of: field, item)
      case .meta(let path): filled += Self.text(of: path, item)
      }
      if filled.utf8.count > Self.longest { break }
    }
    return filled
  }

  private static func text(of field: Field, _ item: Item) -> String {
    switch field {
    case .title: return item.title
    case .subtitle: return item.subtitle
    case .text: return item.text
    case .image: return item.image
    case .kind: return item.kind
    case .action: return item.action ?? ""
    case .value: return item.documentValue.map { text($0) } ?? ""
    case .identifier: return item.identifier?.json.typedText ?? ""
    }
  }

  private static func text(of path: [String], _ item: Item) -> String {
    var value = JSONValue.object(item.meta.values)
    for key in path {
      guard case .object(let members) = value, let member = members[key] else { return "" }
      value = member
    }
    return text(value)
  }

  private static func text(_ value: JSONValue) -> String {
    if case .bool(let isTrue) = value { isTrue ? "true" : "false" } else { value.typedText }
  }
}

/// When an element is shown: `{subtitle}`, `!{meta.sold}`, `{kind} == card`, `{title} != x`.
struct NibCondition: Hashable, Sendable {
  private var template: NibTemplate
  private var isNegated = false
  /// The text to compare with; nil tests that the text is neither empty nor `false`.
  private var other: NibTemplate?

  /// The signs between two texts, and whether the texts have to differ.
  private static let signs = [(" == ", false), (" != ", true)]

  /// - Returns: The condition; what is wrong with its holes; and whether it has one of the forms.
  static func parse(
    _ source: String
  ) -> (condition: NibCondition, errors: [NibTemplate.HoleError], isFormed: Bool) {
    for (sign, isNegated) in signs {
      guard let (left, right) = split(source, at: sign) else { continue }
      let (template, errors) = NibTemplate.parse(left)
      let (other, otherErrors) = NibTemplate.parse(right)
      let isOne = signs.allSatisfy { split(right, at: $0.0) == nil } && !left.hasPrefix("!{")
      return (
        NibCondition(template: template, isNegated: isNegated, other: other), errors + otherErrors,
        isOne
      )
    }
    let isNegated = source.hasPrefix("!")
    let (template, errors) = NibTemplate.parse(String(isNegated ? source.dropFirst() : source[...]))
    // Without a hole the result would be the same for every item.
    let isConstant = template.parts.isEmpty && errors.isEmpty
    return (
      NibCondition(template: template, isNegated: isNegated), errors,
      !isConstant && template.parts.allSatisfy(\.isHole)
    )
  }

  private static func split(_ source: String, at sign: String) -> (String, String)? {
    var start = source.startIndex
    while start < source.endIndex {
      if source[start...].hasPrefix(sign) {
        let end = source.index(start, offsetBy: sign.count)
        return (String(source[..<start]), String(source[end...]))
      }
      start = source.index(after: start)
    }
    return nil
  }

  func holds(for item: Item) -> Bool {
    let text = template.text(for: item)
    let isTrue = other.map { $0.text(for: item) == text } ?? !(text.isEmpty || text == "false")
    return isTrue != isNegated
  }
}

/// A color, or a template that gives the name of one.
enum NibPaint: Hashable, Sendable {
  case paint(Paint)
  case template(NibTemplate, else: Paint)

  func paint(for item: Item) -> Paint {
    switch self {
    case .paint(let paint): paint
    case .template(let template, let fallback): Paint(name: template.text(for: item)) ?? fallback
    }
  }
}

extension Paint {
  /// Creates a paint from a role's name or a color such as `#RRGGBB`; nil for any other text.
  init?(name: String) {
    if let role = ColorRole(rawValue: name) {
      self = .role(role)
    } else if name.utf8.count <= 9, let color = Color(hex: name) {
      self = .color(color)
    } else {
      return nil
    }
  }
}
