import Glibc
import Measuring
import Spots
import SpotsSDL

/// The screen of the workload, which scrolls and reloads itself according to a plan.
@MainActor
final class PeerContent: WindowContent {
  let mailbox = Mailbox()
  private let file: String
  private let plan: PeerPlan
  private let images: ImageStore
  private let controller: SpotsController
  private(set) var needsFrame = true
  private(set) var isClosed = false
  private var phase = Phase.loading

  let background = Color.white

  /// The current step of the plan; times are those of the frames, in seconds.
  private enum Phase: Equatable {
    case loading
    case resting(until: Double)
    case scrolling(steps: Int)
    case settling(until: Double)
    case reloading
    case done
  }

  private static let steps = 600
  private static let stepLength = 120.0

  init(_ screen: Screen, file: String, plan: PeerPlan, window: Window) throws {
    self.file = file
    self.plan = plan
    StartTrace.mark("screen read")
    let fonts = try FontBook(scale: window.scale)
    StartTrace.mark("fonts")
    images = ImageStore(
      locator: ImageLocator(roots: [Path.folder(of: file)]), mailbox: mailbox)
    window.painter = Painter(fonts: fonts, images: images)
    let environment = Environment(scale: window.scale, text: fonts, images: images)
    controller = SpotsController(
      screen: screen, size: window.size, configuration: .peer,
      environment: environment)
    StartTrace.mark("layout")
    controller.onNeedsFrame = { [weak self] in self?.needsFrame = true }
  }

  // MARK: WindowContent

  func renderFrame(at now: Double) -> (list: DrawList, next: Double?) {
    act(at: now)
    let frame = controller.renderFrame(at: now)
    needsFrame = false
    if phase == .loading { StartTrace.mark("list recorded") }
    return (frame.list, earlier(nextAct(at: now), frame.next))
  }

  func didPresent(at now: Double) {
    if phase == .loading { StartTrace.mark("presented") }
    switch phase {
    case .loading where images.pending == 0 && plan == .trace:
      print(StartTrace.lines, terminator: "")
      close()
    case .loading where images.pending == 0:
      Self.say("FIRST")
      let rest = plan == .max ? 1 : 6.5
      phase = plan == .start ? .done : .resting(until: now + rest)
      needsFrame = plan != .start
    case .scrolling(Self.steps):
      Self.say("SCROLL_END frames=\(Self.steps)")
      phase = .settling(until: now + 0.7)
      controller.scroll(to: 0)
    case .reloading:
      Self.say("RELOAD_END")
      Self.say("DONE")
      phase = .done
    default: break
    }
  }

  func handle(_ input: InputEvent, at now: Double) { controller.handle(input, at: now) }

  func resize(to size: Size, scale: Double) {
    controller.environment.scale = scale
    controller.resize(to: size)
  }

  func close() { isClosed = true }

  // MARK: The plan

  private func act(at now: Double) {
    switch phase {
    case .resting(let end) where now >= end:
      Self.say("SCROLL_START")
      scroll(steps: 1)
    case .scrolling(let steps): scroll(steps: steps + 1)
    case .settling(let end) where now >= end:
      if plan == .max {
        Self.say("DONE")
        phase = .done
      } else {
        reload()
      }
    default: break
    }
  }

  private func nextAct(at now: Double) -> Double? {
    switch phase {
    case .resting(let end), .settling(let end): end
    case .scrolling: now
    case .loading, .reloading, .done: nil
    }
  }

  /// Scrolls to the position after `steps` steps, which go down to the end of the content and back.
  private func scroll(steps: Int) {
    let range = max(controller.contentSize.height - controller.size.height, 1)
    let way = (Double(steps) * Self.stepLength).truncatingRemainder(dividingBy: range * 2)
    controller.scroll(to: way > range ? range * 2 - way : way)
    phase = .scrolling(steps: steps)
  }

  private func reload() {
    Self.say("RELOAD_START")
    do {
      let edited = try Self.read(String(file.dropLast(".json".count)) + "_edited.json")
      Self.say("RELOAD_PARSED")
      controller.reload(edited, animation: .none)
      phase = .reloading
    } catch {
      Self.say("failed: \(error)")
      close()
    }
  }

  nonisolated static func read(_ path: String) throws -> Screen {
    let reading = ScreenReader(itemKinds: ["header"], componentKinds: ["list", "carousel"])
      .readOnDemand(try FileBytes.read(path))
    guard var screen = reading.screen, !screen.components.isEmpty else {
      throw Failure(description: "\(path) has errors")
    }
    // The title is the header of a list without items.
    screen.components[0].layout.showEmptyComponent = true
    // The other programs' rows are as wide as the window.
    for index in screen.components.indices { screen.components[index].layout.maxWidth = 0 }
    return screen
  }

  private static func say(_ event: String) {
    FileBytes.write(Array("BENCH:\(event)\n".utf8), to: STDOUT_FILENO)
  }
}
