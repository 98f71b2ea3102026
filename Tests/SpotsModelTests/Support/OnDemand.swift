@testable import SpotsModel

extension ItemList {
  /// These items as those of a document, read when they are asked for.
  ///
  /// - Parameter blanks: How many blanks stand behind each item, so that documents of the same
  ///   items can differ in their bytes.
  func onDemand(blanks: (Int) -> Int = { _ in 0 }) -> ItemList {
    var bytes = Array("[".utf8)
    var starts: [UInt32] = []
    for (index, item) in enumerated() {
      if index > 0 { bytes += Array(",\n".utf8) }
      starts.append(UInt32(bytes.count))
      var writer = JSONWriter()
      ScreenWriter().write(item, to: &writer)
      // A blank inside the item is part of what is compared.
      bytes += writer.bytes.dropLast()
      bytes += Array(repeating: UInt8(ascii: " "), count: blanks(index))
      bytes.append(UInt8(ascii: "}"))
    }
    let document = ScreenBytes(bytes + Array("]".utf8), dialect: .json, componentKinds: nil)
    return ItemList(DocumentItems(document: document, starts: starts, end: bytes.count))
  }

  /// How many times items of the documents were read so far.
  var readItems: Int {
    let documents = chunks.all.compactMap { ($0.document as? DocumentItems)?.document }
    return Dictionary(
      documents.map { (ObjectIdentifier($0), $0.readItems) }, uniquingKeysWith: Swift.max
    ).values.reduce(0, +)
  }
}

/// The difference between reading a document at once and reading its items on demand; nil when
/// there is none.
func differenceOnDemand(_ bytes: [UInt8], _ dialect: ScreenReader.Dialect = .json) -> String? {
  var reader = ScreenReader(
    dialect: dialect, itemKinds: ["header", "card"], componentKinds: ["list", "grid"],
    imageProblem: { $0.hasPrefix("no") ? "no such file" : nil })
  reader.onDemandBytes = 0
  let eager = reader.read(bytes)
  let lazy = reader.readOnDemand(bytes)
  if eager.screen != lazy.screen || lazy.screen != eager.screen { return "another screen" }
  if eager.screen?.hashValue != lazy.screen?.hashValue { return "another hash" }
  let found = reader.diagnostics(of: bytes)
  if found.diagnostics != eager.diagnostics { return "other diagnostics" }
  if found.omitted != eager.omittedDiagnostics { return "other omissions" }
  guard let screen = eager.screen else {
    return lazy.diagnostics == eager.diagnostics && lazy.sourceMap == SourceMap() ? nil : "faults"
  }
  for (read, found) in zip(screen.components, lazy.screen?.components ?? []) {
    for (index, item) in read.items.enumerated() where item.holdsInput {
      if found.items.first(.value, in: index..<index + 1) == nil { return "no input at \(index)" }
    }
  }
  for diagnostic in lazy.diagnostics where !eager.diagnostics.contains(diagnostic) {
    return "\(diagnostic)"
  }
  return differenceOfMaps(eager.sourceMap, lazy.sourceMap, screen)
}

extension Item {
  /// Whether it has a value, or an item inside it does.
  fileprivate var holdsInput: Bool {
    valueName != nil
      || children.contains { component in
        ([component.header, component.footer].compactMap { $0 } + component.items)
          .contains(where: \.holdsInput)
      }
  }
}

private func differenceOfMaps(_ a: SourceMap, _ b: SourceMap, _ screen: Screen) -> String? {
  for index in -1...screen.components.count {
    if a.component(index) != b.component(index) { return "component \(index)" }
    if a.header(ofComponent: index) != b.header(ofComponent: index) { return "header of \(index)" }
    if a.footer(ofComponent: index) != b.footer(ofComponent: index) { return "footer of \(index)" }
    let count = screen.components.indices.contains(index) ? screen.components[index].items.count : 0
    for item in (-1...count).reversed()
    where a.item(item, inComponent: index) != b.item(item, inComponent: index) {
      return "item \(item) of \(index)"
    }
  }
  return nil
}
