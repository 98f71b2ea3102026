import Observation
import Spots
import SpotsSDL

@Observable @MainActor final class Playback {
  let songs = ["Paper Kite", "Marigold", "Low Tide", "Seven Moons", "Half Past Blue"]
  var song = "Paper Kite"
  var isPlaying = false
  private(set) var seconds = 0
  static let length = 180

  func advance() {
    guard isPlaying else { return }
    seconds += 1
    if seconds == Self.length { play(songs[(songs.firstIndex(of: song)! + 1) % songs.count]) }
  }

  func play(_ song: String) { (self.song, isPlaying, seconds) = (song, true, 0) }
}

/// The song that plays, above how much of it has been played.
struct NowPlaying: ItemElement {
  func body(for item: Item) -> any Element {
    Column(spacing: 8) {
      Row(spacing: 8) {
        LabelElement(item.title, font: .headline).flexed(grow: 1)
        LabelElement(item.subtitle, color: .role(.secondary))
      }
      ProgressBar(item.meta.number("played"))
    }
  }
}

@MainActor func player() throws -> Application {
  Configuration.register(view: NowPlaying.self, identifier: "now-playing")
  let playback = Playback()
  let application = try Application(size: Size(width: 420, height: 480)) {
    Screen("Player", spacing: .comfortable) {
      ComponentModel(title: "Up next") {
        for song in playback.songs { Item(title: song, action: "play:\(song)") }
      }
      ComponentModel {
        Item(
          title: playback.song, subtitle: playback.isPlaying ? "Playing" : "Paused",
          kind: "now-playing", action: "toggle",
          meta: ["played": .of(Double(playback.seconds) / Double(Playback.length))])
      }.with { $0.isBar = true }
    }
  }
  try application.on("play:{song}") { playback.play($0["song"] ?? "") }
  try application.on("toggle") { _ in playback.isPlaying.toggle() }
  application.every(.seconds(1)) { playback.advance() }
  return application
}
