import Observation
import SpotsTestSupport
import Testing

@testable import Spots

/// Screens made of an observable model.
@Suite @MainActor struct ScreenObservationTests {
  @Observable final class Model {
    var tasks = ["Water the plants", "Call Ada"]
    var isDone = false
    var unused = 0
  }

  private func titles(_ controller: SpotsController) -> [String] {
    controller.screen.components.flatMap { $0.items.map(\.title) }
  }

  /// Lets the main actor do what waits for it.
  private func turn() async { for _ in 0..<3 { await Task.yield() } }

  @Test func theyFollowTheModel() async {
    let model = Model()
    var makings = 0
    let controller = SpotsController(environment: .fixed()) {
      makings += 1
      return Screen("Tasks") {
        ComponentModel {
          for task in model.tasks { Item(title: task) }
          if model.isDone { "All done" }
        }
      }
    }
    let component = controller.components[0]
    #expect(titles(controller) == ["Water the plants", "Call Ada"] && makings == 1)
    model.tasks.append("Read")
    model.isDone = true
    // However much changes, it is made once, when the main actor is free.
    #expect(makings == 1)
    await turn()
    #expect(titles(controller) == ["Water the plants", "Call Ada", "Read", "All done"])
    #expect(makings == 2 && controller.components[0] === component)
    model.unused = 1
    await turn()
    #expect(makings == 2)
    model.isDone = false
    await turn()
    #expect(titles(controller) == ["Water the plants", "Call Ada", "Read"])
  }

  /// Answers, and what the program changed itself, are not lost to what differs elsewhere.
  @Test func whatIsTheSameStays() async {
    let model = Model()
    let controller = SpotsController(environment: .fixed()) {
      Screen {
        ComponentModel(identifier: "form") { Item.textField("name", title: "Name") }
        ComponentModel(identifier: "list") { for task in model.tasks { Item(title: task) } }
      }
    }
    controller.values["name"] = "Ada"
    model.tasks.removeFirst()
    await turn()
    #expect(titles(controller) == ["Name", "Call Ada"])
    #expect(controller.values["name"] == "Ada")
  }

  @Test func aControllerThatIsGoneKeepsNothing() async {
    let model = Model()
    var makings = 0
    weak var gone: SpotsController?
    do {
      let controller = SpotsController(environment: .fixed()) {
        makings += 1
        return Screen { ComponentModel { for task in model.tasks { Item(title: task) } } }
      }
      gone = controller
      #expect(titles(controller).count == 2)
    }
    #expect(gone == nil)
    model.tasks = []
    await turn()
    #expect(makings == 1)
  }
}
