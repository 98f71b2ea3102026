import Spots

/// A laid-out screen as text, a line for each part, which begins with its JSON pointer.
struct AgentOutline {
  private(set) var text = ""

  /// The most characters of a title or a value.
  private static let longest = 120

  /// - Parameter tree: As `InspectOutput` writes it, with parts.
  init(_ tree: JSONValue) {
    write(screen: tree)
    text += "These are the parts in the window; 'find' also finds those that are scrolled away.\n"
  }

  private mutating func write(screen: JSONValue) {
    guard case .object(let members) = screen else { return }
    if case .object(let toolbar)? = members["toolbar"],
      case .array(let buttons)? = toolbar["actions"]
    {
      for case .object(let button) in buttons {
        line("/toolbar/actions/\(button["index"]?.typedText ?? "")", button)
      }
    }
    write(members["components"], in: "")
    if let other = members["beside"] {
      text += "In the other column:\n"
      write(screen: other)
    }
  }

  private mutating func write(_ components: JSONValue?, in parent: String) {
    guard case .array(let components)? = components else { return }
    for case .object(let component) in components {
      let path =
        "\(parent)/\(parent.isEmpty ? "components" : "children")/"
        + (component["index"]?.typedText ?? "")
      line(path, component)
      for edge in ["header", "footer"] { write(part: component[edge], at: "\(path)/\(edge)") }
      guard case .array(let items)? = component["items"] else { continue }
      for case .object(let item) in items {
        write(part: .object(item), at: "\(path)/items/\(item["index"]?.typedText ?? "")")
      }
    }
  }

  private mutating func write(part: JSONValue?, at path: String) {
    guard case .object(let members)? = part else { return }
    line(path, members)
    if case .array(let inside)? = members["parts"] {
      for case .object(let part) in inside { line("  \(part["role"]?.typedText ?? "")", part) }
    }
    write(members["components"], in: path)
  }

  private mutating func line(_ path: String, _ members: [String: JSONValue]) {
    var words = [path]
    if let kind = members["kind"]?.typedText, !kind.isEmpty { words.append(kind) }
    let titles = ["title", "label"].compactMap { members[$0]?.typedText }
    if let title = titles.first(where: { !$0.isEmpty }) {
      words.append("'\(title.printable(limit: Self.longest))'")
    }
    if let name = members["name"], let value = members["value"] {
      let text = JSONWriter(limit: Self.longest) { $0.value(value) }.text
      words.append("\(name.typedText.printable(limit: Self.longest))=\(text.prefix(Self.longest))")
    }
    if case .object(let frame)? = members["frame"] {
      func number(_ key: String) -> String {
        JSONValue.of((frame[key]?.number ?? 0).rounded()).typedText
      }
      words.append("\(number("x")),\(number("y")) \(number("width"))x\(number("height"))")
    }
    text += words.joined(separator: " ") + "\n"
  }
}
