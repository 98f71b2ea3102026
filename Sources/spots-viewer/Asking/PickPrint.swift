import ArgumentParser
import Spots

/// The part of a picked item that is printed.
enum PickPrint: String, CaseIterable, ExpressibleByArgument {
  /// Its action, or its title where it has none.
  case action
  /// Its title.
  case title
  /// How many items were before it.
  case index
  /// All of it, as screens have it.
  case json

  /// The item as a line.
  ///
  /// - Parameter separator: Ends the line. Where that is a line break, those inside become spaces.
  func line(_ original: PickOriginal, at index: Int, separator: UInt8) -> [UInt8] {
    let item = original.item
    let title = original.title ?? Array(item.title.utf8)
    let text: [UInt8]
    switch self {
    case .action: text = original.action ?? item.action.map { Array($0.utf8) } ?? title
    case .title: text = title
    case .index: text = Array("\(index)".utf8)
    case .json:
      var json = JSONWriter()
      ScreenWriter().write(item, to: &json)
      text = json.bytes
    }
    return text.map { $0 == separator ? UInt8(ascii: " ") : $0 } + [separator]
  }
}
