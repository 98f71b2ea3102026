// The motion of a stack of components while its content changes.

extension SpotsScrollView {
  /// The stack before a change.
  struct Before {
    var components: [Component]
    var stack: ContainerLayout
    /// Where the coordinates of the stack began in its content.
    var reference: Double
    /// What of the stack was in the window.
    var viewport: Rect
  }

  /// A component that is gone, whose views leave.
  struct Departing {
    var component: Component
    /// What was seen of it, in the stack's content; while a change is being made, in the stack.
    var place: Rect
  }

  /// Whether a change is being made that is to be seen.
  var isChanging: Bool { before != nil }

  /// Where the window begins in the content. A stack inside an item stands still in the item.
  private var reference: Double { isNested ? 0 : axis.offset }

  /// What of the stack is in the window. An item around may move while its inside does, so that more
  /// of a nested stack may be seen than what is mounted for good.
  private var viewport: Rect {
    let part = bounds.offsetBy(y: axis.offset - reference)
    return isNested ? part.expanded(by: 1000) : part
  }

  /// Remembers where everything is that can be seen, before a change.
  func remember() {
    before = Before(
      components: components, stack: stack, reference: reference, viewport: viewport)
    for component in mounted {
      component.views.remember(
        component, top: stack.offset(of: component.index) - reference,
        visible: visible(component))
    }
    for index in departing.indices {
      departing[index].place = departing[index].place.offsetBy(y: -reference)
    }
  }

  /// What is seen of a mounted component.
  private func visible(_ component: Component) -> Rect {
    component.views.root.frame.offsetBy(y: axis.offset - reference)
  }

  /// Gives every view its way from where it was to where it is now, views being mounted.
  func startMotions(_ animation: Animation) {
    guard let before else { return }
    self.before = nil
    var change = ChangeMotion(
      animation: animation, viewport: viewport.union(before.viewport), visible: .zero)
    let oldTops = before.tops()
    for component in mounted {
      change.visible = visible(component)
      component.views.startMotions(
        component, top: stack.offset(of: component.index) - reference,
        oldTop: component.views.topBefore ?? oldTops[ObjectIdentifier(component)], change)
    }
    startDepartures(change)
    for component in components { component.forgetPrevious() }
  }

  /// Whether a motion is to begin with the next frame.
  var beginsMotion: Bool {
    mounted.contains(where: \.views.beginsMotion)
      || departing.contains(where: \.component.views.beginsMotion)
  }

  /// - Returns: Whether something moves that was not scrolled.
  func advanceMotions(to now: Double) -> Bool {
    var isMoving = false
    for component in mounted { isMoving = component.views.advance(to: now) || isMoving }
    for gone in departing {
      isMoving = gone.component.views.advance(to: now) || isMoving
      if !gone.component.views.isMoving { gone.component.unmount() }
    }
    departing.removeAll { !$0.component.views.isMoving }
    return isMoving
  }

  /// Shows what moves where it is at `now`, while the item around leaves.
  func showMotions(at now: Double) {
    for component in mounted { component.views.showMotions(of: component, at: now) }
    placeDeparting(at: now)
  }

  /// Puts everything where it belongs.
  func endMotions() {
    for component in mounted { component.views.endMotions() }
    endDepartures()
  }

  // MARK: Components that are gone

  func depart(_ component: Component) {
    let place = component.views.edges.before?.place ?? .zero
    component.views.leaveAll()
    departing.append(Departing(component: component, place: place))
  }

  func endDepartures() {
    for gone in departing { gone.component.unmount() }
    departing = []
  }

  private func startDepartures(_ change: ChangeMotion) {
    for index in departing.indices {
      let component = departing[index].component
      departing[index].place = departing[index].place.offsetBy(y: reference)
      guard let top = component.views.topBefore else { continue }
      component.views.startLeaving(x: component.horizontal.offset, top: top, change)
      component.views.forget()
    }
  }

  func placeDeparting(at now: Double) {
    for gone in departing {
      gone.component.views.root.frame = gone.place.offsetBy(y: -shownOffset)
      gone.component.views.now = now
      gone.component.views.placeLeaving()
    }
  }
}

extension SpotsScrollView.Before {
  /// The top of each component, including those without views.
  @MainActor
  func tops() -> [ObjectIdentifier: Double] {
    var top = -reference
    var tops = [ObjectIdentifier: Double](minimumCapacity: components.count)
    for (index, component) in components.enumerated() {
      tops[ObjectIdentifier(component)] = top
      top += stack.height(of: index)
    }
    return tops
  }
}
