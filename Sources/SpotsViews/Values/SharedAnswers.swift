/// Answers of other screens, for the items of one that have the same names.
package struct SharedAnswers: Sendable {
  package var values: [String: JSONValue] = [:]
  /// The names of secrets, which only secret fields are given.
  package var secrets: Set<String> = []

  /// None.
  package init() {}

  package init(_ values: [String: JSONValue], secrets: Set<String>) {
    (self.values, self.secrets) = (values, secrets)
  }
}
