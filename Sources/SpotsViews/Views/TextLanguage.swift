/// The language of the texts on a screen: that of its document, or else that of its user.
struct TextLanguage {
  var user = Language.standard {
    didSet {
      words = Words(user)
      follow()
    }
  }
  var document: String? { didSet { follow() } }
  /// What the program itself says, in the user's language.
  private(set) var words = Words.english
  /// Kept, since views ask for it all the time.
  private(set) var isRightToLeft = false

  var name: String { document ?? user.words }

  private mutating func follow() { isRightToLeft = Language.isRightToLeft(name) }
}
