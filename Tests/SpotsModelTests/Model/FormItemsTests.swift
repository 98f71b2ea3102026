import Testing

@testable import SpotsModel

/// Items made in one call are those that documents have, and lists are built from statements.
@Suite struct FormItemsTests {
  private enum Plan: String, CaseIterable { case basic, pro }

  @Test(arguments: [
    (
      Item.textField(
        "name", title: "Name", value: "Ada", placeholder: "You", lines: 3,
        checks: InputChecks(isRequired: true)),
      """
      {"kind": "text-field", "name": "name", "title": "Name", "value": "Ada", "placeholder": "You",
       "lines": 3, "checks": {"required": true}}
      """
    ),
    (
      .numberField("age", title: "Age", value: 36, in: 18...99, unit: "years"),
      """
      {"kind": "text-field", "input-type": "number", "name": "age", "title": "Age", "value": 36,
       "minimum": 18, "maximum": 99, "unit": "years"}
      """
    ),
    (
      .stepper("guests", title: "Guests", value: 2, in: 1...8),
      """
      {"kind": "stepper", "name": "guests", "title": "Guests", "value": 2, "minimum": 1,
       "maximum": 8, "step": 1}
      """
    ),
    (
      .slider("volume", title: "Volume", in: 0...10),
      #"{"kind": "slider", "name": "volume", "title": "Volume", "minimum": 0, "maximum": 10}"#
    ),
    (
      .toggle("wifi", title: "Wi-Fi", isOn: true),
      #"{"kind": "toggle", "name": "wifi", "title": "Wi-Fi", "value": true}"#
    ),
    (
      .checkbox("terms", title: "I agree", isRequired: true),
      """
      {"kind": "checkbox", "name": "terms", "title": "I agree", "value": false,
       "checks": {"required": true}}
      """
    ),
    (
      .choice("plan", title: "Plan", of: Plan.self, value: .pro, style: .segments),
      """
      {"kind": "choice", "name": "plan", "title": "Plan", "value": "pro", "choice-style": "segments",
       "options": [{"value": "basic", "title": "Basic"}, {"value": "pro", "title": "Pro"}]}
      """
    ),
    (
      .date(
        "day", title: "Day", value: CalendarDate("2026-11-27"),
        in: CalendarDate("2026-01-01")!...CalendarDate("2026-12-31")!),
      """
      {"kind": "date", "name": "day", "title": "Day", "value": "2026-11-27",
       "minimum": "2026-01-01", "maximum": "2026-12-31"}
      """
    ),
    (
      .button("Send", action: .submit("now"), emphasis: .primary),
      #"{"kind": "button", "title": "Send", "action": "submit:now", "emphasis": "primary"}"#
    ),
  ])
  func itemsAreThoseOfDocuments(item: Item, document: String) throws {
    let reading = ScreenReader().read(Array(#"{"components":[{"items":[\#(document)]}]}"#.utf8))
    #expect(reading.diagnostics.isEmpty)
    #expect(item == reading.screen?.components[0].items[0])
  }

  @Test func listsAreWhatTheirStatementsSay() {
    func list(_ names: [String], isOpen: Bool) -> ComponentModel {
      ComponentModel(title: "Tasks") {
        "First"
        for name in names { Item(title: name) }
        if isOpen { Item(title: "Open") } else { [Item(title: "Closed"), Item(title: "for good")] }
        if names.isEmpty { "None" }
        switch names.count {
        case 0: "Add one"
        default: Item.button("Clear", action: "clear")
        }
      }
    }
    #expect(
      list(["a", "b"], isOpen: true).items.map(\.title) == ["First", "a", "b", "Open", "Clear"])
    #expect(
      list([], isOpen: false).items.map(\.title)
        == ["First", "Closed", "for good", "None", "Add one"])
    #expect(list([], isOpen: true).header?.title == "Tasks" && list([], isOpen: true).kind == .list)
    let screen = Screen("Home", spacing: .comfortable) {
      ComponentModel { "a" }
      for index in 0..<2 { ComponentModel(identifier: "\(index)", kind: .grid) {} }
    }
    #expect(screen.title == "Home" && screen.components.map(\.kind) == [.list, .grid, .grid])
    #expect(screen.components[0].header == nil && screen.components[2].identifier == "1")
  }
}
