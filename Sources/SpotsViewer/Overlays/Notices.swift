// The small notices in front of a screen: a hint where there is nothing to show, a note that fades
// out by itself, and a line that moves while the window waits.

import Spots

/// A placeholder for a screen that shows nothing.
final class EmptyHint: ElementView {
  struct Content: Equatable {
    var title: String
    var text = ""
    /// Whether the screen could not be loaded or read, which users can try again.
    var isFailure = false
  }

  private(set) var content = Content(title: "")

  /// - Parameter buttons: Shown for failures.
  func show(_ content: Content, buttons: [Button] = []) {
    self.content = content
    element = EmptyState(
      title: content.title, text: content.text, isFailure: content.isFailure,
      buttons: content.isFailure ? buttons : [])
  }
}

/// A short message at the bottom of the window that fades out by itself.
final class Note: ElementView {
  private(set) var text = ""
  private var shownAt: Double?

  private static let stays = 2.0
  /// How long it stays where there is something to decide.
  private static let waits = 10.0
  private static let fades = 0.2
  private var end: Double? { shownAt.map { $0 + (offer == nil ? Self.stays : Self.waits) } }

  /// Something that users can do about a note.
  struct Offer {
    let title: String
    let accept: () -> Void
    /// Called when the note is gone and users have not accepted.
    var decline: () -> Void = {}
  }

  private var offer: Offer?

  func show(_ text: String, offer: Offer? = nil, at now: Double) {
    hide()
    (self.text, shownAt, self.offer) = (text, now, offer)
    (isHidden, opacity) = (false, 1)
    let label = LabelElement(text, font: .callout, color: .role(.background), lineLimit: 0)
      .inset(horizontal: 18, vertical: 8)
    let row = offer.map { offer in
      let title = LabelElement(offer.title, font: .callout, color: .role(.background))
      let button = Tappable(title.inset(horizontal: 18, vertical: 8)) { [weak self] in
        self?.offer = nil
        self?.hide()
        offer.accept()
      }
      return Row([label.flexed(shrink: 1), button.accessible(label: offer.title)])
    }
    element = Box(
      color: .role(.primary), cornerRadius: 18, hasShadow: true,
      Sized(
        SizeLimits(minimumHeight: 36),
        Aligned(horizontal: .fill, vertical: .center, row ?? label))
    ).accessible(role: .notification)
  }

  func hide() {
    let declined = offer
    (shownAt, isHidden, offer) = (nil, true, nil)
    declined?.decline()
  }

  /// - Returns: The time of the next change; nil when no note is shown.
  func update(at now: Double) -> Double? {
    guard let end else { return nil }
    let fading = (now - end) / Self.fades
    if fading >= 1 {
      hide()
      return nil
    }
    opacity = 1 - max(fading, 0)
    return fading < 0 ? end : now
  }
}

/// An indeterminate progress bar along the top edge, shown while the window waits for content.
package final class ProgressLine: View {
  /// The frame time at which waiting began, in seconds; nil when not waiting.
  private var start: Double?
  private var now = 0.0

  static let height = 3.0
  /// The time the bar takes from one end to the other, in seconds.
  private static let period = 1.4
  /// The length of the bar, as a fraction of the width.
  private static let length = 0.3

  /// Whether the document is on its way.
  var isLoading = false { didSet { showOrHide() } }
  /// Whether a program is running whose output is shown.
  package var isRunning = false { didSet { showOrHide() } }

  private func showOrHide() {
    let isWaiting = isLoading || isRunning
    guard isWaiting != (start != nil) else { return }
    start = isWaiting ? now : nil
    isHidden = !isWaiting
    setNeedsDisplay()
  }

  package override var accessiblePart: AccessiblePart? {
    AccessiblePart(
      Accessibility(role: .progressBar, label: words[isRunning ? .running : .loading]),
      frame: bounds,
      states: .busy)
  }

  /// - Returns: The time of the next change; nil when not waiting.
  func update(at now: Double) -> Double? {
    self.now = now
    guard start != nil else { return nil }
    setNeedsDisplay()
    return now + 1.0 / 30
  }

  package override func draw(in list: inout DrawList) {
    guard let theme = environment?.theme, let start else { return }
    list.fill(bounds, theme[.accent].opacity(0.2))
    let turns = max(now - start, 0) / Self.period
    let place = (turns - turns.rounded(.down)) * (1 + Self.length) - Self.length
    let bar = Rect(
      x: place * frame.width, y: 0, width: Self.length * frame.width, height: frame.height)
    list.fill(bar.intersection(bounds), theme[.accent])
  }
}
