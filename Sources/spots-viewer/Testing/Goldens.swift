import Spots
import SpotsSDL

/// The goldens of a folder of screens: compares the current output with them, and updates them on
/// request.
@MainActor
final class Goldens {
  let folder: String
  private let tolerance: Int
  private let isUpdating: Bool
  /// The names of the goldens that comparisons have used.
  private var asked: Set<String> = []

  /// - Parameters:
  ///   - folder: The path of their folder, which need not exist.
  ///   - tolerance: How much a channel of a pixel may differ, 0 to 255.
  ///   - isUpdating: Whether goldens that are missing or differ are written.
  init(folder: String, tolerance: Int, isUpdating: Bool) {
    self.folder = folder
    self.tolerance = tolerance
    self.isUpdating = isUpdating
  }

  func path(_ name: String) -> String { Path.join(folder, name) }

  /// Whether `path` leads to a golden that a comparison has used.
  func include(_ path: String) -> Bool {
    let file = FileIdentity(path: path)
    return file != nil && asked.contains { FileIdentity(path: self.path($0)) == file }
  }

  /// Why the name `name` cannot be used for a golden, or not again; nil when it can.
  func fault(ofName name: String) -> String? {
    if asked.contains(name) {
      return "the golden '\(name.printable())' is another comparison's; give this a name of its own"
    }
    guard let word = Self.leftover(in: name) else { return nil }
    return "the golden '\(name.printable())' would be taken for a file that a failed comparison "
      + "leaves; give this a name that does not end in '.\(word)'"
  }

  /// The word that marks `name` as a file left by a failed comparison; nil for other names.
  private static func leftover(in name: String) -> String? {
    GoldenFile.leftovers.first { name.withoutExtension.hasSuffix("." + $0) }
  }

  /// Compares a text with the golden `name`.
  func check(_ text: String, _ name: String) throws(Failure) -> TestCase.Outcome {
    asked.insert(name)
    let file = GoldenFile(path: path(name))
    let bytes = Array(text.utf8)
    let golden = try file.bytes()
    guard golden != bytes else {
      file.removeRejected()
      return .passed
    }
    if isUpdating { return try write(bytes, to: file) }
    try NewFolders.make(above: file.path)
    try file.reject(bytes)
    guard let golden else { return .failed(missing(file)) }
    let difference = TextDifference(from: String(decoding: golden, as: UTF8.self), to: text)
    let count = difference.count
    return .failed(
      TestFailure(
        message: count == 1 ? "1 line differs" : "\(count) lines differ",
        line: difference.firstLine, text: difference.lines))
  }

  /// Compares a picture with the golden `name`.
  func check(_ picture: OffscreenCanvas, _ name: String) throws -> TestCase.Outcome {
    asked.insert(name)
    let golden = GoldenPicture(path: path(name), tolerance: tolerance)
    let verdict: GoldenPicture.Verdict
    do {
      verdict = try golden.verdict(on: picture)
    } catch let failure as Failure where isUpdating {
      // The existing file is not a picture.
      StandardError.warn(failure.message)
      return try write(try picture.png(), to: golden.file)
    }
    if case .same = verdict {
      golden.file.removeRejected()
      return .passed
    }
    let png = try picture.png()
    if isUpdating { return try write(png, to: golden.file) }
    try NewFolders.make(above: golden.file.path)
    guard case .different(let comparison) = verdict else {
      try golden.file.reject(png)
      var failure = missing(golden.file)
      failure.pictures = TestFailure.Pictures(after: png)
      return .failed(failure)
    }
    let difference = try comparison.difference?.png()
    try golden.file.reject(png, difference: difference)
    return .failed(
      TestFailure(
        message: "\(comparison.summary); see \(golden.file.sibling("new"))",
        pictures: TestFailure.Pictures(
          before: try golden.file.bytes(), after: png, difference: difference)))
  }

  /// Compares the events of a replay with those that the script at `path` expects.
  func check(
    _ script: ReplayScript, _ transcript: ReplayTranscript, path: String
  ) throws(Failure) -> TestCase.Outcome {
    let mismatch = script.firstMismatch(with: transcript)
    if script.expectsEvents, mismatch == nil { return .passed }
    let new = script.expecting(transcript)
    if isUpdating {
      try NewFile.write(new, to: path, isUpdate: true)
      return .written
    }
    guard script.expectsEvents, let mismatch else {
      return .failed(TestFailure(message: "it expects no events yet", isMissing: true))
    }
    let old = String(decoding: try GoldenFile(path: path).bytes() ?? [], as: UTF8.self)
    return .failed(
      TestFailure(
        message: mismatch.message, line: mismatch.line,
        text: TextDifference(from: old, to: String(decoding: new, as: UTF8.self)).lines))
  }

  /// The names of the goldens that no comparison used; meaningful only if all tests passed.
  func stale() -> [String] {
    (FolderEntries.names(in: folder) ?? []).filter { name in
      let isGolden = [".txt", ".png"].contains { name.hasSuffix($0) }
      return isGolden && Self.leftover(in: name) == nil && !asked.contains(name)
    }
  }

  private func missing(_ file: GoldenFile) -> TestFailure {
    TestFailure(
      message: "there is no golden yet; see \(file.sibling("new"))", isMissing: true)
  }

  private func write(
    _ bytes: [UInt8], to file: GoldenFile
  ) throws(Failure) -> TestCase.Outcome {
    try NewFolders.make(above: file.path)
    try file.accept(bytes)
    return .written
  }
}
