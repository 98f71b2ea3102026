import Glibc
import Spots
import SpotsSDL

/// A screen for a file of rows that is opened in place of a screen: a table of them, or a log.
package enum TableFile {
  /// The most bytes that decide about the columns.
  private static let sample = 1 << 18

  /// The document of the screen for a file; nil unless it has rows. Lines of a stream, of which
  /// each is a screen or a change of it, are none.
  ///
  /// - Parameter open: Opens the file.
  /// - Throws: When it cannot be opened.
  package static func document(
    for source: DocumentSource, open: (String) throws(FileError) -> Int32
  ) throws(FileError) -> [UInt8]? {
    let format = DataValue.Format(fileName: source.path)
    guard format != .json, case .file(let path) = source, !path.hasSuffix(suffixOfScripts) else {
      return nil
    }
    if format == .lines { return ScreenWriter().write(Screen.log) }
    let descriptor = try open(path)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: sample)
    let count = bytes.withUnsafeMutableBytes { FileBytes.fill($0, from: descriptor, at: 0).count }
    bytes.removeLast(sample - count)
    if count == sample, let end = bytes.lastIndex(of: UInt8(ascii: "\n")) {
      bytes.removeLast(count - end - 1)
    }
    if format == .jsonl, areLinesOfStream(bytes) || A2UIStream.isLikely(bytes) {
      return nil
    }
    guard case .rows(let rows)? = DataValue.read(bytes, format).data else { return nil }
    return ScreenWriter().write(Screen(tableOf: rows))
  }

  /// The end of the names of scripts.
  private static let suffixOfScripts = ".replay.jsonl"

  private static func areLinesOfStream(_ bytes: [UInt8]) -> Bool {
    let reader = ScreenReader()
    guard let line = bytes.split(separator: UInt8(ascii: "\n")).first(where: { !$0.isEmpty }) else {
      return false
    }
    if case .success? = reader.readPatch(Array(line))?.result { return true }
    guard case .object(let members)? = JSONValue.read(Array(line)).value else { return false }
    if case .array? = members["components"] { return true }
    return false
  }
}
