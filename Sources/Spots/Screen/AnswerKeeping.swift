/// Keeps users' answers from one run of the program to the next, if the screen asks for it.
@MainActor
final class AnswerKeeping {
  /// The key under which they are kept; nil keeps none.
  var key: String? {
    // The answers until now belong to the old key.
    willSet { if newValue != key { keep() } }
    didSet { if key != oldValue { (known, awaited) = (nil, KeptValues()) } }
  }
  /// The values kept under the key; nil until they are first needed.
  private var known: KeptValues?
  /// Those of them whose items are on following pages that have not been shown yet.
  private var awaited = KeptValues()
  /// The version of the values that was kept last.
  private var keptVersion = 0
  /// When changes will be kept; nil when there are none.
  private var due: Double?
  private let values: InputValues
  private let content: ScreenContent
  private let layout: ScreenLayout

  /// How long a change waits for others, in seconds.
  private static let patience = 1.0

  init(_ values: InputValues, _ content: ScreenContent, _ layout: ScreenLayout) {
    (self.values, self.content, self.layout) = (values, content, layout)
  }

  /// The store that keeps the answers to the present screen, and their key; nil when none does.
  private var place: (store: any ValueStore, key: String)? {
    guard let key, content.screen.keepsValues, let store = layout.environment.valueStore
    else { return nil }
    return (store, key)
  }

  /// The answers of an earlier run that the screen has not been given yet; nil for none.
  func valuesToRestore() -> KeptValues? {
    guard known == nil || !awaited.entries.isEmpty, let (store, key) = place else { return nil }
    if known == nil { awaited = store.values(for: key) ?? KeptValues() }
    known = known ?? awaited
    guard !awaited.entries.isEmpty else { return nil }
    let kept = awaited
    if content.screen.next == nil {
      awaited.entries.removeAll()
    } else {
      for input in values.inputs { awaited.entries[input.name] = nil }
    }
    return kept
  }

  /// Forgets what was kept for pages that have not followed.
  func reset() { awaited.entries.removeAll() }

  /// Keeps changes once they are a second old.
  ///
  /// - Returns: When the next changes are due to be kept; nil when none are.
  func update(at now: Double) -> Double? {
    guard values.version != keptVersion, place != nil else {
      due = nil
      return nil
    }
    let time = due ?? now + Self.patience
    due = time
    guard now >= time else { return time }
    keep()
    return nil
  }

  /// Keeps what has changed.
  func keep() {
    due = nil
    guard values.version != keptVersion, let (store, key) = place else { return }
    keptVersion = values.version
    var kept = values.kept(secrets: false)
    kept.entries.merge(awaited.entries) { given, _ in given }
    guard kept != known else { return }
    known = kept
    if kept.entries.isEmpty { store.removeValues(for: key) } else { store.save(kept, for: key) }
  }
}
