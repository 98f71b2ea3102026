import ArgumentParser
import Spots

/// How the answers to a screen are printed.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument {
  /// A JSON object of the values by name.
  case json
  /// `name=value` for each value, sorted by name.
  case lines
  /// A variable assignment for each value, sorted by name, for a shell's `eval`.
  case shell

  /// The values as text that ends with a line break.
  ///
  /// - Parameter prefix: Begins the names of shell variables, so that they mean nothing to a shell;
  ///   may be empty. Of a value's name, letters and digits are kept, and all else becomes `_`.
  func text(_ values: [String: JSONValue], prefix: String) -> [UInt8] {
    let sorted = values.sorted { $0.key < $1.key }
    switch self {
    case .json: return JSONWriter { $0.value(.object(values)) }.bytes + [UInt8(ascii: "\n")]
    case .lines:
      let lines = sorted.map { name, value in
        "\(Self.escaped(name, alsoEquals: true))=\(Self.escaped(Self.text(value)))\n"
      }
      return Array(lines.joined().utf8)
    case .shell:
      var taken: Set<String> = []
      let lines = sorted.map { name, value in
        "\(Self.variable(name, prefix, &taken))=\(Self.quoted(Self.text(value)))\n"
      }
      return Array(lines.joined().utf8)
    }
  }

  /// A value as plain text: empty for `null`, one line per element of an array.
  private static func text(_ value: JSONValue) -> String {
    switch value {
    case .null: return ""
    case .bool(let value): return value ? "true" : "false"
    case .string(let text): return text
    case .array(let values): return values.map(text).joined(separator: "\n")
    case .integer, .number, .object: return JSONWriter { $0.value(value) }.text
    }
  }

  /// Returns `text` on one line, with line breaks, NUL, backslashes and perhaps `=` escaped.
  private static func escaped(_ text: String, alsoEquals: Bool = false) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\0": result += "\\0"
      case "=" where alsoEquals: result += "\\="
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns `text` in single quotes, where only a quote needs escaping for a shell. NUL, which a
  /// shell's variables cannot hold, is left out.
  private static func quoted(_ text: String) -> String {
    var result = "'"
    for scalar in text.unicodeScalars where scalar != "\0" {
      if scalar == "'" { result += #"'\''"# } else { result.unicodeScalars.append(scalar) }
    }
    return result + "'"
  }

  /// Returns a name for a variable that is not in `taken` yet, and adds it.
  private static func variable(
    _ name: String, _ prefix: String, _ taken: inout Set<String>
  ) -> String {
    let safe = name.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        ? Character(scalar) : "_"
    }
    let plain = prefix + String(safe)
    let base = plain.first?.isASCII == true && plain.first?.isNumber == true ? "_" + plain : plain
    var result = base
    var number = 2
    while !taken.insert(result).inserted {
      result = "\(base)_\(number)"
      number += 1
    }
    return result
  }

  /// Whether names of shell variables may begin with `text`, which may be empty for no prefix.
  static func isPrefix(_ text: String) -> Bool {
    text.unicodeScalars.first.map { !("0"..."9").contains($0) } ?? true
      && text.unicodeScalars.allSatisfy {
        $0.isASCII && ($0 == "_" || $0.properties.isAlphabetic || $0.properties.numericType != nil)
      }
  }
}
