import CFontconfig
import SpotsViews

/// A font in a file; collections hold several.
struct FontFile: Hashable, Sendable {
  var path: String
  var index: Int
  /// Whether its glyphs are color bitmaps of one size, as in emoji fonts.
  var isBitmap = false
  /// Whether its upright letters are slanted, since the family has no italic ones.
  var isSlanted = false
}

/// Finds font files through fontconfig.
@MainActor
final class FontFinder {
  private let config: OpaquePointer
  /// All fonts, the best first, by weight; created when a character first needs a fallback font.
  private var sorted: [Font.Weight: UnsafeMutablePointer<FcFontSet>] = [:]
  private var preferred: [Block: [FontFile]] = [:]
  private var fallbacks = LRUCache<Wanted, FontFile?>(budget: 4096)

  /// 256 code points, which mostly come from one font.
  private struct Block: Hashable {
    var number: UInt32
    var weight: Font.Weight
  }

  private struct Wanted: Hashable {
    var scalars: [UnicodeScalar]
    var weight: Font.Weight
  }

  /// Nil when fontconfig has no configuration and cannot make one.
  init?() {
    guard let config = FontConfiguration.shared.config else { return nil }
    self.config = config
  }

  isolated deinit {
    for set in sorted.values { FcFontSetDestroy(set) }
  }

  /// Whether `family` is a generic name like `serif`, for which the desktop picks a family.
  nonisolated static func isGeneric(_ family: String) -> Bool {
    ["sans-serif", "sans", "serif", "monospace", "mono", "system-ui", "cursive"]
      .contains(family.lowercased())
  }

  /// Whether fonts of `family` are installed under that name, ignoring case, or the name is
  /// generic, such as `serif`.
  func hasFamily(_ family: String) -> Bool {
    if Self.isGeneric(family) { return true }
    guard let pattern = FcPatternCreate() else { return false }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    guard let wanted = FcObjectSetCreate() else { return false }
    defer { FcObjectSetDestroy(wanted) }
    FcObjectSetAdd(wanted, FC_FAMILY)
    guard let fonts = FcFontList(config, pattern, wanted) else { return false }
    defer { FcFontSetDestroy(fonts) }
    return fonts.pointee.nfont > 0
  }

  /// The installed font nearest to the request; nil when none is installed. Where a family has no
  /// medium weight, that is its semibold or bold one, not its regular one.
  ///
  /// - Parameter families: The first one that is installed is used, whatever weights it has.
  func font(families: [String], weight: Font.Weight, isItalic: Bool = false) -> FontFile? {
    withPattern(families: families, weight: weight, isItalic: isItalic) { pattern in
      var result = FcResultMatch
      guard let match = FcFontMatch(config, pattern, &result) else { return nil }
      defer { FcPatternDestroy(match) }
      var found = FC_WEIGHT_MEDIUM
      FcPatternGetInteger(match, FC_WEIGHT, 0, &found)
      if weight == .medium, found < FC_WEIGHT_MEDIUM {
        // A title must differ from the text below it.
        return font(families: families, weight: .semibold, isItalic: isItalic)
      }
      var (file, slant) = (Self.file(of: match), FC_SLANT_ROMAN)
      FcPatternGetInteger(match, FC_SLANT, 0, &slant)
      file?.isSlanted = isItalic && slant == FC_SLANT_ROMAN
      return file
    }
  }

  /// The best installed font that has all of `scalars`, preferably one that is already used for
  /// nearby characters; nil when none has.
  func font(having scalars: [UnicodeScalar], weight: Font.Weight) -> FontFile? {
    let wanted = Wanted(scalars: scalars, weight: weight)
    if let known = fallbacks.value(for: wanted) { return known }
    let found = search(scalars, weight: weight)
    fallbacks.insert(found, for: wanted, cost: scalars.count)
    return found
  }

  private func search(_ scalars: [UnicodeScalar], weight: Font.Weight) -> FontFile? {
    guard let first = scalars.first, let set = sortedFonts(weight: weight) else { return nil }
    let block = Block(number: first.value >> 8, weight: weight)
    let known = preferred[block] ?? []
    var found: FontFile?
    for case let pattern? in UnsafeBufferPointer(
      start: set.pointee.fonts, count: Int(set.pointee.nfont))
    where scalars.allSatisfy({ Self.has(pattern, $0) }) {
      guard let file = Self.file(of: pattern) else { continue }
      if known.contains(file) { return file }
      if found == nil { found = file }
      if known.isEmpty { break }
    }
    if let found { preferred[block, default: []].append(found) }
    return found
  }

  /// The best installed font that has `scalar` as a bitmap in color; nil when none has.
  func emojiFont(having scalar: UnicodeScalar) -> FontFile? {
    guard let set = sortedFonts(weight: .regular) else { return nil }
    for case let pattern? in UnsafeBufferPointer(
      start: set.pointee.fonts, count: Int(set.pointee.nfont))
    where Self.bool(pattern, FC_COLOR) && Self.has(pattern, scalar) {
      return Self.file(of: pattern)
    }
    return nil
  }

  private func sortedFonts(weight: Font.Weight) -> UnsafeMutablePointer<FcFontSet>? {
    if let set = sorted[weight] { return set }
    let set = withPattern(families: ["sans-serif"], weight: weight) { pattern in
      var result = FcResultMatch
      return FcFontSort(config, pattern, FcFalse, nil, &result)
    }
    sorted[weight] = set
    return set
  }

  private func withPattern<Result>(
    families: [String], weight: Font.Weight, isItalic: Bool = false,
    _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    guard let pattern = FcPatternCreate() else { return nil }
    defer { FcPatternDestroy(pattern) }
    for family in families { FcPatternAddString(pattern, FC_FAMILY, family) }
    FcPatternAddInteger(pattern, FC_WEIGHT, Self.weight(weight))
    FcPatternAddInteger(pattern, FC_SLANT, isItalic ? FC_SLANT_ITALIC : FC_SLANT_ROMAN)
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue)
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcDefaultSubstitute(pattern)
    return body(pattern)
  }

  private static func has(_ pattern: OpaquePointer, _ scalar: UnicodeScalar) -> Bool {
    var characters: OpaquePointer?
    guard FcPatternGetCharSet(pattern, FC_CHARSET, 0, &characters) == FcResultMatch else {
      return false
    }
    return FcCharSetHasChar(characters, scalar.value) != FcFalse
  }

  private static func bool(_ pattern: OpaquePointer, _ name: String) -> Bool {
    var value = FcFalse
    return FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch && value != FcFalse
  }

  /// Nil for bitmap fonts without color, which cannot be scaled.
  private static func file(of pattern: OpaquePointer) -> FontFile? {
    var path: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, FC_FILE, 0, &path) == FcResultMatch, let path else {
      return nil
    }
    var index: Int32 = 0
    _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    let hasOutlines = bool(pattern, FC_OUTLINE)
    guard hasOutlines || bool(pattern, FC_COLOR) else { return nil }
    // The upper half names an instance of a variable font; 0x8000 there means none in particular.
    let isInstance = Int(index) >> 16 != 0x8000
    return FontFile(
      path: String(cString: path), index: isInstance ? Int(index) : Int(index) & 0xFFFF,
      isBitmap: !hasOutlines)
  }

  private static func weight(_ weight: Font.Weight) -> Int32 {
    switch weight {
    case .regular: FC_WEIGHT_REGULAR
    case .medium: FC_WEIGHT_MEDIUM
    case .semibold: FC_WEIGHT_DEMIBOLD
    case .bold: FC_WEIGHT_BOLD
    }
  }
}

/// fontconfig's configuration and the list of installed fonts, one for the program.
///
/// Loading reads dozens of files, so it happens on another thread while a window is created.
final class FontConfiguration: Sendable {
  /// Starts loading when it is first used.
  static let shared = FontConfiguration()

  // fontconfig does its own locking.
  private struct Loaded: @unchecked Sendable {
    var config: OpaquePointer?
  }

  private let loaded = Future { Loaded(config: FcInitLoadConfigAndFonts()) }

  private init() {}

  /// Blocks until all is loaded; nil when fontconfig has no configuration and cannot make one.
  var config: OpaquePointer? { loaded.value.config }
}
