/// Finds what is wrong with the holes and expressions of a document, as far as its data shows.
///
/// A hole is told once, with the first row for which it has no value.
private struct HoleReview {
  let screen: Screen
  let scope: DataScope
  /// Why there is no data, or no schema of it, by the key of the source.
  let problems: [String: String]
  /// Whether the data is an example, made by a schema: no value of it says anything.
  let isExample: Bool
  /// The rows of each component, once they have been looked for.
  private var rows: [Int: RowList] = [:]
  /// The limit for trying all holes together: about a second.
  private var work = ExpressionWork(ExpressionWork.most * 10)
  /// Whether it has been told that formats are missing.
  private var areFormatsTold = false

  /// The number of rows that are tried.
  private static let sample = 1000

  init(_ screen: Screen, _ data: DataValue, isExample: Bool, _ problems: [String: String]) {
    (self.screen, self.problems, self.isExample) = (screen, problems, isExample)
    scope = DataScope(data: data, values: screen.firstValues)
  }

  /// The meaning of a string.
  private enum Use {
    case text, expression, sortKey, rows, place, identity, column, none
  }

  private static func use(_ path: [String]) -> Use {
    // Their braces are those of messages and nibs.
    if path.first == "strings" || path.first == "views" { return .none }
    if path.contains(where: JSONText.freeKeys.contains) { return .text }
    if path.count > 1, path[path.count - 2] == "sort" { return .sortKey }
    let key = path.last ?? ""
    switch key {
    case "where": return .expression
    case "each": return .rows
    case "from" where path.dropLast().last == "chart": return .rows
    case "bind": return .place
    case "key" where path.count == 3: return .identity
    case "field" where path.count == 5 && path[2] == "columns": return .column
    case _ where JSONTemplate.plainKeys.contains(key): return .none
    default: return .text
    }
  }

  mutating func review(
    _ token: StringToken, _ key: StringToken?, _ cursor: inout JSONCursor
  ) {
    // A key is no text.
    guard cursor.nesting.key?.start != token.start else { return }
    let path = cursor.pointer.split(separator: "/").map(String.init)
    guard path.first != "data" else {
      if path.count == 2, let problem = problems[path[1]] { report(problem, in: token, &cursor) }
      return
    }
    let text = cursor.scanner.text(of: token)
    // Free data may have any key.
    let isOfRow = path.prefix { !JSONText.freeKeys.contains($0) }
      .contains { $0 == "item" || $0 == "columns" }
    let environment = isOfRow ? DataScope.rowEnvironment : DataScope.environment
    switch Self.use(path) {
    case .none: return
    case .text:
      if path.last == "action", text.hasPrefix("data-add:"), !text.contains("{") {
        reviewRows(String(text.dropFirst("data-add:".count)), path, token, &cursor)
      }
      let (template, faults) = ExpressionTemplate.parse(text, in: environment)
      for fault in faults { report(fault, .error, in: token, &cursor) }
      guard faults.isEmpty, template.hasHoles else { return }
      if !areFormatsTold, let lack = template.expressions.lackOfFormats {
        areFormatsTold = true
        report(ExpressionFault(lack), .warning, in: token, &cursor)
      }
      evaluate(in: path, token, &cursor) { scope, work, report in
        withoutActuallyEscaping(report) { _ = template.value(in: scope, &work, $0) }
      }
    case .expression, .sortKey: review(expression: text, path, token, &cursor)
    case .rows: reviewRows(text, path, token, &cursor)
    case .place: reviewPlace(text, path, token, &cursor)
    case .identity: reviewIdentity(text, path, token, &cursor)
    case .column: reviewColumn(text, path, token, &cursor)
    }
  }

  private mutating func review(
    expression text: String, _ path: [String], _ token: StringToken, _ cursor: inout JSONCursor
  ) {
    let isCondition = path.last == "where"
    let shift = !isCondition && text.hasPrefix("-") ? 1 : 0
    do throws(ExpressionFault) {
      let expression = try Expression(String(text.dropFirst(shift)), in: DataScope.rowEnvironment)
      evaluate(in: path, token, &cursor) { scope, work, report in
        do throws(ExpressionFault) {
          if isCondition {
            _ = try expression.holds(in: scope, &work)
          } else {
            _ = try expression.value(in: scope, &work)
          }
        } catch {
          report(error.moved(by: shift))
        }
      }
    } catch {
      report(error.moved(by: shift), .error, in: token, &cursor)
    }
  }

  /// Evaluates something for the rows around it, or for the data alone, until it has a fault.
  private mutating func evaluate(
    in path: [String], _ token: StringToken, _ cursor: inout JSONCursor,
    _ body: (DataScope, inout ExpressionWork, (ExpressionFault) -> Void) -> Void
  ) {
    guard scope.data != .null, !work.isSpent else { return }
    var fault: (ExpressionFault, row: Int?)?
    let isExample = isExample
    if path.count > 2, path[0] == "components", let index = Int(path[1]),
      ["item", "where", "sort", "columns"].contains(path[2])
    {
      // Inside a row there may be rows of their own, whose holes have other names.
      guard !path.dropFirst(3).contains("children") else { return }
      var scope = scope
      let condition = path[2] == "where" || isExample ? nil : condition(ofComponent: index)
      for (place, row) in rows(ofComponent: index).prefix(Self.sample).enumerated()
      where fault == nil {
        (scope.row, scope.index) = (row, place)
        // Rows that are left out may lack what the others have.
        if condition?.verdict(in: scope) == false { continue }
        work.evaluation { work in
          body(scope, &work) { if !(isExample && $0.isOfValue) { fault = fault ?? ($0, place) } }
        }
      }
    } else if !path.contains("item") {
      let scope = scope
      work.evaluation { work in
        body(scope, &work) { if !(isExample && $0.isOfValue) { fault = fault ?? ($0, nil) } }
      }
    }
    if work.isSpent {
      let message = "the expressions take too long together; those from here on are not tried"
      report(ExpressionFault(message), .warning, in: token, &cursor)
    }
    guard let fault else { return }
    let place = fault.row.map { "row \($0): " } ?? ""
    var told = fault.0
    told.message = (isExample ? "by the schema: " : place) + told.message
    report(told, .warning, in: token, &cursor)
  }

  private func condition(ofComponent index: Int) -> Expression? {
    guard screen.components.indices.contains(index) else { return nil }
    return RowSelection(screen.components[index].rows).condition
  }

  private mutating func rows(ofComponent index: Int) -> RowList {
    if let known = rows[index] { return known }
    let each = screen.components.indices.contains(index) ? screen.components[index].rows.each : nil
    let found = each.flatMap { scope.rows($0) } ?? RowList()
    rows[index] = found
    return found
  }

  private func reviewRows(
    _ each: String, _ path: [String], _ token: StringToken, _ cursor: inout JSONCursor
  ) {
    let isAbsolute = each.isEmpty || each.hasPrefix("/")
    guard isAbsolute || path.contains("item") else {
      return report("a pointer outside of rows begins with '/'", in: token, &cursor)
    }
    guard isAbsolute, scope.data != .null, scope.rows(each) == nil else { return }
    let first = each.split(separator: "/").first.map(String.init) ?? ""
    let names = scope.keys(DataScope.Root.data.rawValue, [])
    let nearest = names.contains(first) ? "" : advice(nearestTo: first, among: names)
    report("the data has no array at '\(each.printable(limit: 80))'" + nearest, in: token, &cursor)
  }

  /// Rows are known again by a field that all of them have, and no two have in common.
  private mutating func reviewIdentity(
    _ key: String, _ path: [String], _ token: StringToken, _ cursor: inout JSONCursor
  ) {
    guard path[0] == "components", let index = Int(path[1]) else { return }
    var seen: [Item.Identifier: Int] = [:]
    for (place, row) in rows(ofComponent: index).prefix(Self.sample).enumerated() {
      var fault: String?
      if let identifier = row.identifier(key) {
        let first = seen[identifier]
        if let first { fault = "the same '\(key.printable(limit: 80))' as row \(first)" }
        seen[identifier] = first ?? place
      } else if case .object(let members) = row.value {
        fault = "no number or text '\(key.printable(limit: 80))' to be known by"
        if members[key] == nil {
          fault? += advice(nearestTo: key, among: Array(members.keys))
        }
      }
      guard let fault else { continue }
      return report(
        ExpressionFault("row \(place): \(fault)"), .warning, in: token, &cursor)
    }
  }

  /// Rows may lack a field that others have, but not all of them.
  private mutating func reviewColumn(
    _ field: String, _ path: [String], _ token: StringToken, _ cursor: inout JSONCursor
  ) {
    guard path[0] == "components", let index = Int(path[1]) else { return }
    var names: Set<String> = []
    for row in rows(ofComponent: index).prefix(Self.sample) {
      guard case .object(let members) = row.value, members[field] == nil else { return }
      names.formUnion(members.keys)
    }
    guard !names.isEmpty else { return }
    let nearest = advice(nearestTo: field, among: names.sorted())
    let message = "no row has a field '\(field.printable(limit: 80))'" + nearest
    report(ExpressionFault(message), .warning, in: token, &cursor)
  }

  /// A place that is not in the data is made when it gets a value, so only what looks like a
  /// misspelling is a fault.
  private mutating func reviewPlace(
    _ pointer: String, _ path: [String], _ token: StringToken, _ cursor: inout JSONCursor
  ) {
    guard pointer.hasPrefix("/") || path.contains("item") else {
      return report("a pointer outside of rows begins with '/'", in: token, &cursor)
    }
    evaluate(in: path, token, &cursor) { scope, _, report in
      guard scope.value(at: pointer) == nil else { return }
      let tokens = pointer.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
      let around = tokens.dropLast().joined(separator: "/")
      func value(at pointer: String) -> JSONValue? {
        scope.value(at: pointer.isEmpty && tokens[0] != "" ? "." : pointer)?.json
      }
      guard case .object(let members)? = value(at: around) else {
        let known = tokens.indices.lazy.reversed()
          .compactMap { value(at: tokens[..<$0].joined(separator: "/")) }.first
        if case .object? = known { return }
        let place = pointer.printable(limit: 80)
        return report(
          ExpressionFault("the data has no place '\(place)', and none can be made there"))
      }
      let name = tokens.last ?? ""
      let nearest = advice(nearestTo: name, among: Array(members.keys))
      if !nearest.isEmpty { report(ExpressionFault("the data has no '\(name)'" + nearest)) }
    }
  }

  private func report(_ message: String, in token: StringToken, _ cursor: inout JSONCursor) {
    report(ExpressionFault(message), .error, in: token, &cursor)
  }

  private func report(
    _ fault: ExpressionFault, _ severity: Diagnostic.Severity, in token: StringToken,
    _ cursor: inout JSONCursor
  ) {
    let offset = cursor.scanner.escapes.offset(fault.range.lowerBound, in: token)
    cursor.report(severity, .typeMismatch, at: offset) { _ in fault.message }
  }
}

extension ExpressionFault {
  fileprivate func moved(by distance: Int) -> ExpressionFault {
    var fault = self
    fault.range = range.lowerBound + distance..<range.upperBound + distance
    return fault
  }
}

extension Screen {
  /// The answers before users have given any, of its first ten thousand items.
  package var firstValues: [String: JSONValue] {
    var (values, rest) = ([String: JSONValue](), 10_000)
    ItemWalk.visit(components) { item, _ in
      if let name = item.valueName, values[name] == nil {
        values[name] = item.documentValue ?? .null
      }
      rest -= 1
      return rest > 0
    }
    return values
  }
}

extension ScreenReader {
  /// The faults of the holes and expressions of a screen's document, in the order of their places.
  ///
  /// - Parameters:
  ///   - data: The data, if it is there: expressions are tried with its first rows.
  ///   - schema: The schema of data that is not there.
  ///   - problems: Why the data, or its schema, cannot be read from where the document says it is,
  ///     by the key of the source.
  /// - Complexity: O(bytes), plus that of trying each hole with at most a thousand rows.
  package func holeDiagnostics(
    of bytes: [UInt8], _ screen: Screen, _ data: DataValue?, schema: DataSchema? = nil,
    problems: [String: String] = [:]
  ) -> [Diagnostic] {
    guard data != nil || screen.data != nil else { return [] }
    let known = data ?? schema?.example ?? ScreenData(of: screen, after: nil)?.value ?? .null
    var review = HoleReview(screen, known, isExample: data == nil && schema != nil, problems)
    return readDocument(bytes) { cursor throws(SyntaxError) in
      try StringVisitor.visit(&cursor) { token, key, cursor in review.review(token, key, &cursor) }
    }.diagnostics
  }
}
