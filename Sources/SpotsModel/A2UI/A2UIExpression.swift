/// The place from which a component's relative paths start: the root of the surface's data, an
/// element of an array in it, or the row that an item is made from.
struct A2UIScope {
  enum Base: Equatable {
    case data([String])
    case row
  }

  let surface: A2UISurface
  var base = Base.data([])
  /// Whether expressions read what was typed into obscured fields.
  var readsSecrets = false

  /// The tokens from where the path begins, and whether that is the row.
  private func tokens(_ path: String) -> (tokens: [String], isOfRow: Bool) {
    let tokens = A2UIData.tokens(path == "." ? "" : path)
    if path.hasPrefix("/") { return (tokens, false) }
    switch base {
    case .data(let before): return (before + tokens, false)
    case .row: return (tokens, true)
    }
  }

  /// The scope of an element of the array at a path; nil in a row.
  func element(_ index: Int, of path: String) -> A2UIScope? {
    let (tokens, isOfRow) = tokens(path)
    guard !isOfRow else { return nil }
    return A2UIScope(surface: surface, base: .data(tokens + [String(index)]))
  }

  /// The expression for the place among the elements of an array, from 0.
  var index: String {
    guard case .data(let tokens) = base else { return "index" }
    return tokens.last { A2UIData.index($0) != nil } ?? "0"
  }

  /// The present value at a path; nil for none, and in rows.
  func value(at path: String) -> JSONValue? {
    let (tokens, isOfRow) = tokens(path)
    return isOfRow ? nil : A2UIData.value(at: tokens, in: surface.data)
  }

  /// The name of the answer in the obscured field that is bound to a path; nil for other paths.
  func secret(at path: String) -> String? {
    let (tokens, isOfRow) = tokens(path)
    return isOfRow ? nil : surface.secrets[JSONPointer.text(tokens[...])]
  }

  /// The pointer by which items are bound to a path, and rows are made of it.
  func pointer(_ path: String, _ more: String...) -> String {
    let (tokens, isOfRow) = tokens(path)
    guard isOfRow else { return JSONPointer.text(([surface.id] + tokens + more)[...]) }
    let pointer = JSONPointer.text((tokens + more)[...]).dropFirst()
    return pointer.isEmpty ? "." : String(pointer)
  }

  /// The expression for the value at a path.
  ///
  /// - Parameter isSafe: Whether it is null, rather than a fault, where there is no value.
  func expression(_ path: String, isSafe: Bool) -> String {
    if readsSecrets, let name = secret(at: path) {
      let answer = "values[\(Expression.quoted(name))]"
      return "(has(\(answer)) ? \(answer) : null)"
    }
    let (tokens, isOfRow) = tokens(path)
    var (text, checks) = (
      isOfRow ? "row" : "data[\(Expression.quoted(surface.id))]", [String]()
    )
    var value = isOfRow ? nil : surface.data
    for token in tokens {
      let index = A2UIData.index(token)
      if let index, value.map({ $0.object == nil }) ?? true {
        checks.append("size(\(text)) > \(index)")
        text += "[\(index)]"
      } else {
        text += "[\(Expression.quoted(token))]"
        checks.append("has(\(text))")
      }
      value = value.flatMap { A2UIData.value(at: [token], in: $0) }
    }
    return isSafe && !checks.isEmpty
      ? "(\(checks.joined(separator: " && ")) ? \(text) : null)" : text
  }
}

/// Makes expressions of the values of A2UI: what is written out, paths, and calls of functions.
struct A2UIExpression {
  private(set) var scope: A2UIScope
  /// The path that expressions know as `value`; nil for none.
  var own: String?
  private(set) var faults: [A2UIFault] = []
  private var depth = 0

  /// The most calls inside each other.
  private static let greatestDepth = 12

  init(_ scope: A2UIScope, own: String? = nil) { (self.scope, self.own) = (scope, own) }

  /// The template for a key of an item, whose value has the type of `value`.
  mutating func template(_ value: JSONValue?) -> String {
    switch value {
    case nil, .null?: return ""
    case .string(let text)?: return ExpressionTemplate.escaped(text)
    case .object(let members)? where members["call"] == "formatString":
      let text = members["args"]?["value"]
      guard case .string(let format)? = text else { return template(text) }
      return parts(of: format).map { part in
        switch part {
        case .string(let text): ExpressionTemplate.escaped(text)
        default: "{\(expression(part))}"
        }
      }.joined()
    case let value?: return "{\(expression(value))}"
    }
  }

  /// The expression of a value.
  ///
  /// - Parameter isSafe: Whether it is null, rather than a fault, where there is none.
  mutating func expression(_ value: JSONValue, isSafe: Bool = false) -> String {
    switch value {
    case .string(let text): return Expression.quoted(text)
    case .array(let values):
      return "[\(values.map { expression($0, isSafe: true) }.joined(separator: ", "))]"
    case .object(let members):
      if let path = members["path"]?.text {
        return path == own ? "value" : scope.expression(path, isSafe: isSafe)
      }
      if let name = members["call"]?.text { return call(name, members["args"]?.object ?? [:]) }
      let pairs = members.sorted { $0.key < $1.key }.map {
        "\(Expression.quoted($0.key)): \(expression($0.value, isSafe: true))"
      }
      return "({\(pairs.joined(separator: ", "))})"
    default: return JSONWriter { $0.value(value) }.text
    }
  }

  /// The expression of a value as a boolean, which alone depends on secrets.
  mutating func condition(_ value: JSONValue) -> String {
    let outer = scope.readsSecrets
    scope.readsSecrets = true
    defer { scope.readsSecrets = outer }
    if value["path"] != nil { return "(\(expression(value, isSafe: true)) == true)" }
    return expression(value)
  }

  mutating func note(_ code: A2UIFault.Code, _ message: String) {
    faults.append(A2UIFault(code, scope.surface.id, message))
  }

  // MARK: Functions

  private mutating func call(_ name: String, _ args: [String: JSONValue]) -> String {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      if depth == Self.greatestDepth + 1 {
        note(.limit, "calls are more than \(Self.greatestDepth) levels deep")
      }
      return "null"
    }
    let value = args["value"] ?? .null
    switch name {
    case "required": return "!(\(expression(value, isSafe: true)) in [null, '', []])"
    case "regex": return "\(text(value)).matches(\(Expression.quoted(args["pattern"]?.text ?? "")))"
    case "email": return "\(text(value)).matches(\(Expression.quoted(Self.email)))"
    case "length": return range(of: length(value), args)
    case "numeric": return range(of: "double(\(expression(value)))", args)
    case "and", "or": return joined(args["values"]?.elements ?? [], isAnd: name == "and")
    case "not": return "!\(condition(value))"
    case "formatString":
      guard case .string(let format) = value else { return text(value) }
      let parts = parts(of: format).map { text($0) }
      return parts.isEmpty ? "''" : "(\(parts.joined(separator: " + ")))"
    case "formatNumber": return "number(double(\(expression(value)))\(style(args)))"
    case "formatCurrency":
      let currency = text(args["currency"] ?? "USD")
      return "currency(double(\(expression(value))), \(currency)\(style(args)))"
    case "formatDate": return date(value, args["format"] ?? "yyyy-MM-dd")
    case "pluralize": return plural(value, args)
    case "@index":
      let offset = args["offset"].map { " + \(expression($0))" } ?? ""
      return "(\(scope.index)\(offset))"
    default:
      note(.unknownFunction, "there is no function '\(name.printable(limit: 80))'")
      return "null"
    }
  }

  private static let email = #"^[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+\.[a-zA-Z]{2,}$"#

  private mutating func joined(_ values: [JSONValue], isAnd: Bool) -> String {
    let whole = values.map { condition($0) }.joined(separator: isAnd ? " && " : " || ")
    return values.isEmpty ? "\(isAnd)" : "(\(whole))"
  }

  /// The expression of a value as text.
  private mutating func text(_ value: JSONValue) -> String {
    if case .string(let text) = value { return Expression.quoted(text) }
    let expression = expression(value, isSafe: true)
    if value["call"] != nil { return "string(\(expression))" }
    return "(\(expression) == null ? '' : string(\(expression)))"
  }

  private mutating func length(_ value: JSONValue) -> String {
    let expression = expression(value, isSafe: true)
    return "(\(expression) == null ? 0 : size(\(expression)))"
  }

  private mutating func range(of value: String, _ args: [String: JSONValue]) -> String {
    let bounds = [("min", ">="), ("max", "<=")].compactMap { key, sign in
      args[key].map { "\(value) \(sign) \(expression($0))" }
    }
    return bounds.isEmpty ? "(\(value) == \(value))" : "(\(bounds.joined(separator: " && ")))"
  }

  /// The style of a number, after a comma; empty for the usual one.
  private mutating func style(_ args: [String: JSONValue]) -> String {
    let group = args["grouping"].map { $0 == false ? " group-off" : "" } ?? ""
    switch args["decimals"] {
    case nil, .null?: return group.isEmpty ? "" : ", 'group-off'"
    case let count? where count.number != nil:
      let digits = min(max(Int(count.number ?? 0), 0), 20)
      let style = digits == 0 ? "precision-integer" : "." + String(repeating: "0", count: digits)
      return ", '\(style)\(group)'"
    case let count?:
      let digits = "int(\(expression(count)))"
      return ", (\(digits) < 1 ? 'precision-integer' : '.' + '00000000000000000000'"
        + ".substring(0, \(digits))) + '\(group)'"
    }
  }

  private mutating func date(_ value: JSONValue, _ format: JSONValue) -> String {
    let day = expression(value, isSafe: true)
    guard case .string(let pattern) = format else { return "date(\(day), \(text(format)))" }
    // Letters alone would be a skeleton, which languages order in their own ways.
    var runs: [Substring] = []
    for index in pattern.indices {
      let isNew =
        index == pattern.startIndex || pattern[pattern.index(before: index)] != pattern[index]
      if isNew {
        runs.append(pattern[index..<pattern.index(after: index)])
      } else if let last = runs.popLast() {
        runs.append(pattern[last.startIndex...index])
      }
    }
    guard runs.count > 1 || pattern.hasPrefix("h"),
      pattern.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return "date(\(day), \(Expression.quoted(pattern)))" }
    // Hours alone would say which half of the day they are of.
    let parts = runs.map { run in
      run.first == "h" ? "date(\(day), '\(run):').replace(':', '')" : "date(\(day), '\(run)')"
    }
    return "(\(parts.joined(separator: " + ")))"
  }

  /// The text for the plural category of a number; one for 0, 1 or 2 itself comes first.
  private mutating func plural(_ value: JSONValue, _ args: [String: JSONValue]) -> String {
    let exact = [("zero", "=0"), ("one", "=1"), ("two", "=2")].filter { args[$0.0] != nil }
    let names = ["zero", "one", "two", "few", "many"].filter { args[$0] != nil } + ["other"]
    let message = exact.map { "\($0.1) {\($0.0)}" } + names.map { "\($0) {\($0)}" }
    let texts = names.map { "'\($0)': \(text(args[$0] ?? ""))" }
    return "({\(texts.joined(separator: ", "))})"
      + "[plural(\(expression(value)), '\(message.joined(separator: " "))')]"
  }

  // MARK: Texts

  private mutating func parts(of format: String) -> [JSONValue] {
    do throws(PointerFault) {
      return try A2UIFormatString.parts(of: format)
    } catch {
      faults.append(
        A2UIFault(.validation, scope.surface.id, error.reason, at: "/formatString"))
      return [.string(format)]
    }
  }
}
