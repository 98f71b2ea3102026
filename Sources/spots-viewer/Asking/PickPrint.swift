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
  /// - Parameters:
  ///   - line: The line the item was made of, where its title is not that.
  ///   - separator: Ends the line. Where that is a line break, those inside become spaces.
  func line(_ item: Item, at index: Int, of line: [UInt8]?, separator: UInt8) -> [UInt8] {
    let text: [UInt8]
    switch self {
    case .action: text = line ?? Array((item.action ?? item.title).utf8)
    case .title: text = line ?? Array(item.title.utf8)
    case .index: text = Array("\(index)".utf8)
    case .json:
      var json = JSONWriter()
      ScreenWriter().write(item, to: &json)
      text = json.bytes
    }
    return text.map { $0 == separator ? UInt8(ascii: " ") : $0 } + [separator]
  }
}
