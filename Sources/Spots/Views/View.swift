/// A retained rectangle on the screen, with subviews in front of it.
///
/// Subclasses describe themselves in `draw(in:)`, arrange their subviews in `layoutSubviews()` and
/// measure themselves in `sizeThatFits(_:)`. Nothing is painted here: views record into a draw list.
@MainActor
open class View {
  /// In the coordinates of the superview's content.
  public var frame = Rect.zero {
    didSet {
      if frame.size != oldValue.size { setNeedsLayout() }
      if frame != oldValue { setNeedsDisplay() }
    }
  }
  /// The point of the view's content that is shown at its top left corner.
  public var contentOffset = Point.zero {
    didSet { if contentOffset != oldValue { setNeedsDisplay() } }
  }
  public var isHidden = false { didSet { if isHidden != oldValue { setNeedsDisplay() } } }
  /// 0 to 1; applies to subviews too.
  public var opacity = 1.0 { didSet { if opacity != oldValue { setNeedsDisplay() } } }
  public var clipsToBounds = false { didSet { setNeedsDisplay() } }
  /// What the component makes of the view while it moves; `opacity` is the view's own.
  var motion = Motion() { didSet { if motion != oldValue { setNeedsDisplay() } } }
  public var state: ViewState = [] {
    didSet {
      guard state != oldValue else { return }
      let isHovered = state.contains(.hover)
      if isHovered != oldValue.contains(.hover) { turnHover(to: isHovered) }
      stateDidChange()
      setNeedsDisplay()
    }
  }
  /// Set by the component before the view is laid out.
  public var place = ItemPlace() { didSet { if place != oldValue { setNeedsLayout() } } }

  public private(set) weak var superview: View?
  public private(set) var subviews: [View] = []
  /// Called when the view or one inside it wants to be painted again. The controller sets it on the
  /// root.
  var onNeedsDisplay: (() -> Void)?
  /// Which views can stand in for this one; set by the source that made it.
  var reuseKey: ObjectIdentifier?
  /// The views that descriptions have asked for inside this one.
  var mountedViews: MountedViews?
  private var ownEnvironment: Environment?
  // Views ask for it many times in each frame, and the way up is long.
  private var inheritedEnvironment: Environment?
  private var needsLayout = true
  private var hoverFade = HoverFade()
  /// What is left of the content of an item that cannot be used.
  private static let disabledOpacity = 0.45

  public required init() {}

  /// The surroundings, from the nearest view above that has them. Views outside of any hierarchy
  /// have none.
  public var environment: Environment? {
    get { ownEnvironment ?? inheritedEnvironment }
    set {
      ownEnvironment = newValue
      for view in subviews { view.inherit(environment) }
    }
  }

  /// Has the surroundings that it will have as a subview of `superview`, before it is one.
  func takeEnvironment(of superview: View) { inherit(superview.environment) }

  private func inherit(_ environment: Environment?) {
    guard inheritedEnvironment !== environment else { return }
    inheritedEnvironment = environment
    guard ownEnvironment == nil else { return }
    for view in subviews { view.inherit(environment) }
  }

  /// The view's own area in its own coordinates.
  public var bounds: Rect { Rect(origin: .zero, size: frame.size) }

  /// How far the mark of the pointer has come, 0 to 1, for `draw(in:)`: it fades within 80 ms.
  public var hoverProgress: Double {
    guard let environment, !environment.reducesMotion, let now = environment.frameTime else {
      return hoverFade.end()
    }
    let part = hoverFade.part(at: now)
    if hoverFade.isMoving { environment.isMoving = true }
    return part
  }

  private func turnHover(to isHovered: Bool) {
    hoverFade.turn(to: isHovered)
    // Nobody sees how a view fades that is put away.
    if environment == nil { _ = hoverFade.end() }
  }

  // MARK: Overridden by subclasses

  /// Gives every subview its frame. Called before the view is recorded when its size, its content
  /// or its surroundings changed.
  open func layoutSubviews() {}

  /// The size the view wants in at most `size`, whose sides may be infinite.
  open func sizeThatFits(_ size: Size) -> Size { size }

  /// Makes the view as large as it wants to be, where it is.
  ///
  /// Offers `sizeThatFits(_:)` the width from the view's left edge to the superview's right edge,
  /// or an infinite one where there is no superview with a width, and an infinite height. The
  /// present size plays no part, so fitting a view again after its content changed gives the same
  /// as fitting a new one. A side that the view leaves infinite stays as long as it is.
  public func sizeToFit() {
    let room = (superview?.frame.width ?? 0) - frame.x
    let wanted = sizeThatFits(
      Size(width: room > 0 ? room : .infinity, height: .infinity))
    frame.size = Size(
      width: wanted.width.isFinite ? max(wanted.width, 0) : frame.width,
      height: wanted.height.isFinite ? max(wanted.height, 0) : frame.height)
  }

  /// Records what the view itself shows, behind its subviews.
  open func draw(in list: inout DrawList) {}

  /// Called when `state` changed.
  open func stateDidChange() {}

  /// Called when the view was hidden, to be kept for another description.
  open func didEnterReusePool() {}

  /// Called before a view that was kept is shown again.
  open func willLeaveReusePool() {}

  /// The part of the view that activates its item and shows the pointer over it, in the view's own
  /// coordinates; what lies outside of it takes no clicks. nil, as unless overridden, for all of the
  /// view.
  ///
  /// Asked when the pointer moves over the view and when the view has the keyboard.
  open var activationArea: Rect? { nil }

  /// The corners of the ring that marks the view when it has the keyboard.
  open var focusCornerRadius: Double { 8 }

  // MARK: Hierarchy

  /// Puts `view` in front of the other subviews; it leaves the view it was in.
  public func addSubview(_ view: View) {
    view.removeFromSuperview()
    view.superview = self
    subviews.append(view)
    view.inherit(environment)
    view.setNeedsDisplay()
  }

  /// Puts the subviews in the order of `views`, the first one at the back. What is drawn depends on
  /// it, so it must not depend on what happened before.
  func orderSubviews(_ views: [View]) {
    guard !subviews.elementsEqual(views, by: ===) else { return }
    precondition(
      Set(views.map(ObjectIdentifier.init)) == Set(subviews.map(ObjectIdentifier.init)),
      "pass every subview once")
    subviews = views
    setNeedsDisplay()
  }

  /// Takes the view out of the one it is in.
  public func removeFromSuperview() {
    guard let superview else { return }
    superview.setNeedsDisplay()
    if let index = superview.subviews.index(of: self) { superview.subviews.remove(at: index) }
    self.superview = nil
    inherit(nil)
  }

  // MARK: Layout and recording

  /// Has the subviews arranged and the view recorded with the next frame.
  public func setNeedsLayout() {
    needsLayout = true
    setNeedsDisplay()
  }

  /// Asks for another frame, since the view looks different.
  public func setNeedsDisplay() {
    var view: View? = self
    while let current = view {
      current.onNeedsDisplay?()
      view = current.superview
    }
  }

  /// Marks the view and everything inside it; needed after the surroundings changed.
  func setNeedsLayoutThroughout() {
    setNeedsLayout()
    for view in subviews { view.setNeedsLayoutThroughout() }
  }

  /// Arranges the subviews now, if that is due.
  public func layoutIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    layoutSubviews()
  }

  /// Records the view and everything inside it into `list`, whose coordinates are the superview's.
  public func record(into list: inout DrawList) {
    guard !isHidden, opacity > 0 else { return }
    layoutIfNeeded()
    list.faded(by: opacity * motion.opacity) { list in
      list.translated(to: frame.origin) { list in
        if let clip = motion.clip ?? (clipsToBounds ? bounds : nil) {
          list.clipped(to: clip) { recordContents(into: &$0) }
        } else {
          recordContents(into: &list)
        }
      }
    }
  }

  /// How a view is shown while it moves, besides its frame.
  struct Motion: Equatable {
    var opacity = 1.0
    /// In the view's own coordinates, in place of its bounds.
    var clip: Rect?
  }

  private func recordContents(into list: inout DrawList) {
    draw(in: &list)
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
  // Not in a view, where the closure would check for every subview that it is on the main actor.
  fileprivate func index(of view: View) -> Int? { firstIndex { $0 === view } }
}
