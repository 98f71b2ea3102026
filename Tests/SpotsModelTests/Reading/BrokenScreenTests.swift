import SpotsModel
import Testing

@Suite struct BrokenScreenTests {
  @Test func theTableIsLongEnough() {
    #expect(BrokenScreen.all.count >= 60)
  }

  @Test(arguments: BrokenScreen.all)
  func everyFaultIsPointedAt(broken: BrokenScreen) throws {
    let reading = broken.read()
    try #require(reading.diagnostics.count == 1, "\(reading.diagnostics)")
    var found = reading.diagnostics[0]
    (found.excerpt, found.excerptColumn) = ("", broken.expected.excerptColumn)
    #expect(found == broken.expected)
    // Nothing is left of a document whose root, or whose list of components, has the wrong type.
    let isNoScreen = found.severity == .error && ["", "/components"].contains(found.path)
    #expect((reading.screen == nil) == ([.syntax, .limit].contains(found.code) || isNoScreen))
    #expect(reading.hasErrors == (found.severity == .error))
  }

  @Test(arguments: BrokenScreen.all)
  func messagesFollowTheHouseStyle(broken: BrokenScreen) {
    for diagnostic in broken.read().diagnostics {
      let text = diagnostic.message + diagnostic.path + diagnostic.excerpt
      let isPrintable = text.unicodeScalars.allSatisfy { scalar in
        scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value)
          && !(0x202A...0x202E).contains(scalar.value)
      }
      #expect(isPrintable)
      #expect(diagnostic.message.first?.isUppercase == false)
      #expect(!diagnostic.message.hasSuffix("."))
      #expect(diagnostic.excerpt.unicodeScalars.count <= 200)
      #expect(diagnostic.excerptColumn >= 1)
      #expect(diagnostic.excerptColumn <= diagnostic.excerpt.unicodeScalars.count + 1)
    }
  }

  @Test func aWrongValueCostsOnlyItself() throws {
    let text = """
      {"components":[{"layout":{"span":"abc","item-spacing":4},"items":[{"title":{},"text":"x"},7,
      {"title":"b"}],"kind":17},"none",{"kind":"grid"}],"title":"W","theme":{"accent":"red",
      "error":"#123456"}}
      """
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.diagnostics.count == 6)
    let screen = try #require(reading.screen)
    #expect(screen.title == "W")
    #expect(screen.theme == [.error: Color(0x123456)])
    #expect(screen.components.count == 2)
    #expect(screen.components[0].layout == Layout(itemSpacing: 4))
    #expect(Array(screen.components[0].items) == [Item(text: "x"), Item(title: "b")])
    #expect(screen.components[1].kind == .grid)
  }

  @Test func kindsAreNotCheckedWithoutASet() {
    let text = #"[{"kind":"ring","items":[{"kind":"pearl"}]}]"#
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.diagnostics == [])
    #expect(reading.screen?.components[0].kind.rawValue == "ring")
  }

  @Test func anUnknownItemKindIsReportedOnce() {
    let text = #"[{"items":[{"kind":"pearl"},{"kind":"pearl"},{"kind":"opal"}]}]"#
    let reading = ScreenReader(itemKinds: ["card"]).read(Array(text.utf8))
    #expect(reading.diagnostics.map(\.code) == [.unknownKind, .unknownKind])
    #expect(reading.screen?.components[0].items.map(\.kind) == ["pearl", "pearl", "opal"])
  }

  @Test func diagnosticsOfAHostileDocumentAreCapped() {
    let text = "[" + String(repeating: #"{"x":1,"kind":false},"#, count: 3000) + "{}"
    let reading = ScreenReader().read(Array(text.utf8))
    #expect(reading.diagnostics.count == 2001)
    #expect(reading.omittedDiagnostics == 4000)
    #expect(reading.diagnostics.last?.code == .syntax)
    #expect(reading.screen == nil)
    let positions = reading.diagnostics.map { ($0.line, $0.column) }
    #expect(zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
