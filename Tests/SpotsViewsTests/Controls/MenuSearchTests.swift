import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Menus of many rows, which are searched by typing.
@MainActor
@Suite struct MenuSearchTests {
  private let layer = PopupLayer()
  private let cities = [
    "Amsterdam", "Athens", "Belgrade", "Berlin", "Bern", "Bratislava", "Brussels", "Bucharest",
    "Budapest", "Copenhagen", "Dublin", "Helsinki", "Kyiv", "Lisbon", "Ljubljana", "London",
    "Luxembourg", "Madrid", "Oslo", "Paris", "Reykjavík", "San Marino",
  ]

  private func open(_ rows: [String], onChoose: @escaping (Int) -> Void = { _ in }) -> Menu {
    layer.environment = .fixed()
    layer.frame = Rect(width: 400, height: 900)
    let menu = Menu(
      rows.map { Menu.Row(title: $0, isChecked: $0 == "Oslo") }, isSearched: true,
      onChoose: onChoose)
    layer.open(menu, beside: .rect(Rect(x: 40, y: 40, width: 0, height: 0)))
    _ = layer.advance(to: 1)
    return menu
  }

  private func type(_ text: String) {
    for character in text {
      let key: Key = character == " " ? .space : .character(character)
      _ = layer.handle(.keyPressed(key, []), at: 1)
      if layer.isOpen { _ = layer.handle(.textEntered(String(character)), at: 1) }
    }
    _ = layer.advance(to: 1)
  }

  @Test func typingLeavesRowsOut() {
    var chosen: [Int] = []
    let menu = open(cities) { chosen.append($0) }
    let size = menu.frame.size
    #expect(menu.rows.count == cities.count && menu.current == 18)
    type("ber")
    #expect(menu.rows.map(\.title) == ["Berlin", "Bern"] && menu.current == 0)
    #expect(menu.frame.size == size)
    _ = layer.handle(.keyPressed(.backspace, []), at: 1)
    _ = layer.handle(.keyPressed(.backspace, []), at: 1)
    #expect(menu.rows.count > 5)
    type("nothing like it")
    #expect(menu.rows.isEmpty && menu.current == nil)
    _ = layer.handle(.keyPressed(.enter, []), at: 1)
    #expect(layer.isOpen && chosen.isEmpty)
    for _ in 0..<20 { _ = layer.handle(.keyPressed(.backspace, []), at: 1) }
    #expect(menu.rows.count == cities.count)
    type("san m")
    _ = layer.handle(.keyPressed(.enter, []), at: 1)
    #expect(!layer.isOpen && chosen == [21])
  }

  /// The document may change while the menu is open, and leave fewer options than are shown.
  @Test func rowsMayChangeMeanwhile() {
    let menu = open(cities)
    let others = ["Bergen", "Bern"].map { Menu.Row(title: $0) }
    menu.update(others)
    #expect(menu.rows == others)
    menu.update(cities.map { Menu.Row(title: $0) })
    type("ber")
    menu.update(others)
    #expect(menu.rows == others)
    menu.update([Menu.Row(title: "Athens")])
    #expect(menu.rows.isEmpty && menu.current == nil)
  }

  /// Accents make no difference, and the line is told to screen readers.
  @Test func wordsAreFoundAsInFilters() {
    let menu = open(cities)
    type("reykjavik")
    #expect(menu.rows.map(\.title) == ["Reykjavík"])
    let line = menu.accessibleParts.first
    #expect(line?.content.role == .textField && line?.content.details == "reykjavik")
  }

  /// Whatever is typed and deleted, the rows are those with all words, in their order.
  @Test func rowsFollowTheWords() {
    var random = SplitMix64(seed: 5)
    let menu = open(cities)
    var typed = ""
    for _ in 0..<300 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        _ = layer.handle(.keyPressed(.backspace, []), at: 1)
        if !typed.isEmpty { typed.removeLast() }
      } else {
        let letter = "abelns".randomElement(using: &random) ?? "a"
        type(String(letter))
        typed.append(letter)
      }
      let wanted = cities.filter { typed.isEmpty || $0.lowercased().contains(typed) }
      #expect(menu.rows.map(\.title) == wanted, "'\(typed)', with seed 5")
    }
  }

  /// A short menu goes to the row that begins with what is typed.
  @Test func shortMenusAreNotSearched() {
    let menu = open(Array(cities.prefix(5)))
    type("bern")
    #expect(menu.rows.count == 5 && menu.current == 4)
  }
}
