import CSDL2
import Glibc
import SpotsViews

/// The fonts of the desktop, with which text is measured and rendered at the scale of the screen.
///
/// Fonts are found by family through fontconfig. A character the family's font lacks is drawn from
/// another installed font that has it; one that no font has, as the family's missing glyph. FriBidi
/// orders lines, which are shaped run by run; libunibreak breaks them.
@MainActor
public final class FontBook: TextMeasurer {
  /// Pixels per point. Changing it discards all measured and rendered text.
  public var scale: Double {
    didSet { if scale != oldValue { forget() } }
  }

  /// Called with the first character that no installed font has, once for each script; for
  /// characters of no particular script, once for each 256 code points.
  public var onMissingCharacters: (UnicodeScalar) -> Void = { _ in }

  /// The families for all text except code when none was requested; the first installed one is
  /// used. Changing them discards all measured and rendered text; what was laid out or painted with
  /// it is out of date.
  public var preferences: [String] {
    didSet {
      guard preferences != oldValue, requestedFamily == nil else { return }
      files.removeAll()
      forget()
    }
  }

  private let requestedFamily: String?
  private let finder: FontFinder
  private var files: [Style: FontFile] = [:]
  /// The faces of the families themselves, which every line needs.
  private var mainFaces: [FontKey: TypeFace] = [:]
  /// The files that faces read from, and keep open.
  private var openFiles: [String: WeakFontBytes] = [:]
  private var faces = LRUCache<FaceKey, TypeFace>(budget: 64)
  private var missing: Set<String> = []
  // In bytes. A measured word takes about a hundred.
  private var widths = LRUCache<LineKey, Double>(budget: 2 << 20)
  private var breaks = LRUCache<String, [Int]>(budget: 1 << 20)
  private var heights = LRUCache<LineKey, Double>(budget: 1 << 18)
  private var lines = LRUCache<LineKey, TextLine>(budget: smallestLineBudget)

  private static let smallestLineBudget = 2 << 20

  private struct WeakFontBytes {
    weak var bytes: FontBytes?
  }

  private struct Style: Hashable {
    var design: Font.Design
    var weight: Font.Weight
    var isItalic: Bool
  }

  private struct FontKey: Hashable {
    var style: Style
    var pixelSize: Int
  }

  private struct FaceKey: Hashable {
    var file: FontFile
    var pixelSize: Int
  }

  private struct LineKey: Hashable {
    var text: String
    var style: Style
    var pixelSize: Int
    var direction: TextDirection
  }

  /// Families made for interfaces, the best first, for programs that choose none.
  public nonisolated static let interfaceFamilies = ["Inter", "Cantarell", "Noto Sans", "Ubuntu"]

  /// Finds the fonts of this machine.
  ///
  /// - Parameters:
  ///   - family: The family of all text except code, as fontconfig knows it; nil is the first of
  ///     `preferences` that is installed.
  ///   - preferences: Families to use where `family` is nil; without one that is installed, the
  ///     desktop's sans-serif is used.
  ///   - scale: Pixels per point, above 0.
  /// - Throws: When SDL_ttf or fontconfig cannot start, or no font is installed.
  public init(family: String? = nil, preferences: [String] = [], scale: Double) throws(SDLError) {
    guard TTF_WasInit() > 0 || TTF_Init() == 0 else { throw SDLError("TTF_Init") }
    guard let finder = FontFinder() else {
      throw SDLError(message: "fontconfig cannot be set up")
    }
    self.finder = finder
    requestedFamily = family
    self.preferences = preferences
    self.scale = scale
    guard face(for: .body) != nil else {
      throw SDLError(message: "no font is installed; install one, for example fonts-dejavu-core")
    }
  }

  /// The families for all text except code; the first installed one is used, and the last one is
  /// generic unless a family was requested.
  private var families: [String] {
    requestedFamily.map { [$0] } ?? preferences + ["sans-serif"]
  }

  /// Whether the family the book was created with is installed or generic; if not, another one
  /// stands in for it. Always true without one, since the preferences end with a generic family.
  /// Searches all fonts.
  public var hasFamily: Bool { families.contains { finder.hasFamily($0) } }

  /// Chooses fonts as for English from now on, whatever the language of the user is, so that
  /// pictures are the same everywhere. To be called before any font is asked for.
  package static func ignoreLanguage() {
    // fontconfig asks for this variable before those of the locale.
    if getenv("FC_LANG").map({ String(cString: $0) }) != "en" { setenv("FC_LANG", "en", 1) }
  }

  /// Whether `family` is a generic name like `sans-serif`, for which the desktop picks a family.
  package nonisolated static func isGeneric(family: String) -> Bool { FontFinder.isGeneric(family) }

  /// In points; beyond 16,384 code points, an estimate. The widths of short texts are cached.
  public func width(of text: String, font: Font, direction: TextDirection) -> Double {
    guard !text.isEmpty else { return 0 }
    let key = key(text, font, direction)
    if let known = widths.value(for: key) { return known }
    if let line = lines.value(for: key), let known = line.width { return known / scale }
    let visible = VisibleText(text)
    let runs = runs(of: visible.text, font: font, direction: direction)
    let pixels = runs.reduce(0) { $0 + pixelWidth(of: $1, font: font) }
    let points = Double(pixels) * visible.stretch / scale
    // One long line must not evict hundreds of words.
    if text.utf8.count < 4096 { widths.insert(points, for: key, cost: 128 + text.utf8.count) }
    return points
  }

  /// In points. Renders the line for drawing, since SDL_ttf would otherwise shape it twice, to
  /// measure it and to render it.
  public func widthToDraw(of text: String, font: Font, direction: TextDirection) -> Double {
    guard !text.isEmpty, let width = line(of: text, font: font, direction: direction).width else {
      return width(of: text, font: font, direction: direction)
    }
    return width / scale
  }

  /// The runs of the line, joined where they have one level.
  public func spans(of line: String, font: Font, direction: TextDirection) -> [TextSpan] {
    var spans: [TextSpan] = []
    for run in runs(of: VisibleText(line).text, font: font, direction: direction) {
      let width = Double(pixelWidth(of: run, font: font)) / scale
      if let last = spans.last, last.level == Int(run.level) {
        let first = min(last.range.lowerBound, run.start)
        spans[spans.count - 1].range = first..<max(last.range.upperBound, run.range.upperBound)
        spans[spans.count - 1].width += width
      } else {
        spans.append(TextSpan(range: run.range, width: width, level: Int(run.level)))
      }
    }
    return spans
  }

  /// Ascending UTF-8 offsets at which a line may end, by UAX #14. Cached.
  public func lineBreaks(in paragraph: String) -> [Int] {
    if let known = breaks.value(for: paragraph) { return known }
    let offsets = LineBreaks.offsets(in: paragraph)
    breaks.insert(offsets, for: paragraph, cost: 128 + paragraph.utf8.count + offsets.count * 8)
    return offsets
  }

  /// The direction of the first letter that has one; nil when there is none.
  public func direction(of paragraph: String) -> TextDirection? {
    Bidi.direction(of: paragraph)
  }

  /// In points, both positive; proportional to the size when the font cannot be opened.
  public func extents(of font: Font) -> (ascent: Double, descent: Double) {
    guard let face = face(for: font) else { return (font.size, font.size / 4) }
    return (Double(face.ascent) / scale, Double(face.descent) / scale)
  }

  /// The line height of `font`, or more where a font that stands in for it reaches further up or
  /// down, as those of Tibetan and Burmese do.
  public func lineHeight(of text: String, font: Font) -> Double {
    guard TextLayout.mayNeedHigherLines(text), let main = face(for: font) else {
      return font.lineHeight
    }
    let key = key(text, font, .leftToRight)
    if let known = heights.value(for: key) { return known }
    let runs = runs(of: VisibleText(text).text, font: font, direction: .leftToRight)
    let others = Set(runs.map(\.font)).filter { $0 != main.file && !$0.isBitmap }
    let faces = others.compactMap { face($0, pixelSize: main.pixelSize) }
    // What the main font needs stays in the middle of the line.
    let excess = faces.map { max($0.ascent - main.ascent, $0.descent - main.descent) }.max() ?? 0
    let needed = Double(main.ascent + main.descent + max(excess, 0) * 2) / scale
    let height = max(font.lineHeight, needed)
    if text.utf8.count < 4096 { heights.insert(height, for: key, cost: 128 + text.utf8.count) }
    return height
  }

  /// `text` as a line of a paragraph that reads in `direction`, rendered up to `TypeFace.widest`
  /// pixels.
  func line(of text: String, font: Font, direction: TextDirection = .leftToRight) -> TextLine {
    let key = key(text, font, direction)
    if let line = lines.value(for: key) { return line }
    var line = TextLine()
    var x = 0
    let visible = VisibleText(text)
    let runs = runs(of: visible.text, font: font, direction: direction)
    for run in runs where x < TypeFace.widest {
      let face = face(run.font, pixelSize: pixelSize(of: font))
      if let piece = face?.piece(of: run, x: x) {
        line.pieces.append(piece)
        // SDL_ttf renders a run as wide as it measures it, so that it need not be shaped again.
        x += piece.isCut ? pixelWidth(of: run, font: font) : piece.width
      } else {
        x += pixelWidth(of: run, font: font)
      }
    }
    if x < TypeFace.widest { line.width = Double(x) * visible.stretch }
    lines.insert(line, for: key, cost: line.byteCount + text.utf8.count)
    return line
  }

  /// Sets the budget of rendered lines to what two canvases of `count` pixels, full of text, need.
  /// With more, each frame of a long scroll would touch memory for the first time.
  func keepLines(forPixels count: Int) {
    let budget = max(count * 2, Self.smallestLineBudget)
    if lines.budget != budget { lines.budget = budget }
  }

  /// What the cached widths, line breaks and rendered lines take, in bytes.
  var cachedBytes: (widths: Int, breaks: Int, lines: Int) {
    (widths.cost, breaks.cost, lines.cost)
  }

  /// The runs of one line of `text`, from left to right.
  func runs(of text: String, font: Font, direction: TextDirection) -> [TextRun] {
    guard let main = face(for: font) else { return [] }
    let splitter = RunSplitter(
      main: main.file, mainHas: main.has, mainHasASCII: main.hasASCII,
      fallback: { [self] in fallback(having: $0, weight: font.weight) },
      emoji: { [finder] in finder.emojiFont(having: $0) })
    return splitter.runs(of: text, direction: direction)
  }

  private func fallback(having scalars: [UnicodeScalar], weight: Font.Weight) -> FontFile? {
    if let font = finder.font(having: scalars, weight: weight) { return font }
    if scalars.count == 1, let scalar = scalars.first,
      missing.insert(Script.tag(of: scalar) ?? String(scalar.value >> 8)).inserted
    {
      onMissingCharacters(scalar)
    }
    return nil
  }

  private func key(_ text: String, _ font: Font, _ direction: TextDirection) -> LineKey {
    LineKey(
      text: text, style: style(of: font), pixelSize: pixelSize(of: font), direction: direction)
  }

  private func pixelWidth(of run: TextRun, font: Font) -> Int {
    face(run.font, pixelSize: pixelSize(of: font))?.width(of: run) ?? 0
  }

  private func face(for font: Font) -> TypeFace? {
    let key = FontKey(style: style(of: font), pixelSize: pixelSize(of: font))
    if let known = mainFaces[key] { return known }
    if files[key.style] == nil {
      let names = key.style.design == .monospaced ? ["monospace"] : families
      files[key.style] = finder.font(
        families: names, weight: key.style.weight, isItalic: key.style.isItalic)
    }
    let found = files[key.style].flatMap { face($0, pixelSize: key.pixelSize) }
    if mainFaces.count >= 64 { mainFaces.removeAll() }
    mainFaces[key] = found
    return found
  }

  private func face(_ file: FontFile, pixelSize: Int) -> TypeFace? {
    let key = FaceKey(file: file, pixelSize: pixelSize)
    if let face = faces.value(for: key) { return face }
    guard let bytes = bytes(of: file) else { return nil }
    do {
      let face = try TypeFace(file, bytes: bytes, pixelSize: pixelSize)
      faces.insert(face, for: key, cost: 1)
      return face
    } catch {
      // The file has disappeared since fontconfig listed it; its text stays blank.
      return nil
    }
  }

  private func bytes(of file: FontFile) -> FontBytes? {
    if let known = openFiles[file.path]?.bytes { return known }
    let bytes = FontBytes(path: file.path)
    openFiles[file.path] = WeakFontBytes(bytes: bytes)
    return bytes
  }

  private func style(of font: Font) -> Style {
    Style(design: font.design, weight: font.weight, isItalic: font.isItalic)
  }

  /// The em size in whole pixels: 1 to 1024.
  private func pixelSize(of font: Font) -> Int {
    let size = (font.size * scale).rounded()
    return size >= 1 ? Int(min(size, 1024)) : 1
  }

  private func forget() {
    mainFaces.removeAll()
    faces.removeAll()
    widths.removeAll()
    heights.removeAll()
    lines.removeAll()
  }
}

/// The part of a text that is measured and drawn, and an estimate for the rest.
struct VisibleText {
  /// One line, without control characters, of at most `limit` code points, in which no letter has
  /// more than `mostMarks` marks.
  let text: String
  /// The estimated width of the whole text, as a multiple of that of `text`.
  let stretch: Double

  /// In code points; several times as many as a layout puts on one line.
  static let limit = 16_384
  /// The most marks on a letter, as in Unicode's stream-safe texts (UAX #15): shaping takes as long
  /// as the square of their number.
  private static let mostMarks = 30

  init(_ source: String) {
    let bytes = source.utf8
    if bytes.count <= Self.limit, bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F && $0 < 0xC2 }) {
      text = source
      stretch = 1
      return
    }
    var cleaned = ""
    var (taken, marks) = (0, 0)
    for scalar in source.unicodeScalars.prefix(Self.limit) {
      taken += UTF8.width(scalar)
      marks = Self.isMark(scalar) ? marks + 1 : 0
      if marks > Self.mostMarks { continue }
      cleaned.unicodeScalars.append(Self.isControl(scalar) ? " " : scalar)
    }
    text = cleaned
    stretch = taken < bytes.count ? Double(bytes.count) / Double(taken) : 1
  }

  private static func isMark(_ scalar: UnicodeScalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark
  }

  private static func isControl(_ scalar: UnicodeScalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029: true
    default: false
    }
  }
}
