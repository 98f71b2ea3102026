import SpotsTestSupport
import Testing

@testable import Spots

/// Answers are restored the next time a screen that asks for it is opened.
@MainActor
@Suite struct KeptValuesTests {
  private final class Store: ValueStore {
    var kept: [String: KeptValues] = [:]
    var saves = 0

    func values(for key: String) -> KeptValues? { kept[key] }
    func save(_ values: KeptValues, for key: String) { (kept[key], saves) = (values, saves + 1) }
    func removeValues(for key: String) { kept[key] = nil }
  }

  private let store = Store()

  private func rig(_ screen: Screen, key: String? = "a") -> ScreenRig {
    var environment = Environment.fixed()
    environment.valueStore = store
    let rig = ScreenRig(
      screen: screen, size: Size(width: 400, height: 300), environment: environment)
    rig.controller.values.key = key
    return rig
  }

  private func screen(wifi: Bool = false, keeps: Bool = true) -> Screen {
    Screen(
      components: [
        ComponentModel(
          kind: .list,
          items: [
            Item(title: "wifi", kind: "toggle", input: ItemInput(value: .bool(wifi))),
            Item(title: "name", kind: "text-field"),
            Item(title: "code", kind: "text-field", input: ItemInput(inputType: .secret)),
          ])
      ], keepsValues: keeps)
  }

  /// A restart is a reload, whatever the user has answered and the document has become.
  @Test func aRestartIsAReload() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var form = RandomForm(&random)
      let old = rig(form.screen)
      for name in form.values.keys.sorted() where random.oneIn(2) {
        old.controller.values[name] = form.randomValue(of: name, &random)
      }
      let kept = try JSONValue(encoding: old.controller.values.kept)
      var writer = JSONWriter()
      writer.value(kept)
      let read = try #require(JSONValue.read(writer.bytes).value)
      for _ in 0..<random.below(6) { form.edit(&random) }
      old.controller.reload(form.screen, animation: .none)
      let new = rig(form.screen)
      new.controller.values.restore(try read.decoded())
      let (reloaded, restarted) = (old.controller.values.all, new.controller.values.all)
      guard reloaded == restarted else {
        Issue.record("seed \(seed): \(restarted) rather than \(reloaded)")
        return
      }
    }
  }

  @Test func answersAreKeptWithinASecond() {
    let first = rig(screen())
    first.settle()
    #expect(store.saves == 0)
    first.controller.values["wifi"] = true
    first.controller.values["code"] = "1234"
    let due = first.controller.renderFrame(at: first.now).next
    #expect(due == first.now + 1 && store.saves == 0)
    first.settle()
    #expect(store.kept["a"] == KeptValues(["wifi": .init(true, insteadOf: false)]))
    // What changes nothing, such as a reload, is not kept again, and an idle screen stays idle.
    first.controller.reload(screen(), animation: .none)
    first.settle()
    #expect(store.saves == 1 && first.controller.renderFrame(at: first.now).next == nil)

    #expect(rig(screen()).controller.values.answers == ["wifi": true, "name": "", "code": ""])
    #expect(rig(screen(), key: "b").controller.values["wifi"] == false)
    #expect(rig(screen(), key: nil).controller.values["wifi"] == false)
    #expect(rig(screen(keeps: false)).controller.values["wifi"] == false)
    // The document says something new.
    #expect(rig(screen(wifi: true)).controller.values["wifi"] == true)
    store.kept["a"]?.entries["name"] = .init("Ada", insteadOf: "Bo")
    #expect(rig(screen()).controller.values["name"] == "")

    let last = rig(screen())
    last.controller.startOver()
    last.controller.values.keep()
    #expect(store.kept.isEmpty)
  }

  @Test func answersBelongToTheKeyTheyWereGivenUnder() {
    let rig = rig(screen())
    rig.controller.values["wifi"] = true
    rig.controller.values.key = "b"
    rig.settle()
    #expect(store.kept["a"] == KeptValues(["wifi": .init(true, insteadOf: false)]))
    #expect(store.kept["b"] == nil)
  }

  /// Values kept for a page that follows wait for it, even while other values are saved.
  @Test func pagesThatFollowFindWhatWasKept() {
    var (first, second) = (screen(), screen())
    first.next = "b.json"
    second.components[0].items = [Item(title: "more", kind: "toggle")]
    func open(appending: Bool = true) -> ScreenRig {
      let rig = rig(first)
      if appending { _ = rig.controller.change { $0.append(second) } }
      return rig
    }
    let old = open()
    old.controller.values["more"] = true
    old.settle()
    let short = open(appending: false)
    short.controller.values["wifi"] = true
    short.settle()
    let new = open()
    #expect(new.controller.values["more"] == true && new.controller.values["wifi"] == true)
    // That item no longer exists.
    second.components[0].items = []
    let last = open()
    last.controller.values["wifi"] = false
    last.settle()
    #expect(store.kept.isEmpty)
    store.kept["a"] = KeptValues(["more": .init(true, insteadOf: false)])
    let reset = open(appending: false)
    reset.controller.startOver()
    reset.controller.values.keep()
    #expect(store.kept.isEmpty)
  }

  /// A document that arrives late, or asks later, gets what was kept, unless users answered first.
  @Test func documentsThatComeLateFindWhatWasKept() {
    store.kept["a"] = KeptValues([
      "wifi": .init(true, insteadOf: false), "name": .init("Ada", insteadOf: ""),
    ])
    let rig = rig(screen(keeps: false))
    rig.controller.values["name"] = "Bo"
    rig.controller.reload(screen(), animation: .none)
    #expect(rig.controller.values.answers == ["wifi": true, "name": "Bo", "code": ""])
    rig.controller.reload(screen(keeps: false), animation: .none)
    rig.controller.values["wifi"] = false
    rig.settle()
    #expect(store.saves == 0)
  }
}
