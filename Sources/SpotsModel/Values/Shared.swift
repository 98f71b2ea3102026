/// Values that copies of a model share: they are never changed, but replaced.
final class Shared<Values: Hashable & Sendable>: Hashable, Sendable {
  let values: Values

  init(_ values: Values) { self.values = values }

  static func == (a: Shared, b: Shared) -> Bool { a === b || a.values == b.values }
  func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
