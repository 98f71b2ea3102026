/// The language of the texts on a screen: that of its document, or else that of its user.
struct TextLanguage {
  var user = Language.standard { didSet { follow() } }
  var document: String? { didSet { follow() } }
  /// Kept, since views ask for it all the time.
  private(set) var isRightToLeft = false

  var name: String { document ?? user.words }

  private mutating func follow() { isRightToLeft = Language.isRightToLeft(name) }
}
