import Spots
import SpotsSDL

/// The pages that follow a screen by its `next`, as far as they were reached: each once, in order.
@MainActor
final class PageTail {
  typealias Completion = @MainActor () -> Void

  private(set) var files: [ScreenFile] = []
  /// Called when the page on its way is there, or will not be; nil while none is on its way.
  private var completion: Completion?
  /// The same for a page that was given up for a while.
  private var pausedCompletion: Completion?
  private let questions = LatestAnswers()
  /// When the last attempt failed, in the time of the frames.
  var failure: Double?

  /// A page that failed to come is asked for again after so many seconds at the earliest.
  private static let pause = 2.0

  var components: [ComponentModel] { files.flatMap { $0.reading.screen?.components ?? [] } }

  /// The page after the last one, and who may refer to hosts in private networks for it; nil when
  /// there is none, when it is there already, while one is on its way, and when there are as many
  /// components as a screen may have.
  func next(after base: ScreenFile) -> (path: String, trusting: Set<String>)? {
    let last = files.last ?? base
    guard completion == nil, room(after: base) > 0, let reference = last.reading.screen?.next,
      !reference.isEmpty,
      let path = last.path(of: reference)
    else { return nil }
    // Pages that name each other in a circle are shown once.
    guard !([base] + files).contains(where: { $0.isAt(path) }) else { return nil }
    return (path, last.origin?.trustedHosts ?? [])
  }

  /// Whether a page that failed to come may be tried again.
  func mayRetry(at now: Double) -> Bool { failure.map { now - $0 >= Self.pause } ?? false }

  /// The next page is about to be asked for.
  ///
  /// - Returns: What tells the answer from those to questions that were given up.
  func begin(_ completion: @escaping Completion) -> Int {
    self.completion = completion
    return questions.begin(Self.question)
  }

  /// `task` gets the answer to the question of `round`.
  func asked(_ round: Int, _ task: FetchTask) { questions.asked(Self.question, round, task) }

  /// Ends the question of `round`, which is answered.
  ///
  /// - Returns: What is to be called then; nil when the question was given up.
  func end(_ round: Int) -> Completion? {
    guard questions.accepts(Self.question, round) else { return nil }
    defer { completion = nil }
    return completion
  }

  /// Gives up the question under way, if there is one, so that a page behind others has no
  /// connection.
  func pause() {
    guard let completion else { return }
    _ = questions.begin(Self.question)
    (pausedCompletion, self.completion) = (completion, nil)
  }

  /// The completion of the question that `pause()` gave up, to ask it again with; nil if there was
  /// none.
  func resume() -> Completion? {
    defer { pausedCompletion = nil }
    return pausedCompletion
  }

  private static let question = "next"

  /// How many components may still come.
  private func room(after base: ScreenFile) -> Int {
    let shown = ([base] + files).reduce(0) { $0 + $1.reading.componentCount }
    return max(Screen.maximumComponents - shown, 0)
  }

  /// Takes as much of a page as there is room for; a diagnostic of the page says where the rest
  /// begins.
  ///
  /// - Returns: Whether the page is the one that is to come now.
  func append(_ file: ScreenFile, after base: ScreenFile) -> Bool {
    guard next(after: base)?.path == file.path,
      !([base] + files).contains(where: { $0.isSame(file) })
    else { return false }
    files.append(file.limited(toComponents: room(after: base)))
    failure = nil
    return true
  }

  /// Takes another version of one of the pages. Those after it go when they no longer follow.
  func replace(_ file: ScreenFile, after base: ScreenFile) {
    guard let index = files.firstIndex(where: { $0.path == file.path }) else { return }
    let room = room(after: base) + files[index].reading.componentCount
    files[index] = file.limited(toComponents: room)
    keepChain(from: file, at: index + 1)
  }

  /// The screen is another version of itself: pages that no longer follow it go.
  func follow(_ base: ScreenFile) { keepChain(from: base, at: 0) }

  private func keepChain(from file: ScreenFile, at index: Int) {
    guard files.indices.contains(index), let screen = file.reading.screen else { return }
    let next = screen.next.flatMap(file.path(of:))
    if next != files[index].path { files.removeSubrange(index...) }
  }

  isolated deinit {
    _ = questions.begin(Self.question)
  }
}

extension ScreenFile {
  /// Whether it came from `path`, or a redirect led from there to where it came from.
  func isAt(_ path: String) -> Bool {
    self.path == path || origin?.address.description == path
      || WebAddress(self.path).map { $0.description == path } == true
  }

  /// Whether both came from one place.
  func isSame(_ other: ScreenFile) -> Bool {
    isAt(other.path) || other.origin.map { isAt($0.address.description) } == true
  }
}
