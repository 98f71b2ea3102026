import SpotsTestSupport
import Testing

@testable import Spots

/// The values of a screen as a type of the program's.
@MainActor
@Suite struct ScreenFormTests {
  private enum Bed: String, Codable { case single, double }

  private struct Booking: Codable, Equatable {
    var name = "", guests = 1, hour = 8.0, breakfast = false
    var luggage: Double?
    var bed: Bed?
    var diet: [String] = []
  }

  private func components(guests: JSONValue = 1, name: String = "text-field") -> [ComponentModel] {
    func item(_ name: String, _ kind: String, _ input: ItemInput = ItemInput()) -> Item {
      Item(identifier: .string(name), title: name, kind: kind, input: input)
    }
    let beds = ["single", "double"].map { ChoiceOption($0) }
    let diets = ["vegan", "none"].map { ChoiceOption($0) }
    return [
      ComponentModel(
        kind: .list,
        items: [
          item("name", name), item("guests", "stepper", ItemInput(value: guests, minimum: 1)),
          item("hour", "slider", ItemInput(value: 8, minimum: 6, maximum: 11)),
          item("breakfast", "toggle"), item("luggage", "text-field", ItemInput(inputType: .number)),
          item("bed", "choice", ItemInput(options: beds)),
          item("diet", "choice", ItemInput(options: diets, isMultiple: true)),
          item("other", "toggle"),
        ])
    ]
  }

  @Test func aFormIsWhatIsOnTheScreen() throws {
    let rig = ScreenRig(components())
    let form = try ScreenForm<Booking>(of: rig.controller)
    var heard: [Booking] = []
    form.onChange = { heard.append($0) }
    #expect(form.value == Booking())
    rig.settle()
    #expect(heard.isEmpty)
    rig.controller.values["guests"] = 4
    #expect(form.guests == 4)
    let all = Booking(
      name: "Ada", guests: 3, hour: 7, breakfast: true, luggage: 12, bed: .double, diet: ["vegan"])
    form.value = all
    #expect(form.fault == nil && form.value == all)
    #expect(
      rig.controller.values.all == [
        "name": "Ada", "guests": 3, "hour": 7, "breakfast": true, "luggage": 12, "bed": "double",
        "diet": ["vegan"], "other": false,
      ])
    form.luggage = nil
    form.bed = nil
    form.hour = 8
    #expect(rig.controller.values["luggage"] == .null && rig.controller.values["bed"] == .null)
    // The document's own number again, so that it follows the document.
    #expect(rig.controller.values.kept.entries["hour"] == nil)
    rig.settle()
    #expect(heard.isEmpty, "the program knows what it has set")
    rig.controller.values["other"] = true
    rig.controller.values["breakfast"] = false
    rig.settle()
    rig.controller.reload(Screen(components: components(guests: 9)), animation: .none)
    rig.settle()
    #expect(heard.map(\.guests) == [3, 9] && heard.allSatisfy { !$0.breakfast })
    try rig.controller.values.set(["name": "Bo"])
    #expect(form.name == "Bo" && form.guests == 9)
  }

  private struct Wrong: Codable { var hour = 7, breakfast = "yes" }
  private struct Missing: Codable { var unknown = true }

  /// The name in an error; nil where nothing was thrown.
  private func fault(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch DecodingError.typeMismatch(_, let context) {
      return context.codingPath.last?.stringValue
    } catch DecodingError.keyNotFound(let key, _) {
      return key.stringValue
    } catch EncodingError.invalidValue(_, let context) {
      return context.codingPath.last?.stringValue
    } catch {
      return "\(error)"
    }
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let rig = ScreenRig(components())
    let values = rig.controller.values
    let before = values.all
    #expect(fault { _ = try values.decoded(as: Wrong.self) } == "breakfast")
    #expect(fault { _ = try ScreenForm<Missing>(of: rig.controller) } == "unknown")
    #expect(fault { try values.set(Wrong()) } == "breakfast")
    #expect(fault { try values.set(Missing()) } == nil)
    let wrong: [(String, JSONValue)] = [
      ("name", 1), ("guests", "1"), ("hour", .null), ("luggage", "1"), ("diet", "vegan"),
      ("breakfast", 1), ("name", .bool(true)),
    ]
    for (name, value) in wrong {
      #expect(fault { try values.set([name: value, "other": true]) } == name)
    }
    #expect(throws: EncodingError.self) { try values.set([1, 2]) }
    #expect(values.all == before)

    let form = try ScreenForm<Booking>(of: rig.controller)
    form.name = "Ada"
    form.hour = .nan
    #expect(form.fault != nil && form.hour == 8)
    form.guests = 2
    #expect(form.fault == nil)
    rig.controller.reload(Screen(components: components(name: "toggle")), animation: .none)
    #expect(form.name == "Ada" && fault { throw try #require(form.fault) } == "name")
    rig.controller.reload(Screen(components: components()), animation: .none)
    #expect(form.name == "" && form.fault == nil)
  }
}
