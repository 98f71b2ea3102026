extension StringTable {
  /// What is wrong with the texts, with their places: faults of messages, plurals that the language
  /// does not have or that are missing, values other than in `base`, and texts that are missing or
  /// that nothing names.
  ///
  /// - Parameters:
  ///   - base: The same texts in another language, which count; nil for none.
  ///   - named: The texts that documents name.
  package func diagnostics(base: StringTable?, named: Set<String>) -> [Diagnostic] {
    let categories = ICU.pluralCategories(of: language)
    var missing = named.union(base?.messages.keys.filter(named.contains) ?? [])
    let faults = visit { identifier, text, token, cursor in
      missing.remove(identifier)
      let name = "'\(identifier.printable(limit: 40))'"
      do throws(ExpressionFault) {
        let message = try Message(text)
        let values = base?.message(identifier)?.shape.values ?? message.shape.values
        for problem in message.problems(values: values, categories, in: self, base) {
          cursor.report(.warning, .missingString, at: token.start - 1) { _ in
            "in \(name): \(problem)"
          }
        }
      } catch {
        let offset = cursor.scanner.escapes.offset(error.range.lowerBound, in: token)
        cursor.report(.error, .typeMismatch, at: offset) { _ in "in \(name): \(error.message)" }
      }
      guard !named.contains(identifier) else { return }
      cursor.report(.warning, .missingString, at: token.start - 1) { _ in
        "no screen beside it names \(name)" + advice(nearestTo: identifier, among: named.sorted())
      }
    }
    return faults
      + missing.sorted().map { identifier in
        Diagnostic(
          severity: .warning, code: .missingString, line: 1, column: 1, path: "",
          message: "the text '\(identifier.printable(limit: 40))' is missing")
      }
  }
}

extension Message {
  fileprivate func problems(
    values: Set<String>, _ categories: Set<String>?, in table: StringTable, _ base: StringTable?
  ) -> [String] {
    let shape = shape
    var problems = values.subtracting(shape.values).sorted().map { name in
      "it lacks the value '\(name.printable(limit: 40))' of \(base?.language ?? "others")"
    }
    problems += shape.values.subtracting(values).sorted().map { name in
      "\(base?.language ?? "others") has no value '\(name.printable(limit: 40))'"
        + advice(nearestTo: name, among: values.sorted())
    }
    guard let categories else { return problems }
    for cases in shape.plurals {
      let named = cases.filter { !$0.hasPrefix("=") }
      problems += categories.subtracting(named).sorted().map {
        "a plural in \(table.language) also has the case '\($0)'"
      }
      problems += named.subtracting(categories).sorted().map {
        "a plural in \(table.language) has no case '\($0)'"
      }
    }
    return problems
  }
}

extension ICU {
  /// The plural categories of a language; nil where ICU is not installed.
  ///
  /// - Complexity: A millisecond: ICU is asked about some hundred numbers, whole and with a
  ///   fraction, among which are all that CLDR tells apart.
  static func pluralCategories(of language: String) -> Set<String>? {
    guard let shared else { return nil }
    let wholes = (Array(0...200) + [1000, 1_000_000, 2_000_000]).map(JSONValue.integer)
    let values = wholes + [0.1, 0.5, 1.1, 1.5, 2.1, 10.5].map(JSONValue.number)
    var categories: Set<String> = []
    for value in values {
      var work = ExpressionWork()
      let count = Result { () throws(ExpressionFault) in
        try shared.number(value, "", language, words: language, &work)
      }
      if case .success(let count) = count { categories.insert(count.category) }
    }
    return categories.isEmpty ? nil : categories
  }
}

extension ScreenStrings {
  /// The texts that a document names, each with the names of the values it is given.
  package static func named(
    in document: [UInt8], _ dialect: ScreenReader.Dialect = .json
  ) -> [String: Set<String>] {
    var named: [String: Set<String>] = [:]
    func visit(_ value: JSONValue) {
      switch value {
      case .array(let elements): elements.forEach(visit)
      case .object(let members):
        if let reference = StringReference(value) {
          named[reference.identifier, default: []].formUnion(reference.names)
        }
        for (key, value) in members where !JSONText.freeKeys.contains(key) && key != "data" {
          visit(value)
        }
      default: return
      }
    }
    let tree = ScreenReader(dialect: dialect).readDocument(document) {
      cursor throws(SyntaxError) in try FreeValue.read(from: &cursor)
    }
    tree.value.map(visit)
    return named
  }
}
