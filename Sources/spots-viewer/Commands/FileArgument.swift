import ArgumentParser
import Spots

/// Parses a file on the command line: a path, or a `file:` URL as launchers pass it.
enum FileArgument {
  /// The files that shells offer for the argument.
  static let completion = CompletionKind.file(extensions: ["json", "jsonc", "json5"])

  /// The path named by `argument`, which is a `file:` URL or the path itself.
  ///
  /// - Throws: `ValidationError` when the URL names a file of another machine, or no file.
  static func path(_ argument: String) throws -> String {
    let scheme = "file:"
    guard argument.prefix(scheme.count).lowercased() == scheme else { return argument }
    var rest = argument.dropFirst(scheme.count)
    if rest.hasPrefix("//") {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != "/" }
      guard host.isEmpty || host.lowercased() == "localhost" else {
        throw ValidationError("'\(argument.printable(limit: 200))' is on another machine")
      }
      rest = rest.dropFirst(host.count)
    }
    // A query or a fragment refers to a part of the file.
    let path = rest.prefix { $0 != "?" && $0 != "#" }
    guard path.hasPrefix("/"), let decoded = decoded(path.utf8) else {
      throw ValidationError("'\(argument.printable(limit: 200))' names no file")
    }
    return decoded
  }

  /// The text that `bytes` percent-encodes; nil when malformed, not UTF-8, or with a zero byte.
  private static func decoded(_ bytes: Substring.UTF8View) -> String? {
    var result: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigitValue, let low = rest.popFirst()?.hexDigitValue
      else { return nil }
      result.append(high << 4 | low)
    }
    return result.contains(0) ? nil : String(validating: result, as: UTF8.self)
  }
}
