import Spots
import SpotsTestSupport

/// A document of items that are answered, each with a name of its own, in several components.
struct RandomForm {
  struct Field {
    var name: String
    var kind: InputKind
    var value: JSONValue
    /// Without one, the item is found by its content.
    var hasIdentifier: Bool
  }

  var lists: [[Field]] = [[], [], []]
  private var order = [0, 1, 2]

  init(_ random: inout RandomComponents) {
    for _ in 0..<2 + random.below(4) { insert(&random) }
  }

  /// What the document gives, by name.
  var values: [String: JSONValue] {
    Dictionary(uniqueKeysWithValues: lists.joined().map { ($0.name, $0.value) })
  }

  var screen: Screen {
    Screen(
      components: order.map { index in
        ComponentModel(
          identifier: "\(index)", kind: index == 2 ? .grid : .list,
          items: ItemList(lists[index].map(\.item)))
      }, keepsValues: true)
  }

  func randomValue(of name: String, _ random: inout RandomComponents) -> JSONValue {
    lists.joined().first { $0.name == name }.map { random.answer(of: $0.kind) } ?? .null
  }

  /// What somebody who edits the document does: moves items, takes them out and puts them back,
  /// and gives them other values.
  mutating func edit(_ random: inout RandomComponents) {
    let from = random.below(lists.count)
    switch random.below(6) {
    case 0: lists[from].shuffle(using: &random.random)
    case 1: if !lists[from].isEmpty { lists[from].remove(at: random.below(lists[from].count)) }
    case 2:
      guard let moved = lists[from].popLast() else { return }
      lists[random.below(lists.count)].insert(moved, at: 0)
    case 3:
      guard !lists[from].isEmpty else { return }
      let index = random.below(lists[from].count)
      lists[from][index].value = random.answer(of: lists[from][index].kind)
    case 4: order.shuffle(using: &random.random)
    default: insert(&random)
    }
  }

  /// An item with a given name always has the same kind.
  private mutating func insert(_ random: inout RandomComponents) {
    let number = random.below(14)
    let kinds: [InputKind] = [.toggle, .checkbox, .slider, .stepper, .textField, .choice]
    var field = Field(
      name: "n\(number)", kind: kinds[number % kinds.count], value: .null,
      hasIdentifier: random.oneIn(2))
    field.value = random.answer(of: field.kind)
    guard !lists.joined().contains(where: { $0.name == field.name }) else { return }
    lists[random.below(lists.count)].append(field)
  }
}

extension RandomForm.Field {
  var item: Item {
    var input = ItemInput(name: hasIdentifier ? "" : name, value: value)
    if kind == .slider { input.maximum = 10 }
    if kind == .choice { input.options = ["a", "b", "c"].map { ChoiceOption($0) } }
    return Item(
      identifier: hasIdentifier ? .string(name) : nil, title: hasIdentifier ? "Title" : name,
      kind: kind.rawValue, input: input)
  }

}
