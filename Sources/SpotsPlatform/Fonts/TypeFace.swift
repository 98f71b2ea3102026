import CSDL2
import SpotsViews

/// A font file opened at one size in pixels.
@MainActor
final class TypeFace {
  let file: FontFile
  /// The em size, in pixels.
  let pixelSize: Int
  /// Pixels above and below the baseline, both positive.
  let ascent: Int
  let descent: Int
  /// The width to which lines are rendered, in pixels; more than any window has.
  static let widest = 16_384
  /// Whether it has all characters of ASCII that are visible.
  private(set) lazy var hasASCII = (0x21..<0x7F).allSatisfy { has(UnicodeScalar($0)) }
  private let font: OpaquePointer
  private let shrinking: Double
  private var shaping = Shaping()

  /// - Parameter bytes: The bytes of the file, which the face reads while it exists.
  /// - Throws: When the file is no font that FreeType can read.
  init(_ file: FontFile, bytes: FontBytes, pixelSize: Int) throws(SDLError) {
    // The font closes the stream, and so does a failed attempt to open it.
    guard let stream = bytes.stream(),
      let opened = TTF_OpenFontIndexRW(stream, 1, Int32(pixelSize), file.index)
    else {
      throw SDLError("TTF_OpenFontIndexRW")
    }
    TTF_SetFontHinting(opened, TTF_HINTING_LIGHT)
    if file.isSlanted { TTF_SetFontStyle(opened, TTF_STYLE_ITALIC) }
    font = opened
    self.file = file
    self.pixelSize = pixelSize
    // Bitmap fonts have one size, whatever is requested.
    let height = Double(max(TTF_FontHeight(opened), 1))
    shrinking = file.isBitmap ? Double(pixelSize) * 1.17 / height : 1
    ascent = Int((Double(TTF_FontAscent(opened)) * shrinking).rounded())
    descent = max(Int((-Double(TTF_FontDescent(opened)) * shrinking).rounded()), 0)
  }

  isolated deinit {
    TTF_CloseFont(font)
  }

  func has(_ scalar: UnicodeScalar) -> Bool { TTF_GlyphIsProvided32(font, scalar.value) != 0 }

  /// The width of `run` on one line, in pixels; 0 for text that has none.
  func width(of run: TextRun) -> Int {
    use(run.shaping)
    return Int((Double(measure(run.text)) * shrinking).rounded())
  }

  /// Renders `run`, to be placed `x` pixels from the start of its line; nil when none of it is
  /// visible.
  func piece(of run: TextRun, x: Int) -> TextLine.Piece? {
    use(run.shaping)
    let text = fitting(run.text)
    guard let surface = render(text) else { return nil }
    var piece = file.isBitmap ? bitmap(surface, x: x) : ink(of: text, surface, x: x)
    piece?.isCut = text.utf8.count < run.text.utf8.count
    return piece
  }

  /// Bitmaps have their own colors. Letters are rendered as coverage, which is the color index of
  /// a pixel with one byte.
  private func render(_ text: String) -> UnsafeMutablePointer<SDL_Surface>? {
    let white = SDL_Color(r: 255, g: 255, b: 255, a: 255)
    let black = SDL_Color(r: 0, g: 0, b: 0, a: 255)
    return file.isBitmap
      ? TTF_RenderUTF8_Blended(font, text, white) : TTF_RenderUTF8_Shaded(font, text, white, black)
  }

  /// Takes ownership of `surface`.
  private func ink(of text: String, _ surface: UnsafeMutablePointer<SDL_Surface>, x: Int)
    -> TextLine.Piece
  {
    defer { SDL_FreeSurface(surface) }
    let start = startOfInk(in: text, surface: surface)
    return TextLine.Piece(maskOf: surface, x: x - start.x, y: -ascent - start.y)
  }

  /// Takes ownership of `surface`.
  private func bitmap(_ surface: UnsafeMutablePointer<SDL_Surface>, x: Int) -> TextLine.Piece? {
    let width = Int((Double(surface.pointee.w) * shrinking).rounded())
    let height = Int((Double(surface.pointee.h) * shrinking).rounded())
    do {
      let whole = try PixelBuffer(taking: surface)
      guard width > 0, height > 0 else { return nil }
      let small = try whole.scaled(width: width, height: height)
      return TextLine.Piece(
        x: x, y: -ascent, width: width, height: height, content: .bitmap(small))
    } catch {
      // There is no memory for the bitmap: the line is shown without it.
      return nil
    }
  }

  /// A part from the start of `text` that is at most `widest` pixels wide.
  private func fitting(_ text: String) -> String {
    // No byte of text is wider than eight times the font's height, so most texts need not be shaped
    // twice.
    if text.utf8.count * 8 * Int(TTF_FontHeight(font)) <= Self.widest { return text }
    var text = Substring(text)
    while text.count > 1, measure(String(text)) > Self.widest {
      text = text.prefix(text.count / 2)
    }
    return String(text)
  }

  private func measure(_ text: String) -> Int {
    var width: Int32 = 0
    return TTF_SizeUTF8(font, text, &width, nil) == 0 ? Int(width) : 0
  }

  /// How far SDL_ttf has moved the text right and down to fit it into the surface: the leftmost
  /// letter when it reaches left of its origin, and letters higher than the ascent.
  private func startOfInk(in text: String, surface: UnsafeMutablePointer<SDL_Surface>)
    -> (x: Int, y: Int)
  {
    var start = (x: 0, y: 0)
    // Looking up the property takes long, and no mark comes before U+0300.
    let letters = text.unicodeScalars.lazy.filter {
      $0.value < 0x300 || !$0.properties.isGraphemeExtend
    }
    if let leftmost = shaping.isRightToLeft ? letters.reversed().first : letters.first {
      start.x = max(-metrics(of: leftmost).left, 0)
    }
    if surface.pointee.h > TTF_FontHeight(font) {
      for scalar in text.unicodeScalars { start.y = max(start.y, metrics(of: scalar).top - ascent) }
    }
    return start
  }

  private func metrics(of scalar: UnicodeScalar) -> (left: Int, top: Int) {
    var (left, top): (Int32, Int32) = (0, 0)
    guard TTF_GlyphMetrics32(font, scalar.value, &left, nil, nil, &top, nil) == 0 else {
      return (0, 0)
    }
    return (Int(left), Int(top))
  }

  // A font keeps the direction and the script that were set last.
  private func use(_ wanted: Shaping) {
    guard wanted != shaping else { return }
    TTF_SetFontDirection(font, wanted.isRightToLeft ? TTF_DIRECTION_RTL : TTF_DIRECTION_LTR)
    TTF_SetFontScriptName(font, wanted.script)
    shaping = wanted
  }
}
