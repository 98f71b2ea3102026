import SpotsTestSupport
import Testing

@testable import Spots

/// How views and elements describe themselves to assistive technology.
@MainActor
@Suite struct AccessibilityTests {
  /// What the view for items of `kind` says about `item`.
  private func reading(_ item: Item, role: ViewRole = .item) -> Accessibility {
    let pool = ReusePool(registry: Configuration(), environment: .fixed())
    return pool.prototype(for: item, role: role).accessibility(for: item)
  }

  @Test func namesAreWhatIsSeen() {
    let meta = Meta(strings: ["detail": "On", "alt": "A bridge"])
    let ada = Item(
      title: "Ada Lindqvist", subtitle: "Structural engineer", text: "Malmö", image: "a.png",
      meta: meta)
    let texts = ["": "Ada Lindqvist, Structural engineer, On", "image": "Ada Lindqvist"]
    for kind in ["", "label", "card", "image"] {
      var item = ada
      item.kind = kind
      let expected = texts[kind] ?? "Ada Lindqvist, Structural engineer, Malmö"
      #expect(reading(item).label == expected)
      #expect(reading(item).details == "A bridge", "\(kind)")
    }
    #expect(reading(ada, role: .footer).label == "Ada Lindqvist, Structural engineer, On, Malmö")
  }

  @Test func aPictureWithoutTextHasTheTitleOrWhatIsSaidOfItAsItsName() {
    let picture = Item(image: "a.png", kind: "image")
    #expect(reading(picture).label == "")
    var item = picture
    item.meta = Meta(strings: ["alt": "A bridge"])
    #expect(reading(item) == Accessibility(label: "A bridge"))
    item.image = ""
    #expect(reading(item).label == "", "of a picture that is not there")
  }

  @Test func aHeaderIsAHeadingAndItsActionAButton() {
    let header = Item(
      title: "new", subtitle: "This week", action: "all",
      meta: Meta(strings: ["style": "section", "actionTitle": "See all"]))
    let reading = reading(header, role: .header)
    #expect(reading.role == .heading)
    // Not in capitals, which would be spelled.
    #expect(reading.label == "new")
    #expect(reading.details == "This week")
    #expect(reading.children == [Accessibility(role: .button, label: "See all")])
  }

  /// A view that shows items and says nothing itself.
  private final class PlainView: View, ItemConfigurable {
    func configure(with item: Item) {}
    func prepareForReuse() {}
  }

  @Test func aViewThatSaysNothingHasTheTextsOfItsItem() {
    let item = Item(title: "A", subtitle: "B", meta: Meta(strings: ["detail": "C"]))
    #expect(PlainView().accessibility(for: item) == Accessibility(label: "A, B, C"))
  }

  @Test func elementsAreReadInTheirOrder() {
    let row = Row([
      ImageElement("a.png", label: "A cover"), LabelElement("Paper Kite"),
      Icon(.chevron), LabelElement("skip").accessible(isHidden: true), LabelElement(""),
      Column([ProgressBar(0.25), LabelElement("3:42").accessible(label: "three minutes")]),
      Row([LabelElement("Buy"), LabelElement("9 €")]).accessible(role: .button),
    ])
    let reading = Accessibility(reading: row.accessibleParts())
    #expect(reading.label == "Paper Kite, three minutes")
    #expect(reading.details == "A cover")
    #expect(
      reading.children == [
        Accessibility(role: .progressBar, value: AccessibleValue(0.25)),
        Accessibility(role: .button, label: "Buy, 9 €"),
      ])
  }

  @Test func aNibMaySaySomethingElseThanItShows() throws {
    let text = """
      { "kind": "song", "accessibility-role": {"compact": "link"},
        "row": { "children": [
        { "image": "{image}", "accessibility-label": "Cover of {title}" },
        { "label": "{title}" },
        { "label": "{meta.time}", "accessibility-hidden": true } ] } }
      """
    let parsed = Nib.read(Array(text.utf8))
    #expect(parsed.diagnostics == [])
    let configuration = Configuration()
    configuration.register(nib: try #require(parsed.nib))
    let pool = ReusePool(registry: configuration, environment: .fixed())
    let item = Item(
      title: "Paper Kite", image: "a.png", kind: "song", meta: Meta(strings: ["time": "3:42"]))
    let view = pool.prototype(for: item, role: .item)
    #expect(
      view.accessibility(for: item)
        == Accessibility(role: .link, label: "Paper Kite", details: "Cover of Paper Kite"))
  }

  @Test func wrongValuesInANibAreErrors() {
    let text = #"{"kind":"a","label":"x","accessibility-role":"buton","accessibility-hidden":1}"#
    let diagnostics = Nib.read(Array(text.utf8)).diagnostics
    #expect(diagnostics.map(\.severity) == [.error, .error])
    #expect(diagnostics[0].message.contains("button"))
  }
}
