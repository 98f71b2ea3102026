/// The values users gave the items of a screen, without those of the document, as they are kept
/// from one run of a program to the next.
public struct KeptValues: Hashable, Sendable, Codable {
  /// A value, and the document's value that it replaces.
  public struct Entry: Hashable, Sendable, Codable {
    /// The value that the user gave.
    public var value: JSONValue
    /// The value that the document gave at that time; if it gives another now, that one applies.
    public var documentValue: JSONValue
    /// Whether it was entered into a secret field. Secrets are never written anywhere.
    package var isSecret = false

    private enum CodingKeys: CodingKey { case value, documentValue }

    /// Creates an entry that was entered into a secret field, or into another one.
    package init(_ value: JSONValue, insteadOf documentValue: JSONValue, isSecret: Bool) {
      self.init(value, insteadOf: documentValue)
      self.isSecret = isSecret
    }

    /// Creates an entry.
    public init(_ value: JSONValue, insteadOf documentValue: JSONValue) {
      self.value = value
      self.documentValue = documentValue
    }
  }

  /// By the names of the values.
  public var entries: [String: Entry]

  /// Creates kept values; none unless given.
  public init(_ entries: [String: Entry] = [:]) {
    self.entries = entries
  }
}

/// Keeps what users answered from one run of a program to the next.
@MainActor
public protocol ValueStore: AnyObject {
  /// The values kept under `key`; nil when there are none, or they cannot be read.
  func values(for key: String) -> KeptValues?

  /// Keeps `values` under `key`, in place of what was there; those it has no room for are left out.
  func save(_ values: KeptValues, for key: String)

  /// Forgets what is kept under `key`, and nothing else.
  func removeValues(for key: String)
}
