// Starts the sample program that the first argument names. Each of them is in a file of its own.

import SpotsSDL

let programs: [String: @MainActor () throws -> Application] = [
  "contacts": contacts, "booking": booking, "feed": { try feed() }, "mail": mail,
  "player": player, "monitor": monitor, "settings": settings, "chooser": { try chooser() },
  "wall": wall, "counter": counter,
]

Application.launch {
  guard let program = CommandLine.arguments.dropFirst().first.flatMap({ programs[$0] }) else {
    print("usage: sample-programs " + programs.keys.sorted().joined(separator: "|"))
    return
  }
  try program().run()
}
