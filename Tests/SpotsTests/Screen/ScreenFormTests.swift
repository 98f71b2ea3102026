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

  /// A program cannot answer what its users could not, and hears of it.
  @Test func answersThatUsersCannotGiveAreNamed() throws {
    let configuration = Configuration()
    var told: [String] = []
    configuration.onModelError = { told.append("\($0): \($1)") }
    let controller = SpotsController(
      components: components(), size: Size(width: 400, height: 600), configuration: configuration,
      environment: .fixed())
    let form = try ScreenForm<Booking>(of: controller)
    let before = controller.values.all
    for (name, value, words) in [
      ("guests", 0.0, "a number from 1 on"), ("guests", 1.5, "a number from 1 on"),
      ("hour", 12, "a number from 6.00 to 11.00"),
      ("hour", -.infinity, "a number from 6.00 to 11.00"),
    ] {
      #expect(fault { try controller.values.set([name: value]) } == name, "\(name) \(value)")
      controller.values[name] = .number(value)
      let expected = NumberChoice(of: item(of: name)).nearest(to: value)
      #expect(controller.values[name] == .of(expected))
      #expect(told.last?.contains("'\(name)' expects \(words), not ") == true, "\(told)")
      controller.values[name] = nil
    }
    form.hour = 99
    #expect(
      "\(try #require(form.fault))".contains("'hour' expects a number from 6.00 to 11.00, not 99"))
    #expect(fault { try controller.values.set(["bed": "hammock"]) } == "bed")
    #expect(fault { try controller.values.set(["diet": ["vegan", "stones"]]) } == "diet")
    #expect(controller.values.all == before)
    controller.values["nobody"] = 1
    #expect(told.last == ": no item has the name 'nobody'")
    func item(of name: String) -> Item {
      controller.screen.components[0].items.first { $0.valueName == name } ?? Item()
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
