/// Rows in front of the screen, from which users choose one.
///
/// There may be any number of rows: only visible ones have views, and a menu taller than the window
/// scrolls. The arrows, Home, End, Page Up and Page Down move from row to row, and letters to the
/// next title that begins with them. Enter and Space choose, as does releasing the press that
/// opened the menu over a row. What is typed into a menu that is searched leaves out the rows
/// without it.
package final class Menu: Popup {
  /// A row of a menu.
  package struct Row: Hashable, Sendable {
    /// As many lines as it needs, in a menu of up to 500 rows; otherwise one, which ends in an
    /// ellipsis where it does not fit.
    package var title: String
    /// Whether it has a check mark; nil for a row that never has one.
    package var isChecked: Bool?
    /// Whether it can be chosen.
    package var isEnabled: Bool
    /// Whether it does something that cannot be undone; such rows are in the color of errors.
    package var isDestructive: Bool
    /// Other texts that it is found by when they are typed.
    package var aliases: [String]

    package init(
      title: String, isChecked: Bool? = nil, isEnabled: Bool = true, isDestructive: Bool = false,
      aliases: [String] = []
    ) {
      (self.title, self.isChecked, self.aliases) = (title, isChecked, aliases)
      (self.isEnabled, self.isDestructive) = (isEnabled, isDestructive)
    }
  }

  /// From top to bottom.
  var rows: [Row] = [] { didSet { if rows != oldValue { rowsDidChange() } } }
  /// The search of a long menu; nil for menus that cannot be searched.
  private var search: MenuSearch?
  private let searchLabel = Label(MenuRowView.font)
  /// The height of all rows, which a menu keeps while it is searched.
  private var wholeHeight = 0.0
  /// Called with the index of the chosen row, after the menu has closed unless it stays open.
  var onChoose: (Int) -> Void = { _ in }
  /// Whether the menu stays open when a row is chosen, so that others can be chosen as well.
  var staysOpen = false

  /// The marked row, which Enter chooses.
  private(set) var current: Int? {
    didSet { for view in rowViews { view.hasKeyboard = view.index == current } }
  }
  /// The row in the middle of a menu that opens without a current one.
  private var start = 0
  private var typed = TypeAhead()
  private var needsCentering = true
  /// The width of the rows, and the environment it was measured in.
  private var measured: (width: Double, version: Int)?
  /// The upper edges of the rows, and the lower edge of the last one, at a width in an environment.
  private var tops: (values: [Double], width: Double, version: Int)?
  /// The views of the visible rows, and hidden ones.
  private(set) var rowViews: [MenuRowView] = []

  private static let padding = 5.0
  /// The widths before text scale.
  private static let leastWidth = 120.0
  private static let greatestWidth = 420.0
  /// How many rows are measured: those with the longest titles.
  private static let measuredRows = 32
  /// The number of rows above which all are one line high.
  private static let mostHeights = 500

  /// Creates a menu without rows.
  required init() {
    super.init()
    area.insets = EdgeInsets(top: Self.padding, bottom: Self.padding)
  }

  /// Creates a menu; the first row with a check mark is the current one.
  ///
  /// - Parameters:
  ///   - start: The row to open at without one, which keys begin with.
  ///   - isSearched: Whether a menu of many rows has a line for words to find some of them by.
  package convenience init(
    _ rows: [Row], name: String = "", opensAt start: Int = 0, isSearched: Bool = false,
    onChoose: @escaping (Int) -> Void
  ) {
    self.init()
    if isSearched, rows.count >= MenuSearch.least {
      search = MenuSearch(rows)
      searchLabel.color = .secondary
      addSubview(searchLabel)
    }
    (self.rows, self.name, self.start) = (rows, name, start)
    self.onChoose = onChoose
    current = rows.firstIndex { $0.isChecked == true }
  }

  /// Shows other versions of all rows.
  func update(_ all: [Row]) {
    search?.update(all)
    rows = search.map { search in search.shown.map { all[$0] } } ?? all
  }

  private func queryDidChange() {
    guard let search else { return }
    let kept = measured
    current = nil
    rows = search.shown.map { search.all[$0] }
    measured = kept
    searchLabel.color = search.query.isEmpty ? .secondary : .primary
    move(from: 0, isForward: true)
    area.jump(to: 0)
  }

  package override func textEntered(_ text: String) -> Bool {
    guard search?.type(text) == true else { return false }
    queryDidChange()
    return true
  }

  private func rowsDidChange() {
    if let current, !rows.indices.contains(current) { self.current = nil }
    (measured, tops) = (nil, nil)
    setNeedsLayout()
  }

  // MARK: Layout

  private var rowHeight: Double {
    let line = environment?.scaled(MenuRowView.font).lineHeight ?? 0
    return (line + 11).rounded(.up)
  }

  /// The height of the line for words to find rows by.
  private var searchHeight: Double { search == nil ? 0 : rowHeight + 8 }

  private var contentHeight: Double { top(of: rows.count) }

  /// The upper edge of a row in the content.
  private func top(of index: Int) -> Double {
    guard let tops, tops.values.indices.contains(index) else { return Double(index) * rowHeight }
    return tops.values[index]
  }

  /// The row at a distance from the top of the content; the number of rows below the last one.
  private func row(at y: Double) -> Int {
    (0..<rows.count).partitioningIndex { top(of: $0 + 1) > y }
  }

  private func measureRows(width: Double) {
    guard let environment, rows.count <= Self.mostHeights else {
      tops = nil
      return
    }
    if let tops, tops.width == width, tops.version == environment.version { return }
    let label = Label(MenuRowView.font, lineLimit: 0)
    label.environment = environment
    let sides = MenuRowView.sides(hasMarks: hasMarks, textScale: max(environment.textScale, 1))
    let room = Size(width: max(width - sides, 0), height: .infinity)
    var values = [0.0]
    for row in rows {
      label.text = row.title
      let height = (label.sizeThatFits(room).height + 11).rounded(.up)
      values.append(values[values.count - 1] + max(height, rowHeight))
    }
    tops = (values, width, environment.version)
  }

  private var hasMarks: Bool { rows.contains { $0.isChecked != nil } }

  package override func sizeThatFits(_ size: Size) -> Size {
    guard let environment else { return .zero }
    if measured?.version != environment.version {
      measured = (measuredWidth(environment), environment.version)
    }
    let scale = max(environment.textScale, 1)
    let width = min(max(measured?.width ?? 0, Self.leastWidth * scale), Self.greatestWidth * scale)
    let room = min(width, size.width)
    measureRows(width: room)
    if search?.query.isEmpty != false { wholeHeight = contentHeight }
    let height = wholeHeight + searchHeight + Self.padding * 2
    return Size(width: room, height: min(height, size.height))
  }

  /// The width of the widest row among those with the longest titles.
  private func measuredWidth(_ environment: Environment) -> Double {
    var longest: [String] = []
    var least = 0
    for row in rows where longest.count < Self.measuredRows || row.title.utf8.count > least {
      longest.append(row.title)
      guard longest.count > Self.measuredRows * 2 else { continue }
      longest.sort { $0.utf8.count > $1.utf8.count }
      longest.removeLast(longest.count - Self.measuredRows)
      least = longest.last?.utf8.count ?? 0
    }
    let label = Label(MenuRowView.font)
    label.environment = environment
    let room = Size(width: Self.greatestWidth * max(environment.textScale, 1), height: .infinity)
    let widths = longest.map { title in
      label.text = title
      return label.sizeThatFits(room).width
    }
    let scale = max(environment.textScale, 1)
    return (widths.max() ?? 0) + MenuRowView.sides(hasMarks: hasMarks, textScale: scale)
  }

  package override func layoutSubviews() {
    area.frame = Rect(
      x: 0, y: searchHeight, width: frame.width, height: max(frame.height - searchHeight, 0))
    layOutSearch()
    measureRows(width: frame.width)
    area.show(height: contentHeight)
    if needsCentering, viewportHeight > 0 {
      needsCentering = false
      let first = current ?? start
      let middle = (top(of: first) + top(of: first + 1)) / 2
      area.jump(to: middle - viewportHeight / 2)
    }
    showRows()
  }

  private func layOutSearch() {
    let query = search?.query ?? ""
    searchLabel.text = query.isEmpty ? words[.search] : query
    let start = MenuRowView.padding + MenuRowView.markSide * textGrowth + MenuRowView.gap
    let height = searchLabel.sizeThatFits(Size(width: .infinity, height: .infinity)).height
    searchLabel.frame = Rect(
      x: start, y: (searchHeight - height) / 2,
      width: max(frame.width - start - MenuRowView.padding, 0), height: height)
  }

  package override var caretFrame: Rect? {
    guard let search else { return nil }
    let line = searchLabel.frame
    let room = Size(width: line.width, height: .infinity)
    let end = search.query.isEmpty ? 0 : searchLabel.sizeThatFits(room).width
    return Rect(
      x: line.x + min(end, line.width), y: line.y + 2, width: 1.5, height: max(line.height - 4, 0))
  }

  package override func draw(in list: inout DrawList) {
    super.draw(in: &list)
    guard let caret = caretFrame, let environment else { return }
    let (theme, line) = (environment.theme, searchLabel.frame)
    let side = MenuRowView.markSide * max(environment.textScale, 1)
    let lens = Rect(
      x: MenuRowView.padding, y: line.midY - side / 2, width: side, height: side)
    IconView.draw("edit-find", in: lens, theme[.secondary], environment, into: &list)
    list.fill(
      Rect(x: 0, y: searchHeight - 1, width: frame.width, height: 1), theme[.separator])
    list.fill(caret, theme[.accent])
  }

  package override var accessibleParts: [AccessiblePart] {
    guard let search else { return super.accessibleParts }
    let reading = Accessibility(role: .textField, label: words[.search], details: search.query)
    return [AccessiblePart(reading, frame: searchLabel.frame)] + super.accessibleParts
  }

  private var viewportHeight: Double { area.content.frame.height }

  /// The indexes of the rows that are at least partly visible.
  private var visible: Range<Int> {
    guard rowHeight > 0, !area.content.frame.isEmpty else { return 0..<0 }
    let first = row(at: max(area.offset, 0))
    let last = row(at: area.offset + viewportHeight - 1e-6)
    return first..<max(min(last + 1, rows.count), first)
  }

  private func showRows() {
    let (visible, hasMarks) = (visible, hasMarks)
    while rowViews.count < visible.count {
      let view = MenuRowView()
      view.onHover = { [weak self] in self?.current = $0 }
      view.onPress = { [weak self, weak view] in if let view { self?.choose(view.index) } }
      rowViews.append(view)
      area.content.addSubview(view)
    }
    for (slot, view) in rowViews.enumerated() {
      let index = visible.lowerBound + slot
      view.isHidden = index >= visible.upperBound
      guard !view.isHidden else { continue }
      view.show(rows[index], at: index, hasMarks: hasMarks)
      view.hasKeyboard = index == current
      view.frame = Rect(
        x: 0, y: top(of: index), width: area.content.frame.width,
        height: top(of: index + 1) - top(of: index))
    }
  }

  // MARK: Keys

  package override func openedByKey() {
    if current == nil { move(from: start, isForward: true) }
  }

  package override func keyPressed(_ key: Key, _ modifiers: Modifiers, at now: Double) -> Bool {
    guard modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    let page = max(Int(viewportHeight / max(rowHeight, 1)) - 1, 1)
    switch key {
    case .up: move(from: (current ?? rows.count) - 1, isForward: false)
    case .down: move(from: (current ?? -1) + 1, isForward: true)
    case .home: move(from: 0, isForward: true)
    case .end: move(from: rows.count - 1, isForward: false)
    case .pageUp: movePage(to: (current ?? 0) - page, isForward: false)
    case .pageDown: movePage(to: (current ?? 0) + page, isForward: true)
    case .character where search != nil: break
    case .space where search?.query.isEmpty == false: break
    case .backspace where search?.deleteBackward() == true: queryDidChange()
    case .space where typed.isGoingOn(at: now): type(" ", at: now)
    case .enter, .space: if let current { choose(current) }
    case .character(let character): type(character, at: now)
    default: return false
    }
    return true
  }

  /// Marks the first row from `index` on that can be chosen.
  private func move(from index: Int, isForward: Bool) {
    let indexes = stride(
      from: index, to: isForward ? rows.count : -1, by: isForward ? 1 : -1)
    guard let next = indexes.first(where: { rows[$0].isEnabled }) else { return }
    current = next
    reveal(next)
  }

  private func movePage(to index: Int, isForward: Bool) {
    guard !rows.isEmpty else { return }
    let start = min(max(index, 0), rows.count - 1)
    let before = current
    move(from: start, isForward: isForward)
    if current == before { move(from: start, isForward: !isForward) }
  }

  private func type(_ character: Character, at now: Double) {
    typed.type(character, at: now)
    let found = typed.match(after: current, in: rows.count) { index in
      rows[index].isEnabled ? [rows[index].title] + rows[index].aliases : []
    }
    guard let found else { return }
    current = found
    reveal(found)
  }

  private func reveal(_ row: Int) {
    area.jump(to: min(max(area.offset, top(of: row + 1) - viewportHeight), top(of: row)))
  }

  /// Chooses a row as the user does.
  func choose(_ index: Int) {
    guard rows.indices.contains(index), rows[index].isEnabled else { return }
    if !staysOpen { close() }
    onChoose(search?.shown[index] ?? index)
  }

  package override var role: AccessibleRole { .menu }
}

/// The letters typed to find a title, each within a second of the one before.
struct TypeAhead {
  private static let patience = 1.0
  private var text = ""
  private var last = -Double.infinity

  /// Whether a letter typed at `now` continues those before.
  func isGoingOn(at now: Double) -> Bool { !text.isEmpty && now - last < Self.patience }

  mutating func type(_ character: Character, at now: Double) {
    let letter = character.lowercased()
    // Repeating a letter goes through all titles that begin with it.
    text = isGoingOn(at: now) && text != letter ? text + letter : letter
    last = now
  }

  /// The index of the next title that begins with the letters: after the current one for a single
  /// letter, from the current one on for several.
  ///
  /// - Parameter titles: Those at an index; none for one that cannot be chosen.
  func match(after current: Int?, in count: Int, titles: (Int) -> [String]) -> Int? {
    let length = text.count
    let start = (current ?? -1) + (length > 1 && current != nil ? 0 : 1)
    return (0..<count).lazy.map { (start + $0) % count }.first {
      titles($0).contains { $0.prefix(length).lowercased() == text }
    }
  }
}

/// A visible row of a menu.
final class MenuRowView: PressControl {
  static let font = Font.body
  static let padding = 14.0
  static let markSide = 16.0
  static let gap = 8.0
  private static let inset = 5.0

  /// Called with the index when the pointer comes over the row.
  var onHover: (Int) -> Void = { _ in }
  private(set) var index = 0
  private var row = Menu.Row(title: "")
  private var hasMarks = false
  private let label = Label(MenuRowView.font, lineLimit: 0)

  required init() {
    super.init()
    addSubview(label)
  }

  /// The room beside the title, in points.
  static func sides(hasMarks: Bool, textScale: Double) -> Double {
    padding * 2 + (hasMarks ? markSide * textScale + gap : 0)
  }

  private var markSide: Double { Self.markSide * textGrowth }

  func show(_ row: Menu.Row, at index: Int, hasMarks: Bool) {
    (self.row, self.index, self.hasMarks) = (row, index, hasMarks)
    isEnabled = row.isEnabled
    label.text = row.title
    label.color = row.isDestructive ? .error : .primary
    setNeedsLayout()
  }

  override func stateDidChange() { if state.contains(.hover) { onHover(index) } }

  override var reading: Accessibility {
    var reading = Accessibility(role: .menuItem, label: row.title)
    reading.isChecked = row.isChecked
    return reading
  }

  override var accessiblePart: AccessiblePart? {
    var part = super.accessiblePart
    part?.number = index
    if row.isChecked != nil { part?.states.insert(.selectable) }
    if row.isChecked == true { part?.states.insert(.selected) }
    return part
  }

  override func layoutSubviews() {
    let start = Self.padding + (hasMarks ? markSide + Self.gap : 0)
    let room = Size(width: max(frame.width - start - Self.padding, 0), height: .infinity)
    let height = min(label.sizeThatFits(room).height, frame.height)
    label.frame = Rect(
      x: start, y: (frame.height - height) / 2, width: room.width, height: height)
  }

  override func draw(in list: inout DrawList) {
    guard let environment else { return }
    let theme = environment.theme
    if hasKeyboard {
      let mark = Rect(
        x: Self.inset, y: 0, width: max(frame.width - Self.inset * 2, 0), height: frame.height)
      list.fill(
        mark, theme[row.isDestructive ? .errorSurface : .surfaceHover], cornerRadius: 6)
      if theme.isHighContrast {
        list.append(.stroke(mark, theme[.focusRing], width: 2, cornerRadius: 6))
      }
    }
    guard row.isChecked == true else { return }
    let square = Rect(
      x: Self.padding, y: (frame.height - markSide) / 2, width: markSide, height: markSide)
    IconView.draw(
      .check, in: square, isFlipped: environment.isRightToLeft, theme[.accent], into: &list)
  }
}
