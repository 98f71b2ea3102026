import CSDL2TTF
import Spots

/// The fonts of the desktop, at the size they have on the screen.
///
/// Fonts are found by family through fontconfig. A character the family's font lacks is drawn from
/// another installed font that has it; one that no font has, as the family's sign for missing ones.
@MainActor
public final class FontBook: TextMeasurer {
  /// Pixels per point. Another scale makes everything measured and rendered so far worthless.
  public var scale: Double {
    didSet { if scale != oldValue { forget() } }
  }

  private let family: String
  private let finder: FontFinder
  private var files: [Style: FontFile] = [:]
  private var faces = LRUCache<FaceKey, TypeFace>(budget: 64)
  private var widths = LRUCache<LineKey, Double>(budget: 20_000)
  private var lines = LRUCache<LineKey, TextLine>(budget: 32 << 20)

  private struct Style: Hashable {
    var design: Font.Design
    var weight: Font.Weight
  }

  private struct FaceKey: Hashable {
    var file: FontFile
    var pixelSize: Int
  }

  private struct LineKey: Hashable {
    var text: String
    var style: Style
    var pixelSize: Int
  }

  /// - Parameters:
  ///   - family: The family of all text but code, as fontconfig knows it; nil is the desktop's
  ///     sans-serif.
  ///   - scale: Pixels per point, above 0.
  /// - Throws: When no font at all is installed.
  public init(family: String? = nil, scale: Double) throws(SDLError) {
    guard TTF_WasInit() > 0 || TTF_Init() == 0 else { throw SDLError("TTF_Init") }
    guard let finder = FontFinder() else {
      throw SDLError(message: "fontconfig cannot be set up")
    }
    self.finder = finder
    self.family = family ?? "sans-serif"
    self.scale = scale
    guard face(for: .body) != nil else {
      throw SDLError(message: "no font is installed; install one, for example fonts-dejavu-core")
    }
  }

  public func width(of text: String, font: Font) -> Double {
    guard !text.isEmpty else { return 0 }
    let key = LineKey(text: text, style: style(of: font), pixelSize: pixelSize(of: font))
    if let known = widths.value(for: key) { return known }
    let visible = VisibleText(text)
    let runs = runs(of: visible.text, font: font)
    let pixels = runs.reduce(0) { $0 + pixelWidth(of: $1, font: font) }
    let points = Double(pixels) * visible.stretch / scale
    // One long line must not push out hundreds of words.
    if text.utf8.count < 4096 { widths.insert(points, for: key, cost: 1 + text.utf8.count / 64) }
    return points
  }

  public func extents(of font: Font) -> (ascent: Double, descent: Double) {
    guard let face = face(for: font) else { return (font.size, font.size / 4) }
    return (Double(face.ascent) / scale, Double(face.descent) / scale)
  }

  /// `text` on one line, rendered; the first two thousand characters of it.
  func line(of text: String, font: Font) -> TextLine {
    let key = LineKey(text: text, style: style(of: font), pixelSize: pixelSize(of: font))
    if let line = lines.value(for: key) { return line }
    var line = TextLine()
    var x = 0
    for run in runs(of: VisibleText(text).text, font: font) {
      if let face = face(run.font, pixelSize: pixelSize(of: font)) {
        if let piece = face.piece(of: run, x: x) { line.pieces.append(piece) }
      }
      x += pixelWidth(of: run, font: font)
    }
    lines.insert(line, for: key, cost: line.byteCount + text.utf8.count)
    return line
  }

  /// The runs of one line of `text`, from left to right.
  func runs(of text: String, font: Font) -> [TextRun] {
    guard let main = face(for: font) else { return [] }
    let splitter = RunSplitter(
      main: main.file, mainHas: main.has,
      fallback: { [finder] in finder.font(having: $0, weight: font.weight) },
      pictures: { [finder] in finder.pictureFont(having: $0) })
    return splitter.runs(of: text)
  }

  private func pixelWidth(of run: TextRun, font: Font) -> Int {
    face(run.font, pixelSize: pixelSize(of: font))?.width(of: run) ?? 0
  }

  private func face(for font: Font) -> TypeFace? {
    let style = style(of: font)
    if files[style] == nil {
      let name = style.design == .monospaced ? "monospace" : family
      files[style] = finder.font(family: name, weight: style.weight)
    }
    return files[style].flatMap { face($0, pixelSize: pixelSize(of: font)) }
  }

  private func face(_ file: FontFile, pixelSize: Int) -> TypeFace? {
    let key = FaceKey(file: file, pixelSize: pixelSize)
    if let face = faces.value(for: key) { return face }
    do {
      let face = try TypeFace(file, pixelSize: pixelSize)
      faces.insert(face, for: key, cost: 1)
      return face
    } catch {
      // A file that went away since fontconfig saw it: what it would draw stays blank.
      return nil
    }
  }

  private func style(of font: Font) -> Style { Style(design: font.design, weight: font.weight) }

  /// The em size in whole pixels: 1 to 1024.
  private func pixelSize(of font: Font) -> Int {
    let size = (font.size * scale).rounded()
    return size >= 1 ? Int(min(size, 1024)) : 1
  }

  private func forget() {
    faces.removeAll()
    widths.removeAll()
    lines.removeAll()
  }
}
