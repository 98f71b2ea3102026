/// The letters, digits and signs that characters are searched as.
enum FoldedForms {
  /// The form in which a small letter or another character is searched; empty if it is ignored.
  static func form(of scalar: Unicode.Scalar) -> String {
    if let form = forms[scalar] { return form }
    let properties = scalar.properties
    if isIgnored(scalar) { return "" }
    if properties.isDash { return "-" }
    switch properties.numericType {
    case .decimal, .digit: return "\(Int(properties.numericValue ?? 0))"
    case .numeric where isEnclosedNumber(scalar.value):
      return "\(Int(properties.numericValue ?? 0))"
    default: break
    }
    if let letters = Hangul.letters(of: scalar.value) { return letters }
    return properties.name.map { form(ofName: $0, else: scalar) } ?? String(scalar)
  }

  private static func isEnclosedNumber(_ value: UInt32) -> Bool {
    switch value {
    case 0x2460...0x24FF, 0x2776...0x2793, 0x3251...0x325F, 0x32B1...0x32BF: true
    default: false
    }
  }

  /// Whether a scalar is an accent, or cannot be seen.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.canonicalCombiningClass.rawValue {
    // Marks over letters and below, and the points of Hebrew and Arabic; not the vowels and tones
    // of scripts that have no other sign for them.
    case 1, 7, 10...36, 200...255: return true
    default: break
    }
    switch scalar.value {
    // Signs between Hebrew words, and the line that stretches Arabic ones.
    case 0x05C0, 0x05C3, 0x05C6, 0x0640: return true
    default:
      return properties.isDefaultIgnorableCodePoint || properties.generalCategory == .enclosingMark
    }
  }

  /// The form of a character by its Unicode name: the letter without accents, in its usual width.
  private static func form(ofName full: String, else scalar: Unicode.Scalar) -> String {
    var name = full[...]
    for width in ["FULLWIDTH ", "HALFWIDTH ", "CIRCLED ", "PARENTHESIZED "]
    where name.hasPrefix(width) {
      name = name.dropFirst(width.count)
    }
    for place in [" ISOLATED FORM", " INITIAL FORM", " MEDIAL FORM", " FINAL FORM"]
    where name.hasSuffix(place) {
      name = name.dropLast(place.count)
    }
    if name.hasPrefix("ARABIC LIGATURE ") {
      let letters = parts(of: name.dropFirst("ARABIC LIGATURE ".count)).compactMap {
        named["ARABIC LETTER \($0)"].map(plain)
      }
      return letters.isEmpty ? String(scalar) : letters.joined()
    }
    // The signs of units.
    if 0x3371...0x33DF ~= scalar.value, name.hasPrefix("SQUARE "), !name.dropFirst(7).contains(" ")
    {
      return name.dropFirst(7).lowercased()
    }
    if let letter = latinLetter(name) { return letter }
    if name.hasPrefix("HEBREW LETTER WIDE ") {
      name = "HEBREW LETTER " + name.dropFirst("HEBREW LETTER WIDE ".count)
    }
    return named[String(parts(of: name)[0])].map(plain) ?? plain(scalar)
  }

  /// The parts of a name that " WITH " separates.
  private static func parts(of name: Substring) -> [Substring] {
    var (parts, start) = ([Substring](), name.startIndex)
    let utf8 = name.utf8
    for space in utf8.indices where utf8[space...].starts(with: " WITH ".utf8) {
      parts.append(name[start..<space])
      start = utf8.index(space, offsetBy: 6)
    }
    return parts + [name[start...]]
  }

  /// The letter that a raised, enclosed or mathematical form of it is named after.
  private static func latinLetter(_ name: Substring) -> String? {
    let words = name.split(separator: " ")
    guard words.count > 1, let last = words.last, last.utf8.count == 1 else { return nil }
    let isCased = ["SMALL", "CAPITAL", "LETTER"].contains(words[words.count - 2])
    let styles: Set<Substring> = [
      "LATIN", "MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER", "MODIFIER",
    ]
    let isLatin = words.contains(where: styles.contains) && !words.contains("CYRILLIC")
    return isCased && isLatin ? last.lowercased() : nil
  }

  /// The form of a letter that has no accents.
  private static func plain(_ scalar: Unicode.Scalar) -> String {
    if let form = forms[scalar] { return form }
    switch scalar.value {
    // Both kinds of kana.
    case 0x30A1...0x30F6, 0x30FD...0x30FE:
      return Unicode.Scalar(scalar.value - 0x60).map { String($0) } ?? String(scalar)
    // The moon over a nasal syllable, and the dot.
    case 0x0900..<0x0D80 where scalar.value & 0x7F == 0x01:
      return Unicode.Scalar(scalar.value + 1).map { String($0) } ?? String(scalar)
    default: return Hangul.letters(of: scalar.value) ?? String(scalar)
    }
  }

  /// Letters and signs by name, of which others are accented or wide forms.
  private static let named: [String: Unicode.Scalar] = {
    var named: [String: Unicode.Scalar] = [:]
    for block in [0x0020..<0x0700, 0x3000..<0x3100, 0x3130..<0x3164] as [Range<UInt32>] {
      for value in block {
        guard let scalar = Unicode.Scalar(value) else { continue }
        if let name = scalar.properties.name, parts(of: name[...]).count == 1 {
          named[name] = scalar
        }
      }
    }
    return named
  }()

  /// Characters, each before its form, that their names do not lead to it.
  private static let forms: [Unicode.Scalar: String] = {
    var forms: [Unicode.Scalar: String] = [:]
    for entry in table.split(whereSeparator: \.isWhitespace) {
      guard let first = entry.unicodeScalars.first else { continue }
      forms[first] = String(String.UnicodeScalarView(entry.unicodeScalars.dropFirst()))
    }
    return forms
  }()

  private static let table = #"""
    ёе йи їі ўу ѓг ќк æae œoe ßss ðd þth ĸk ŋn ƒf ĳij ŀl ŉ'n ǆdz ǉlj ǌnj ǳdz ſs əe
    ‘' ’' ‚' ‛' ′' ‵' ʹ' ʻ' ʼ' ʽ' ´' ՚' ׳' ‹' ›' “" ”" „" ‟" ″" ״" «" »" 〝" 〞" 〟"
    ½1/2 ⅓1/3 ⅔2/3 ¼1/4 ¾3/4 ⅕1/5 ⅖2/5 ⅗3/5 ⅘4/5 ⅙1/6 ⅚5/6 ⅐1/7 ⅛1/8 ⅜3/8 ⅝5/8 ⅞7/8 ⅑1/9
    ⅒1/10 ↉0/3 ⅟1/ ⁄/ ∕/ ÷/ ×x ∶: …... ‥.. ‼!! ⁇?? ⁈?! ⁉!? ≤<= ≥>= ≠!= →-> ←<- ⇒=>
    ⅰi ⅱii ⅲiii ⅳiv ⅴv ⅵvi ⅶvii ⅷviii ⅸix ⅹx ⅺxi ⅻxii ⅼl ⅽc ⅾd ⅿm
    ªa ºo ™tm ℠sm №no ℃°c ℉°f ℅c/o ℀a/c ℁a/s ℆c/u ℡tel ℻fax ℓl ℎh ℏh ℹi ℯe ⅆd ⅇe ⅈi ⅉj
    〜~ 〰~ ㎜mm ㎝cm ㎞km ㎡m2 ㎥m3 ㎎mg ㎏kg ㎐hz ㎑khz ㎒mhz ㎓ghz ㎖ml ㎗dl ㎘kl ㏄cc ㏈db ㏑ln ㏒log
    ㈱株 ㈲有 ㈹代 ㍻平成 ㍼昭和 ㍽大正 ㍾明治 ㋿令和 ㊤上 ㊥中 ㊦下 ㊧左 ㊨右 ㊙秘 ㊗祝
    """#
      + """

      \u{649}\u{64A} \u{6CC}\u{64A} \u{6A9}\u{643} \u{671}\u{627} \u{672}\u{627} \u{673}\u{627}
      \u{629}\u{647} \u{6C1}\u{647} \u{6BE}\u{647} \u{6D5}\u{647} \u{6D2}\u{64A} \u{6C0}\u{647}
      \u{675}\u{627} \u{676}\u{648} \u{678}\u{64A}
      \u{929}\u{928} \u{931}\u{930} \u{934}\u{933} \u{958}\u{915} \u{959}\u{916} \u{95A}\u{917}
      \u{95B}\u{91C} \u{95C}\u{921} \u{95D}\u{922} \u{95E}\u{92B} \u{95F}\u{92F} \u{9DC}\u{9A1}
      \u{9DD}\u{9A2} \u{9DF}\u{9AF} \u{A33}\u{A32} \u{A36}\u{A38} \u{A59}\u{A16} \u{A5A}\u{A17}
      \u{A5B}\u{A1C} \u{A5E}\u{A2B} \u{A70}\u{A02} \u{B5C}\u{B21} \u{B5D}\u{B22}
      """
}
