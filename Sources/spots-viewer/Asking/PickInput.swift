import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// The form of the lines to pick from.
enum PickInput: String, CaseIterable, ExpressibleByArgument {
  /// A title.
  case text
  /// A title, a subtitle, an action and an image, separated by tabs.
  case tsv
  /// An item, in JSON as in a screen.
  case json
}

/// An item as it was read, kept where the item shown differs.
struct PickOriginal: Sendable {
  /// The item without the checkbox that it has in the list.
  var item: Item
  /// The bytes of its title and of its action, where either is not UTF-8.
  var title: [UInt8]?
  var action: [UInt8]?
}

/// The items made of some lines, in the order of the lines.
struct PickBatch: Sendable {
  var items: [Item] = []
  /// The items that are not shown as they were read, by their index among all items so far.
  var originals: [Int: PickOriginal] = [:]
  /// The faults in lines.
  var diagnostics: [Diagnostic] = []
  /// Where the lines name images, by name.
  var images: [String: SourceMap.Position] = [:]
}

/// Makes items of lines, batch by batch.
struct PickReader {
  private let input: PickInput
  /// Whether several can be picked, in which case each item is a checkbox.
  private let isMultiple: Bool
  /// Whether a carriage return may end a line without being part of it.
  private let areLines: Bool
  private var reader: ScreenReader
  /// The number of lines so far, and of the items made of them.
  private var counts = (lines: 0, items: 0)

  /// - Parameters:
  ///   - separator: Ends a line, and is not part of it.
  ///   - kinds: The kinds that items may have.
  init(_ input: PickInput, isMultiple: Bool, separator: UInt8, kinds: Set<String>) {
    (self.input, self.isMultiple) = (input, isMultiple)
    areLines = separator == UInt8(ascii: "\n")
    reader = ScreenReader(itemKinds: kinds)
  }

  mutating func read(_ lines: [[UInt8]]) -> PickBatch {
    var batch = PickBatch()
    batch.items.reserveCapacity(lines.count)
    for line in lines {
      counts.lines += 1
      guard var item = item(line, &batch) else { continue }
      if isMultiple {
        if input == .json, !item.kind.isEmpty || item.input != ItemInput() {
          batch.originals[counts.items] = PickOriginal(item: item)
        }
        item.kind = InputKind.checkbox.rawValue
        item.input = ItemInput(name: "\(counts.items)")
      }
      batch.items.append(item)
      counts.items += 1
    }
    return batch
  }

  private mutating func item(_ line: [UInt8], _ batch: inout PickBatch) -> Item? {
    if input == .json { return jsonItem(line, &batch) }
    let hasReturn = areLines && line.last == UInt8(ascii: "\r")
    let line = hasReturn ? line.dropLast() : line[...]
    let columns =
      input == .tsv
      ? line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false) : [line]
    func column(_ index: Int) -> String? {
      guard columns.indices.contains(index), !columns[index].isEmpty else { return nil }
      return String(decoding: columns[index], as: UTF8.self)
    }
    if let image = column(3) {
      let before = columns[..<3].map { String(decoding: $0, as: UTF8.self).unicodeScalars.count }
      batch.images[image] = SourceMap.Position(
        line: counts.lines, column: before.reduce(4, +))
    }
    let item = Item(
      title: column(0) ?? "", subtitle: column(1) ?? "", image: column(3) ?? "", action: column(2))
    // Invalid UTF-8 is repaired for display; the script gets the original bytes.
    let (title, action) = (columns[0], item.action == nil ? nil : columns[2])
    if [title, action ?? []].contains(where: { String(validating: $0, as: UTF8.self) == nil }) {
      batch.originals[counts.items] = PickOriginal(
        item: item, title: Array(title), action: action.map { Array($0) })
    }
    return item
  }

  /// Returns nil for a blank line, and for one that is not an item, which it reports.
  private mutating func jsonItem(_ line: [UInt8], _ batch: inout PickBatch) -> Item? {
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
    reader.firstLine = counts.lines
    let (item, diagnostics) = reader.item(in: line)
    batch.diagnostics += diagnostics
    if let item, !item.image.isEmpty || !item.children.isEmpty {
      batch.images.merge(reader.imagePositions(in: line)) { $1 }
    }
    return item
  }
}
