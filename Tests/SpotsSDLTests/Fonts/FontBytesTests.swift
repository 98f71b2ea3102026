import CSDL2
import Glibc
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// Fonts whose files change while they are used.
@Suite @MainActor
struct FontBytesTests {
  private func run(_ text: String, _ file: FontFile) -> TextRun {
    TextRun(text: text, font: file, shaping: Shaping())
  }

  /// A copy of an installed font that may be modified.
  private func copy(in folder: TemporaryFolder) throws -> FontFile {
    let finder = try #require(FontFinder())
    let original = try #require(finder.font(families: ["DejaVu Sans"], weight: .regular))
    let path = try folder.write(try FileBytes.read(original.path), to: "font.ttf")
    return FontFile(path: path, index: original.index)
  }

  @Test func aFontIsTheSameFromAStreamOfItsBytes() throws {
    let folder = try TemporaryFolder()
    let file = try copy(in: folder)
    let bytes = try #require(FontBytes(path: file.path))
    let stream = try #require(bytes.stream())
    defer { SDL_RWclose(stream) }
    let content = try FileBytes.read(file.path)
    #expect(SDL_RWsize(stream) == content.count)
    var part = [UInt8](repeating: 0, count: 100)
    for (offset, start) in [(0, RW_SEEK_SET), (1000, RW_SEEK_SET), (-50, RW_SEEK_END)] {
      let place = Int(SDL_RWseek(stream, Int64(offset), start))
      let count = SDL_RWread(stream, &part, 1, part.count)
      #expect(content[place...].prefix(100).elementsEqual(part.prefix(count)))
      #expect(count == min(100, content.count - place))
    }
    #expect(SDL_RWseek(stream, -1, RW_SEEK_SET) == -1)
    #expect(FontBytes(path: folder.path + "/none") == nil)
  }

  /// As when another file is copied over it, which empties it first.
  @Test func aFontThatIsCutShortDrawsNothingMore() throws {
    // Starts SDL_ttf.
    _ = try FontBook(scale: 1)
    let folder = try TemporaryFolder()
    let file = try copy(in: folder)
    let face = try TypeFace(file, bytes: try #require(FontBytes(path: file.path)), pixelSize: 20)
    let width = face.width(of: run("abc", file))
    #expect(width > 0 && face.piece(of: run("abc", file), x: 0) != nil)
    for size in [off_t(100_000), 100, 0] {
      #expect(truncate(file.path, size) == 0)
      for text in ["abc", "XYZ", "Ωжя", "\u{5D0}\u{627}"] {
        _ = face.width(of: run(text, file))
        _ = face.piece(of: run(text, file), x: 0)
      }
      // Another size is another look at the whole file.
      let bytes = FontBytes(path: file.path)
      #expect((bytes == nil) == (size == 0))
      if let bytes, size == 100 {
        #expect(throws: SDLError.self) { try TypeFace(file, bytes: bytes, pixelSize: 31) }
      }
    }
  }
}
