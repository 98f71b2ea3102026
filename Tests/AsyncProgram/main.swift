// A program with an async main, which cannot run a window and is told so.

import Glibc
import Spots
import SpotsSDL

// From here on Swift keeps the main thread for itself.
try await Task.sleep(for: .milliseconds(1))
let screen = Screen(components: [ComponentModel(kind: .list, items: [Item(title: "Waiting")])])
let controller = SpotsController(
  screen: screen, size: Size(width: 300, height: 200), environment: try .desktop())
do {
  try Application(controller).run()
} catch {
  print(error)
  exit(3)
}
