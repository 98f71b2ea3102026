import Observation
import Spots
import SpotsSDL

@Observable @MainActor final class Clicks {
  var count = 0
}

@MainActor func counter() throws -> Application {
  let clicks = Clicks()
  let application = try Application(size: Size(width: 320, height: 240)) {
    Screen("Counter", spacing: .comfortable) {
      ComponentModel {
        Item.label("How often the button was pressed", title: "\(clicks.count)")
        Item.button("One more", action: "more", emphasis: .primary)
        if clicks.count > 0 { Item.button("Start again", action: "clear") }
      }
    }
  }
  try application.on("more") { _ in clicks.count += 1 }
  try application.on("clear") { _ in clicks.count = 0 }
  return application
}
