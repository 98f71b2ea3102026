import ArgumentParser
import Spots

/// The part of a picked item that is printed.
enum PickPrint: String, CaseIterable, ExpressibleByArgument {
  /// Its action, or its title if it has none.
  case action
  /// Its title.
  case title
  /// Its index, from 0.
  case index
  /// The whole item, in JSON as in a screen.
  case json

  /// The item as a line.
  ///
  /// - Parameter separator: Ends the line; where the item itself contains it, a space replaces it.
  func line(_ original: PickOriginal, at index: Int, separator: UInt8) -> [UInt8] {
    let item = original.item
    let title = original.title ?? Array(item.title.utf8)
    let text: [UInt8]
    switch self {
    case .action: text = original.action ?? item.action.map { Array($0.utf8) } ?? title
    case .title: text = title
    case .index: text = Array("\(index)".utf8)
    case .json: text = JSONWriter { ScreenWriter().write(item, to: &$0) }.bytes
    }
    return text.map { $0 == separator ? UInt8(ascii: " ") : $0 } + [separator]
  }
}
