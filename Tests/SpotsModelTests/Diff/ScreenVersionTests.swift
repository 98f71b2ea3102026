import Testing

@testable import SpotsModel

@Suite struct ScreenVersionTests {
  private func screen(
    _ titles: [String], identifier: String? = nil, header: String? = nil, kind: String = "",
    ids: [Int] = []
  ) -> Screen {
    let items = titles.enumerated().map { index, title in
      Item(
        identifier: ids.isEmpty ? nil : .integer(ids[index]), title: title,
        kind: title == "Next" ? "button" : kind)
    }
    return Screen(
      components: [
        ComponentModel(header: header.map { Item(title: $0) }, kind: .list, items: ItemList(items))
      ], title: titles.first, identifier: identifier)
  }

  @Test func aScreenThatSharesAPartIsALaterVersion() {
    let rows = screen(["a", "b"])
    #expect(screen(["b", "c"]).isVersion(of: rows) && rows.isVersion(of: rows))
    #expect(!screen(["c", "d"]).isVersion(of: rows))
    // Identifiers count more than texts.
    let known = screen(["a", "b"], ids: [1, 2])
    #expect(screen(["x", "y"], ids: [2, 3]).isVersion(of: known))
    #expect(!screen(["a", "b"], ids: [3, 4]).isVersion(of: known))
    #expect(screen(["a"]).isVersion(of: known))
    // A header is enough where nothing is answered, and so is a button.
    #expect(screen(["c"], header: "Log").isVersion(of: screen(["a"], header: "Log")))
    #expect(screen(["c", "Next"]).isVersion(of: screen(["a", "Next"])))
    let first = screen(["Name", "Next"], header: "Order", kind: "text-field")
    #expect(!screen(["City", "Next"], header: "Order", kind: "text-field").isVersion(of: first))
    #expect(screen([]).isVersion(of: first) && first.isVersion(of: screen([])))
  }

  @Test func itemsWithoutATitleAreKnownByTheirContent() {
    for name in ["text", "image", "markdown"] {
      func screen(_ numbers: Range<Int>) -> Screen {
        let items = numbers.map { #"{"\#(name)":"\#(name)-\#($0)"}"# }.joined(separator: ",")
        let json = #"{"components":[{"items":[\#(items)]}]}"#
        return ScreenReader().read(Array(json.utf8)).screen ?? Screen()
      }
      #expect(screen(2..<5).isVersion(of: screen(0..<3)), "\(name)")
      #expect(!screen(4..<7).isVersion(of: screen(0..<3)), "\(name)")
    }
  }

  @Test func theIdentifierOfTheScreenDecides() {
    let first = screen(["a"], identifier: "1")
    #expect(!screen(["a"], identifier: "2").isVersion(of: first))
    #expect(screen(["b"], identifier: "1").isVersion(of: first))
    #expect(!screen(["a"], identifier: "1").isVersion(of: screen(["a"])))
    #expect(screen(["a"]).isVersion(of: first))
  }

  @Test func theIdentifierIsReadAndWritten() {
    let document = #"{"identifier":"one","components":[]}"#
    let read = ScreenReader().read(Array(document.utf8)).screen
    #expect(read?.identifier == "one")
    #expect(read.map { String(decoding: ScreenWriter().write($0), as: UTF8.self) } == document)
  }
}
