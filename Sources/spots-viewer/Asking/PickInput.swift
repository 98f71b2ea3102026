import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// The form of the lines to pick from.
enum PickInput: String, CaseIterable, ExpressibleByArgument {
  /// A title.
  case text
  /// A title, a subtitle, an action and an image, each with a tab before the next.
  case tsv
  /// An item as screens have it.
  case json
}

/// Lines as items, in the order of the lines.
struct PickBatch: Sendable {
  var items: [Item] = []
  /// The lines that are not UTF-8, by the index of the item among all that were read. Their titles
  /// are repaired, but who reads the answer knows them as they were.
  var unreadable: [Int: [UInt8]] = [:]
  /// The faults in lines.
  var diagnostics: [Diagnostic] = []
}

/// Makes items of lines, one after another.
struct PickReader {
  private let input: PickInput
  /// Whether several can be picked, for which each item has a box.
  private let isMultiple: Bool
  private let reader: ScreenReader
  /// The number of lines so far, and of the items made of them.
  private var counts = (lines: 0, items: 0)

  /// - Parameter kinds: The kinds that items may have.
  init(_ input: PickInput, isMultiple: Bool, kinds: Set<String>) {
    (self.input, self.isMultiple) = (input, isMultiple)
    reader = ScreenReader(itemKinds: kinds)
  }

  mutating func read(_ lines: [[UInt8]]) -> PickBatch {
    var batch = PickBatch()
    batch.items.reserveCapacity(lines.count)
    for line in lines {
      counts.lines += 1
      guard var item = item(line, &batch) else { continue }
      if isMultiple {
        item.kind = InputKind.checkbox.rawValue
        item.input = ItemInput(name: "\(counts.items)")
      }
      batch.items.append(item)
      counts.items += 1
    }
    return batch
  }

  private func item(_ line: [UInt8], _ batch: inout PickBatch) -> Item? {
    if input == .json { return jsonItem(line, &batch) }
    let line = line.last == UInt8(ascii: "\r") ? Array(line.dropLast()) : line
    let text = String(decoding: line, as: UTF8.self)
    guard input == .tsv else {
      if !text.utf8.elementsEqual(line) { batch.unreadable[counts.items] = line }
      return Item(title: text)
    }
    let columns = text.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    func column(_ index: Int) -> String? {
      columns.indices.contains(index) && !columns[index].isEmpty ? columns[index] : nil
    }
    return Item(
      title: columns[0], subtitle: column(1) ?? "", image: column(3) ?? "", action: column(2))
  }

  /// Blank lines are none, and those that are no items are reported.
  private func jsonItem(_ line: [UInt8], _ batch: inout PickBatch) -> Item? {
    guard line.contains(where: { !" \t\r".utf8.contains($0) }) else { return nil }
    let (item, diagnostics) = reader.item(in: line)
    batch.diagnostics += diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.line = counts.lines
      return diagnostic
    }
    return item
  }
}
