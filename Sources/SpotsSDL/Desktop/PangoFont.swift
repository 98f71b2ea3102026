/// A font as GTK's settings name it: `Noto Sans Semi-Bold 11`, in the notation of Pango.
struct PangoFont {
  /// The first family; empty where none is named.
  let family: String

  /// The words for style, variant, weight, width and direction that may follow the family, in lower
  /// case and without hyphens, which Pango ignores.
  private static let styles: Set<String> = {
    let ends = ["light", "bold", "heavy", "black", "condensed", "expanded"]
    let degrees = ["semi", "demi", "extra", "ultra"]
    return Set(ends + degrees.flatMap { degree in ends.map { degree + $0 } }).union([
      "normal", "roman", "oblique", "italic", "thin", "book", "regular", "medium", "smallcaps",
      "allsmallcaps", "petitecaps", "allpetitecaps", "unicase", "titlecaps", "notrotated", "south",
      "upsidedown", "north", "rotatedleft", "east", "rotatedright", "west",
    ])
  }()

  /// - Parameter description: A family or several with commas between them, words for style, a size
  ///   in points or, with `px`, in pixels, variations after `@` and features after `#`. All but the
  ///   family may be missing.
  init(_ description: String) {
    var words = description.split(whereSeparator: \.isWhitespace)
    while let last = words.last, last.hasPrefix("@") || last.hasPrefix("#") { words.removeLast() }
    if let comma = words.firstIndex(where: { $0.contains(",") }) {
      let rest = words[comma].prefix { $0 != "," }
      words = Array(words[..<comma]) + (rest.isEmpty ? [] : [rest])
    } else {
      if let last = words.last, Self.isSize(last) { words.removeLast() }
      while words.count > 1, let last = words.last, Self.isStyle(last) { words.removeLast() }
    }
    family = words.joined(separator: " ")
  }

  private static func isSize(_ word: Substring) -> Bool {
    Double(word.hasSuffix("px") ? word.dropLast(2) : word)?.isFinite == true
  }

  private static func isStyle(_ word: Substring) -> Bool {
    styles.contains(word.lowercased().filter { $0 != "-" })
  }
}
