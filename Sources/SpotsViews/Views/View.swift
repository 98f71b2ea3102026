/// A retained rectangle on the screen, with subviews in front of it.
///
/// Subclasses draw themselves in `draw(in:)`, arrange their subviews in `layoutSubviews()` and
/// measure themselves in `sizeThatFits(_:)`. Views do not paint; they record into a draw list.
@MainActor
open class View {
  // Each frame reads these of every view, and each write of them is over before other code runs:
  // exclusivity checks could find nothing, but would take a sixteenth of the frame.

  /// In points, in the coordinates of the superview's content.
  @exclusivity(unchecked) public var frame = Rect.zero {
    didSet {
      if frame.size != oldValue.size { setNeedsLayout() }
      if frame != oldValue { setNeedsDisplay() }
    }
  }
  /// The point of the view's content at its top left corner.
  @exclusivity(unchecked) public var contentOffset = Point.zero {
    didSet { if contentOffset != oldValue { setNeedsDisplay() } }
  }
  /// Whether the view and its subviews are left out of drawing and layout; false by default.
  @exclusivity(unchecked) public var isHidden = false {
    didSet { if isHidden != oldValue { setNeedsDisplay() } }
  }
  /// 0 to 1; applies to subviews as well.
  @exclusivity(unchecked) public var opacity = 1.0 {
    didSet { if opacity != oldValue { setNeedsDisplay() } }
  }
  /// Whether drawing, that of subviews included, is cut off at `bounds`; false by default.
  @exclusivity(unchecked) public var clipsToBounds = false { didSet { setNeedsDisplay() } }
  /// The opacity and clip the component sets while the view moves, in addition to `opacity`.
  package final var presentation: Presentation {
    get { ownPresentation }
    set {
      guard newValue != ownPresentation else { return }
      ownPresentation = newValue
      setNeedsDisplay()
    }
  }
  /// Set by the component. A change calls `stateDidChange()` and redraws the view.
  @exclusivity(unchecked) public var state: ViewState = [] {
    didSet {
      guard state != oldValue else { return }
      let isHovered = state.contains(.hover)
      if isHovered != oldValue.contains(.hover) { turnHover(to: isHovered) }
      stateDidChange()
      setNeedsDisplay()
    }
  }
  /// Set by the component before the view is laid out.
  @exclusivity(unchecked) public var cellStyle = CellStyle() {
    didSet { if cellStyle != oldValue { setNeedsLayout() } }
  }

  /// nil while the view is outside any other.
  @exclusivity(unchecked) public private(set) weak var superview: View?
  /// From back to front.
  @exclusivity(unchecked) public private(set) var subviews: [View] = []
  /// Equal for interchangeable views; set by the source that created the view.
  package var reuseKey: ObjectIdentifier?
  /// The subviews mounted for descriptions; nil if none ever were.
  var mountedViews: AnyObject?
  // Private, so that the compiler can prove that no accesses overlap. A property that other modules
  // can set would be checked for overlaps whenever a frame reads it.
  private var ownPresentation = Presentation()
  private var displayRequest: (@MainActor () -> Void)?
  private var controlTarget: ((Control, ControlEffect) -> Void)?
  private var ownEnvironment: Environment?
  // Cached, because views read it many times per frame and the hierarchy is deep.
  private var inheritedEnvironment: Environment?
  private var needsLayout = true
  private var hoverFade = Fade()
  /// The opacity of the content of a disabled item.
  private static let disabledOpacity = 0.45

  /// Creates a view of zero size, without superview and subviews.
  public required init() {}

  /// The environment set on this view or the nearest superview that has one; nil outside any
  /// hierarchy. Setting nil inherits again.
  public var environment: Environment? {
    get { ownEnvironment ?? inheritedEnvironment }
    set {
      ownEnvironment = newValue
      for view in subviews { view.inherit(environment) }
    }
  }

  /// What the program itself says, in the language of the environment.
  package var words: Words { environment?.words ?? .english }

  /// How many times as large as usual texts are, at least 1.
  package final var textGrowth: Double { max(environment?.textScale ?? 1, 1) }

  /// Inherits the environment of `superview` before it is added there.
  package func takeEnvironment(of superview: View) { inherit(superview.environment) }

  private func inherit(_ environment: Environment?) {
    if let environment, inheritedEnvironment?.isIdentical(to: environment) == true { return }
    if environment == nil, inheritedEnvironment == nil { return }
    inheritedEnvironment = environment
    if ownEnvironment == nil { for view in subviews { view.inherit(environment) } }
  }

  /// The view's area in its own coordinates: at the origin, with the size of `frame`.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// The opacity of the hover highlight, 0 to 1, for `draw(in:)`: it fades within 80 ms.
  public func hoverProgress(in list: inout DrawList) -> Double { part(of: &hoverFade, in: &list) }

  /// The strength of `fade` in the frame that is being recorded, 0 to 1.
  final func part(of fade: inout Fade, in list: inout DrawList) -> Double {
    guard let environment, !environment.reducesMotion, let now = list.time else {
      return fade.end()
    }
    let part = fade.part(at: now)
    if fade.isMoving { list.setMoving() }
    return part
  }

  /// The strength with which the state of this view shades pictures, 0 to 1: 0.08 under the
  /// pointer, 0.14 while it is pressed.
  public func stateScrim(in list: inout DrawList) -> Double {
    state.contains(.highlighted) ? 0.14 : 0.04 * hoverProgress(in: &list)
  }

  private func turnHover(to isHovered: Bool) {
    hoverFade.turn(to: isHovered)
    // A fade outside any hierarchy would never be seen.
    if environment == nil { _ = hoverFade.end() }
  }

  /// Records what the view draws in front of its subviews: nothing unless overridden.
  func drawInFront(in list: inout DrawList) {}

  // MARK: Overridden by subclasses

  /// Sets the frames of the subviews. Called before the view is recorded if its size, its content
  /// or its environment has changed.
  open func layoutSubviews() {}

  /// The size the view wants within `size`, whose sides may be infinite.
  open func sizeThatFits(_ size: Size) -> Size { size }

  /// Resizes the view to the size it wants, keeping its origin.
  ///
  /// Offers `sizeThatFits(_:)` the width from the view's left edge to the superview's right edge,
  /// or an infinite one without a superview that has a width, and an infinite height. The current
  /// size is not considered, so fitting a view again after its content changed gives the same size
  /// as fitting a new one. A side that the view leaves infinite is not changed.
  public func sizeToFit() {
    let room = (superview?.frame.width ?? 0) - frame.x
    let wanted = sizeThatFits(Size(width: room > 0 ? room : .infinity, height: .infinity))
    frame.size = Size(
      width: wanted.width.isFinite ? max(wanted.width, 0) : frame.width,
      height: wanted.height.isFinite ? max(wanted.height, 0) : frame.height)
  }

  /// Records the view's own drawing, in its own coordinates, behind its subviews.
  open func draw(in list: inout DrawList) {}

  /// The strength with which pictures in this view are shaded because an item is under the pointer
  /// or pressed, 0 to 1: as in the superview unless overridden. Called while the pictures are
  /// recorded.
  ///
  /// A view whose pictures hide its background returns `stateScrim(in:)`.
  open func scrim(in list: inout DrawList) -> Double { superview?.scrim(in: &list) ?? 0 }

  /// Called when `state` has changed.
  open func stateDidChange() {}

  /// Called when the view has been hidden and is kept for another description.
  open func didEnterReusePool() {}

  /// Called before a view that was kept is shown again.
  open func willLeaveReusePool() {}

  /// The part of the view that activates its item and reacts to the pointer, in the view's
  /// coordinates; clicks outside of it have no effect. nil, the default, is the whole view.
  ///
  /// Read when the pointer moves over the view and when the view has keyboard focus.
  open var activationArea: Rect? { nil }

  /// What the pointer does that is meant for the view; nothing unless overridden, so that it is
  /// meant for what is behind.
  open var sense: Sense { [] }

  /// Whether the view reacts to clicks beside its controls, so that all of it is highlighted under
  /// the pointer; true unless overridden.
  package var answersClicks: Bool { true }

  /// Whether the view of a row stands by itself, so that the group of rows around it ends above and
  /// begins anew below; false unless overridden.
  package var standsApart: Bool { false }

  /// Whether the view of a row has a frame as wide as its text, beside which a separator would be a
  /// second one; false unless overridden.
  package var isFramed: Bool { false }

  /// Whether the view itself shows that it has the keyboard, so that no ring is drawn around it;
  /// false unless overridden.
  package var marksFocus: Bool { false }

  /// Whether the left and the right arrow move the keyboard from one of its controls to another, as
  /// in a bar of buttons; false unless overridden.
  package var arrowsMoveInside: Bool { false }

  /// The view as a single part of an overlay, for users who do not see it, in its own coordinates;
  /// nil, the default, for a view that is described by its subviews.
  open var accessiblePart: AccessiblePart? { nil }

  /// The parts of the view, if it is an overlay, for users who do not see it, in reading order:
  /// those of its subviews unless overridden. A part is identified by its index, so one that comes
  /// and goes is `absent` while it is gone. Read only on demand.
  open var accessibleParts: [AccessiblePart] {
    subviews.flatMap { view in
      (view.accessiblePart.map { [$0] } ?? view.accessibleParts).map {
        view.isHidden ? .absent : $0.moved(by: view.frame.origin - contentOffset)
      }
    }
  }

  /// The corner radius of the focus ring around the view, in points; 8 unless overridden.
  open var focusCornerRadius: Double { 8 }

  // MARK: Hierarchy

  /// Adds `view` in front of the other subviews and removes it from its previous superview.
  public func addSubview(_ view: View) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    view.inherit(environment)
    view.setNeedsDisplay()
  }

  /// Puts the subviews in the order of `views`, the first at the back, so that drawing does not
  /// depend on the order in which they were added.
  package func orderSubviews(_ views: [View]) {
    guard !subviews.elementsEqual(views, by: ===) else { return }
    precondition(
      Set(views.map(ObjectIdentifier.init)) == Set(subviews.map(ObjectIdentifier.init)),
      "pass every subview once")
    subviews = views
    setNeedsDisplay()
  }

  /// Removes the view from its superview, if any, in O(*n*) for *n* subviews there.
  public func removeFromSuperview() {
    guard let superview else { return }
    superview.setNeedsDisplay()
    if let index = superview.subviews.index(of: self) { superview.subviews.remove(at: index) }
    self.superview = nil
    inherit(nil)
  }

  // MARK: Layout and recording

  /// Schedules `layoutSubviews()` and drawing for the next frame.
  public func setNeedsLayout() {
    needsLayout = true
    setNeedsDisplay()
  }

  /// Sets `body` to be called each time the view or a descendant has to be drawn again. The
  /// controller does so at the root.
  package final func onNeedsDisplay(_ body: @escaping @MainActor () -> Void) {
    displayRequest = body
  }

  /// Sets `body` to be called with what controls in the view do, in place of those around it.
  package final func onControlEffect(_ body: @escaping (Control, ControlEffect) -> Void) {
    controlTarget = body
  }

  /// Passes on what a control in the view does.
  final func report(_ effect: ControlEffect, of control: Control) {
    if let controlTarget { return controlTarget(control, effect) }
    superview?.report(effect, of: control)
  }

  /// Schedules drawing for the next frame. O(*d*) in the depth of the view.
  public func setNeedsDisplay() {
    var view: View? = self
    while let current = view {
      current.displayRequest?()
      view = current.superview
    }
  }

  /// Schedules layout of the view and all its descendants, after the environment has changed.
  package func setNeedsLayoutThroughout() {
    setNeedsLayout()
    for view in subviews { view.setNeedsLayoutThroughout() }
  }

  /// Calls `layoutSubviews()` now if layout is scheduled.
  public func layoutIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    layoutSubviews()
  }

  /// Records the view and its descendants into `list`, in the coordinates of the superview.
  public func record(into list: inout DrawList) {
    guard !isHidden, opacity > 0 else { return }
    layoutIfNeeded()
    list.faded(by: opacity * ownPresentation.opacity) { list in
      list.translated(to: frame.origin) { list in
        if let clip = ownPresentation.clip ?? (clipsToBounds ? bounds : nil) {
          list.clipped(to: clip) { recordContents(into: &$0) }
        } else {
          recordContents(into: &list)
        }
      }
    }
  }

  /// The drawing of a view while it moves, besides its frame.
  package struct Presentation: Equatable {
    package var opacity: Double
    /// Replaces `bounds` as the clip, in the view's coordinates.
    package var clip: Rect?

    package init(opacity: Double = 1, clip: Rect? = nil) {
      (self.opacity, self.clip) = (opacity, clip)
    }
  }

  private func recordContents(into list: inout DrawList) {
    draw(in: &list)
    recordSubviews(into: &list)
    drawInFront(in: &list)
  }

  private func recordSubviews(into list: inout DrawList) {
    list.translated(to: Point(x: -contentOffset.x, y: -contentOffset.y)) { list in
      guard state.contains(.disabled) else {
        for view in subviews { view.record(into: &list) }
        return
      }
      list.faded(by: Self.disabledOpacity) { list in
        for view in subviews { view.record(into: &list) }
      }
    }
  }
}

extension [View] {
  // Outside of `View`, where the closure would check for the main actor at every subview.
  fileprivate func index(of view: View) -> Int? { firstIndex { $0 === view } }
}

/// A fade in or out, such as that of the hover highlight: within 80 ms, from its present strength.
struct Fade {
  /// The time of a complete fade, in seconds.
  static let time = 0.08

  private var goal = 0.0
  /// The strength, 0 to 1, when the fade began, and in the last frame.
  private var origin = 0.0
  private var latest = 0.0
  /// The time of the first frame of the fade; nil until then.
  private var start: Double?

  var isMoving: Bool { latest != goal }

  /// Whether the last frame showed anything of it.
  var isVisible: Bool { latest > 0 }

  /// Whether it is fading in or has faded in.
  var isOn: Bool { goal > 0 }

  /// Starts to fade in or out.
  mutating func turn(to isOn: Bool) {
    goal = isOn ? 1 : 0
    origin = latest
    start = nil
  }

  /// The strength at `now`, 0 to 1.
  mutating func part(at now: Double) -> Double {
    guard isMoving else { return goal }
    let start = start ?? now
    self.start = start
    let way = min(max((now - start) / Self.time, 0), 1)
    latest = way > 1 - 1e-6 ? goal : origin + (goal - origin) * way
    return latest
  }

  /// Ends the fade immediately and returns its final strength.
  mutating func end() -> Double {
    latest = goal
    return goal
  }
}
