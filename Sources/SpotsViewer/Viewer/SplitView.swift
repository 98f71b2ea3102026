import Spots

/// The two columns of a wide window: a screen with a `sidebar`, and the one that it has opened.
///
/// Both are pages of the history, one above the other; in a narrow window the upper one covers the
/// other. Owned by the session.
@MainActor
package final class SplitView {
  /// A page with a `sidebar`, and the page in front; nil while nothing is open beside it.
  struct Columns {
    let leading: Page
    let trailing: Page?
    /// Where the first column ends, in points from where lines begin.
    let end: Double

    /// The part of the width that a page has; nil for pages that are in no column.
    func range(of page: Page, in width: Double) -> Range<Double>? {
      page === leading ? 0..<end : page === trailing ? end..<max(width, end) : nil
    }
  }

  private unowned let session: Session
  /// Nil while the window shows one page.
  private(set) var columns: Columns?
  /// The width that the user has given the first column, in points; nil for none.
  var width: Double?
  /// The width that it had before a script began.
  private var keptWidth: Double?
  /// Whether keys go to the first column.
  private var isLeadingActive = false
  private var pointer = ColumnPointer<Page>()
  /// The page that is opening another one.
  private weak var opener: Page?
  /// The page beside which nothing could be opened, and the action that was to do it.
  private var failed: (page: ObjectIdentifier, action: String)?

  init(_ session: Session) { self.session = session }

  /// The column that keys go to; nil without columns.
  var active: Page? { columns.map { isLeadingActive ? $0.leading : $0.trailing ?? $0.leading } }

  /// The pages that are seen behind sheets.
  var base: [Page]? { columns.map { [$0.leading] + ($0.trailing.map { [$0] } ?? []) } }

  /// The page above the first column, which nothing leads back from; nil without columns.
  private var firstBeside: Page? {
    guard let columns, let index = session.pages.firstIndex(where: { $0 === columns.leading })
    else { return nil }
    return session.pages.dropFirst(index + 1).first { !$0.opening.isSheet }
  }

  /// The page in the second column if it is a further step of `page`, which is in the first one;
  /// else `page`.
  func lastStep(from page: Page) -> Page {
    guard let columns, columns.leading === page, let last = columns.trailing, last.opening.isStep
    else { return page }
    return last
  }

  // MARK: Arranging

  /// Gives pages their columns, after the history or the size of the window has changed.
  func arrange() {
    let old = columns
    columns = made()
    if columns?.leading !== old?.leading {
      let isOpener = opener != nil && opener === columns?.leading
      isLeadingActive = columns?.trailing == nil || isOpener
    }
    opener = nil
    if columns == nil, let old { leave(old) }
    let (first, width) = (firstBeside, session.size.width)
    for page in session.pages {
      page.controller.sheet.show(in: columns?.range(of: page, in: width))
      page.opening.place(page.controller.sheet)
      page.controller.toolbar.hidesWayBack = page === first || page.controller.sheet.isBeside
      if page !== columns?.trailing { page.overlays.divider = nil }
    }
    showActive()
    guard let columns else { return }
    if columns.leading.isCovered {
      columns.leading.uncover(size: session.size, isBeside: true)
      if !session.isScripted, session.resources != nil { columns.leading.follow() }
    }
    showDivider(columns)
  }

  private func made() -> Columns? {
    let pages = session.pages
    guard let front = pages.lastIndex(where: { !$0.opening.isSheet }),
      let index = pages[...front].lastIndex(where: { $0.controller.screen.sidebar != nil }),
      let sidebar = pages[index].controller.screen.sidebar,
      let end = sidebar.end(
        in: session.size.width, chosen: width,
        textScale: session.context.environment.textScale)
    else { return nil }
    // A screen beside which nothing can be opened yet has the window to itself.
    if index == front, firstStep(of: pages[index]) == nil { return nil }
    return Columns(leading: pages[index], trailing: index < front ? pages[front] : nil, end: end)
  }

  /// One page after the other again: what was opened by itself makes way for what opened it.
  private func leave(_ old: Columns) {
    guard let trailing = old.trailing, session.pages.last === trailing else { return }
    if trailing.opening.isAutomatic {
      session.history.close(trailing)
    } else if session.pages.contains(where: { $0 === old.leading }) {
      old.leading.cover(by: trailing.opening)
    }
  }

  private func showDivider(_ columns: Columns) {
    guard let trailing = columns.trailing, let sidebar = columns.leading.controller.screen.sidebar
    else { return }
    func end(_ chosen: Double) -> Double {
      let scale = session.context.environment.textScale
      return sidebar.end(in: session.size.width, chosen: chosen, textScale: scale) ?? columns.end
    }
    let divider = ColumnDivider()
    divider.place = AccessibleValue(columns.end, minimum: end(0), maximum: end(.infinity))
    divider.onMove = { [weak self] in self?.drag(to: end($0)) }
    trailing.overlays.divider = divider
  }

  private func drag(to width: Double) {
    guard let columns, width != columns.end else { return }
    self.width = width
    arrange()
    session.needsFrame = true
  }

  /// A script begins with the usual width, and the user has the chosen one again when it ends.
  func adoptPlayer(isScripted: Bool) {
    (width, keptWidth) = isScripted ? (nil, width) : (keptWidth, nil)
  }

  // MARK: The column in use

  /// Gives the keyboard to a column.
  func activate(_ page: Page) {
    guard let columns, page !== active, page === columns.leading || page === columns.trailing
    else { return }
    active?.cancelPress()
    isLeadingActive = page === columns.leading
    page.opening.isAutomatic = false
    session.context.adopt(page.file)
    showActive()
    session.needsFrame = true
  }

  /// Gives the keyboard to the column that shows a controller.
  package func use(_ controller: SpotsController) {
    if let page = base?.first(where: { $0.controller === controller }) { activate(page) }
  }

  /// Gives the keyboard to the other column, and marks where it is.
  ///
  /// - Returns: Whether there is another one.
  func switchColumn() -> Bool {
    guard let columns, let trailing = columns.trailing, session.page === active else {
      return false
    }
    let page = isLeadingActive ? trailing : columns.leading
    activate(page)
    if page.controller.focused == nil {
      page.controller.handle(.keyPressed(.tab, []), at: session.context.now)
    }
    return true
  }

  private func showActive() {
    for page in session.pages {
      let other = base?.first { $0 !== page }?.controller
      page.controller.beside = page === active ? other : nil
      // Of several pages in sight, only the one that keys go to marks where the keyboard is.
      let areSeveral = columns != nil || session.page.opening.isSheet
      page.controller.sheet.setAway(areSeveral && page !== session.page)
    }
  }

  /// The page that an event is meant for: the column that the pointer is over, or was pressed on.
  func target(of input: InputEvent) -> Page {
    guard let columns, session.page === active else { return session.page }
    func page(at point: Point) -> Page {
      let isMirrored = session.context.environment.isRightToLeft
      let x = isMirrored ? session.size.width - point.x : point.x
      return x < columns.end ? columns.leading : columns.trailing ?? columns.leading
    }
    let now = session.context.now
    let page = pointer.target(of: input, at: page) { $0.controller.handle(.pointerLeft, at: now) }
    if case .pointerPressed = input, let page { activate(page) }
    return page ?? session.page
  }

  /// The page whose column the pointer is over.
  var pointed: Page { session.page === active ? pointer.column ?? session.page : session.page }

  // MARK: Opening

  /// Closes what is beside the sidebar if going back leads to the page before both: from the
  /// sidebar, and from the first page beside it, since something is always open there.
  ///
  /// - Returns: Whether there is a page to go back to.
  func prepareToGoBack() -> Bool {
    let (first, current) = (firstBeside, session.history.current)
    guard let columns, !current.opening.isSheet else { return true }
    let isAtStart = first == nil || first === current
    if session.pages.first === columns.leading { return !isAtStart }
    if isAtStart || active === columns.leading { closeBeside() }
    return true
  }

  private func closeBeside() {
    if let first = firstBeside { session.history.close(first) }
  }

  /// Makes room for a page that another one opens: beside a sidebar there is one at a time.
  func willOpen(_ how: PageOpening) {
    guard !session.pages.isEmpty, !how.isSheet else { return }
    opener = how.maker ?? session.page
    if let columns, opener === columns.leading { closeBeside() }
  }

  /// Opens the first screen that the sidebar leads to, if nothing is open beside it.
  ///
  /// - Returns: Whether that changes what is seen: it is open, or could not be opened, and the
  ///   sidebar has the window.
  func openFirst() -> Bool {
    guard let columns, columns.trailing == nil, session.page === columns.leading,
      let (path, action) = firstStep(of: columns.leading)
    else { return false }
    if session.permits?(action) != false {
      columns.leading.controller.select(path)
      ActionPerformer(session: session).open(action, at: path)
    }
    guard let opened = self.columns?.trailing else {
      failed = (ObjectIdentifier(columns.leading), action)
      arrange()
      return true
    }
    opened.opening.isAutomatic = true
    isLeadingActive = true
    showActive()
    return true
  }

  /// A page has another document, which may lead elsewhere.
  func documentDidChange(of page: Page) {
    if failed?.page == ObjectIdentifier(page) { failed = nil }
  }

  /// The first item that opens a further step, unless that could not be opened.
  private func firstStep(of page: Page) -> (path: ItemPath, action: String)? {
    let step = Self.firstStep(in: page.controller)
    return step.flatMap { step in
      failed.map { $0 == (ObjectIdentifier(page), step.action) } == true ? nil : step
    }
  }

  /// The most items that are searched for one that leads to a screen.
  private static let mostSearched = 1000

  /// The first item that opens a further step, and its action; nil where there is none.
  package static func firstStep(
    in controller: SpotsController
  ) -> (path: ItemPath, action: String)? {
    var (found, rest): ((ItemPath, String)?, Int) = (nil, mostSearched)
    ItemWalk.visit(controller.screen.components) { item, path in
      rest -= 1
      if path.item != nil, let action = item.action,
        case .step(_, .window) = ActionMeaning(action)
      {
        found = (path, action)
      }
      return found == nil && rest > 0
    }
    return found
  }
}
