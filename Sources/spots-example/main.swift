// A departure board with custom views and changing content. Each second, a minute passes.

import Glibc
import Spots
import SpotsSDL

Configuration.register(view: LineBadge.self, identifier: "line")
Configuration.register(view: SeatMap.self, identifier: "seats")
Configuration.register(view: Departure.self, identifier: "departure")

do {
  var board = Board()
  let controller = SpotsController(
    screen: board.screen, size: Size(width: 420, height: 640), environment: try .desktop())
  let application = try Application(controller, title: "Departures")
  application.every(.seconds(1)) {
    board.tick()
    controller.reload(board.screen, animation: .none)
  }
  try application.run()
} catch {
  let text = Array("spots-example: \(error)\n".utf8)
  write(STDERR_FILENO, text, text.count)
  exit(3)
}
