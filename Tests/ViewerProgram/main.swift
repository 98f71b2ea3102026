// A program built on the viewer's library, to test its interface: it prints what happens in its
// window, and each line of its input tells it to do something itself.

import Dispatch
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

@MainActor func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  write(STDOUT_FILENO, bytes, bytes.count)
}

/// A view of the program's own, which documents name as `notice`.
final class NoticeView: View, ItemConfigurable {
  private let label = Label(.title)

  required init() {
    super.init()
    addSubview(label)
  }

  func configure(with item: Item) { label.text = item.title.uppercased() }

  func computeSize(for item: Item, containerSize: Size) -> Size {
    Size(width: containerSize.width, height: 70)
  }

  override func layoutSubviews() { label.frame = bounds }
}

@MainActor func tell(_ event: ViewerEvent) {
  switch event {
  case .shown: say("shown \(viewer.controller?.title ?? "")")
  case .reloaded:
    let item = viewer.controller?.item(at: ItemPath(component: 0, item: 0))
    say("reloaded \(item?.title ?? "")")
  case .refresh: say("refresh")
  case .reachedEnd, .surfaceFaults: break
  case .screen(.itemSelected(let item, let path), _): say("selected \(item.title) \(path.pointer)")
  case .screen(.severalSelected(let items, _), _): say("chosen \(items.ranges.count)")
  case .screen(.itemMoved(let item, _, let index), _): say("moved \(item.title) \(index)")
  case .screen(.itemsDeleted(_, _, let path), _): say("deleted \(path.pointer)")
  case .screen(.valueChanged(let name, let value, let path), _):
    say("value \(name) \(value) \(path.pointer)")
  case .screen(.submitted(let values, let action, _), _):
    say("submitted \(action) \(values.count)")
  case .screen(.filtered(let path, let text), let controller):
    let component = controller.component(at: path)
    let (shown, total) = (component?.shownCount ?? 0, component?.presentCount ?? 0)
    say("filtered \(path.pointer) by \(text): \(shown) of \(total)")
  case .screen(.carouselEnded(let path, let item, _), _):
    say("carousel \(path.item(item).pointer)")
  case .screen: break
  case .undone: say("undone")
  case .actionChosen(let action): say("action \(action)")
  case .navigated(let name): say("navigated \(name) \(viewer.controller?.title ?? "")")
  case .error(let diagnostic): say("error \(diagnostic.line)")
  case .unavailable(_, let reason): say("unavailable \(reason)")
  case .lineApplied(let line): say("applied \(line)")
  case .lineRefused(let line, let error): say("refused \(line) \(error)")
  case .snapshot(let document, let line, _): say("snapshot \(line) \(document.count)")
  case .closed: say("closed")
  }
}

@MainActor func perform(_ command: String) {
  let words = command.split(separator: " ").map(String.init)
  switch words.first {
  case "open": viewer.open(words[1])
  case "back": viewer.goBack()
  case "forward": viewer.goForward()
  case "refresh": viewer.refresh()
  case "note": viewer.show(note: words[1])
  case "zoom": viewer.zoom = Double(words[1]) ?? 1
  case "dark": viewer.theme = .dark
  case "frame":
    let frame = viewer.controller?.frame(of: ItemPath(component: 0, item: 0)) ?? Rect()
    say("frame \(Int(frame.width))x\(Int(frame.height)) \(viewer.screenPath ?? "")")
  case "frames": say("frames \(viewer.window.frameCount)")
  case "close": viewer.close()
  default: say("unknown \(command)")
  }
}

var options = ViewerOptions()
options.size = Size(width: 400, height: 300)
options.theme = .light
options.configuration = Configuration()
options.configuration.register(view: NoticeView.self, identifier: "notice")
let viewer = try Viewer(CommandLine.arguments[1], options: options)
viewer.onEvent = tell
try viewer.on("call:{number}") { values in say("call \(values["number"] ?? "")") }
let mailbox = viewer.mailbox
DispatchQueue.global().async {
  while let line = readLine() { mailbox.post { perform(line) } }
}
try viewer.run()
