import Glibc
import Testing

/// Compares `text` with the file `Goldens/name.txt` beside the test's own file.
///
/// A golden is only ever written when the tests run with `UPDATE_GOLDENS=1`. When the texts differ,
/// or there is no golden, the new text is left beside it as `name.new.txt`, and the issue says how
/// to see the difference and how to accept it.
public func expectGolden(
  _ text: String, _ name: String, isUpdating: Bool = isUpdatingGoldens, file: String = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let folder = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)]) + "/Goldens/"
  let golden = folder + name + ".txt"
  let fresh = folder + name + ".new.txt"
  if isUpdating {
    #expect(writeFile(text, to: golden), "cannot write \(golden)", sourceLocation: sourceLocation)
    unlink(fresh)
    return
  }
  let known = readFile(golden)
  guard known != text else {
    unlink(fresh)
    return
  }
  let isLeft = writeFile(text, to: fresh)
  Issue.record(
    """
    '\(name)' \(known == nil ? "has no golden yet" : "differs from its golden")
    \(isLeft ? "see it: diff '\(golden)' '\(fresh)'" : "cannot write \(fresh)")
    accept: UPDATE_GOLDENS=1 swift test --filter \(sourceLocation.moduleName)
    """, sourceLocation: sourceLocation)
}

/// Whether the tests run with `UPDATE_GOLDENS=1`.
public var isUpdatingGoldens: Bool {
  getenv("UPDATE_GOLDENS").map { String(cString: $0) } == "1"
}

/// The text of a file; nil when it cannot be read.
public func readFile(_ path: String) -> String? {
  readBytes(path).map { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a file; nil when it cannot be read.
public func readBytes(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65_536)
  while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
    bytes += buffer[..<count]
  }
  return bytes
}

func writeFile(_ text: String, to path: String) -> Bool { writeBytes(Array(text.utf8), to: path) }

/// - Returns: Whether all of it was written.
public func writeBytes(_ bytes: [UInt8], to path: String) -> Bool {
  guard let file = fopen(path, "w") else { return false }
  let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
  return fclose(file) == 0 && isWritten
}
