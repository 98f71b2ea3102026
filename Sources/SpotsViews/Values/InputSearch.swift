/// The items of a document that have a value, found in a single pass, which goes only as far as it
/// is asked to. Items of a large document are read only where their bytes suggest a value.
package struct InputSearch {
  /// An item that has a value.
  package struct Input {
    package let name: String
    package let item: Item
    package let path: ItemPath
  }

  private let document: [ComponentModel]
  private var found: [Input] = []
  /// The index in `found` of the first item with a name.
  private var first: [String: Int] = [:]
  /// Where the pass goes on: at a component's header and footer, or at an item.
  private var (component, item): (Int, Int?) = (0, nil)

  package init(_ document: [ComponentModel]) { self.document = document }

  /// All of them, in the order of the document, those inside composite items included.
  package var all: [Input] {
    mutating get {
      while advance() {}
      return found
    }
  }

  /// The first item whose value has a name; nil when there is none.
  mutating func first(named name: String) -> Input? {
    while true {
      if let index = first[name] { return found[index] }
      guard advance() else { return nil }
    }
  }

  /// Visits the next part that may have values; false when there is none.
  private mutating func advance() -> Bool {
    guard document.indices.contains(component) else { return false }
    let (model, path) = (document[component], ComponentPath(component))
    guard let start = item else {
      item = 0
      addEdges(of: model, at: path)
      return true
    }
    guard let index = model.items.first(.value, in: start..<model.items.count) else {
      (component, item) = (component + 1, nil)
      return true
    }
    item = index + 1
    add(model.items[index], at: path.item(index))
    return true
  }

  private mutating func addEdges(of model: ComponentModel, at path: ComponentPath) {
    if let header = model.header { add(header, at: path.part(.header)) }
    if let footer = model.footer { add(footer, at: path.part(.footer)) }
  }

  private mutating func add(_ item: Item, at path: ItemPath) {
    if let name = item.valueName {
      first[name] = first[name] ?? found.count
      found.append(Input(name: name, item: item, path: path))
    }
    for (index, model) in item.children.enumerated() {
      let inner = ComponentPath(index, in: path)
      addEdges(of: model, at: inner)
      for (index, item) in model.items.enumerated() { add(item, at: inner.item(index)) }
    }
  }
}
