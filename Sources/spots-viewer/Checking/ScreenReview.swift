import Spots
import SpotsSDL
import SpotsViewer

/// Finds what makes a screen hard to use even though it can be shown: pictures that cannot be
/// decoded, actions that lead nowhere, conditions on values that no item has, impossible answers,
/// titles that are cut off on a phone, colors that are hard to read, targets that are hard to hit,
/// and buttons, pictures and inputs without text for screen readers.
@MainActor
struct ScreenReview {
  /// Measures texts and decodes pictures.
  let context: ViewerContext
  let file: ScreenFile
  let screen: Screen
  /// Finds the pictures of the screen.
  let locator: ImageLocator
  /// The files that the screen may lead to.
  let access: DocumentAccess
  /// The files that the screen leads to, whether they exist or not; filled in by `findings()`.
  private(set) var targets: Set<String> = []

  /// How long to wait for pictures, in seconds.
  private static let patience = 30.0

  /// The findings about the document, in no particular order.
  mutating func findings() throws(ViewerError) -> [Finding] {
    var findings = ThemeReview(colors: screen.theme).findings
    for (index, component) in screen.components.enumerated() where !component.theme.isEmpty {
      let colors = screen.theme.merging(component.theme) { $1 }
      findings += ThemeReview(colors: colors, pointer: "/components/\(index)").findings
    }
    var images: [String: [String]] = [:]
    var targets = TargetReview(file: file, tabs: screen.tabs, access: access)
    findings += bars(&targets)
    let configuration = PageNibs(file.nibs).configuration
    let names = NameReview(configuration: configuration)
    var clarity = ClarityReview(configuration: configuration)
    clarity.add(screen)
    var values = ValueReview()
    ItemWalk.visit(screen.components) { item, path in
      let part = ReviewedPart(item: item, path: path)
      values.add(part)
      clarity.add(part)
      findings += AnswerReview.findings(of: part)
      findings += [chart(part), unnamedChart(part)].compactMap { $0 }
      if !part.item.image.isEmpty { images[part.item.image, default: []].append(part.pointer) }
      if let finding = names.finding(of: part) { findings.append(finding) }
      let actions = [part.item.action].compactMap { $0 } + part.item.actions.map(\.action)
      findings += actions.filter { !$0.isEmpty }.compactMap {
        targets.finding(ofAction: $0, at: part.pointer)
      }
      return true
    }
    if let next = screen.next, let reason = targets.problem(of: next) {
      findings.append(
        Finding("/next", .missingScreen, "the page '\(next.printable(limit: 200))': \(reason)"))
    }
    self.targets = targets.paths
    // The next page may have the values that are missing here.
    if screen.next == nil { findings += values.findings }
    findings += try broken(images) + clarity.findings
    return findings + ViewReview(context: context, file: file, screen: screen).findings()
  }

  /// The finding about a chart that shows nothing. Where there is data, its places are looked for
  /// when the document's holes are.
  private func chart(_ part: ReviewedPart) -> Finding? {
    guard let chart = part.item.chart else {
      return part.item.kind == "chart"
        ? Finding(part.pointer, .missingValue, "there is no 'chart' that says what is shown") : nil
    }
    if let least = chart.minimum, let most = chart.maximum, least >= most {
      return Finding(
        part.pointer + "/chart/minimum", .outOfRange, "'minimum' is not below 'maximum'")
    }
    let numbers = ([chart.own] + chart.series).lazy.flatMap(\.values.numbers)
    if chart.style == .donut, let negative = numbers.first(where: { $0 < 0 }) {
      return Finding(
        part.pointer + "/chart", .outOfRange,
        "a part of a donut cannot be \(JSONValue.of(negative).typedText)")
    }
    guard let source = chart.source, file.reading.screen?.data == nil else { return nil }
    return Finding(
      part.pointer + "/chart/from", .missingValue,
      "there is no data to take '\(source.printable(limit: 80))' from")
  }

  /// The finding about numbers without a title, in the item or above it.
  private func unnamedChart(_ part: ReviewedPart) -> Finding? {
    let header = screen.components[part.path.component].header
    guard ["chart", "progress", "sparkline"].contains(part.item.kind),
      [part.item, header].allSatisfy({ $0.map(Accessibility.init)?.label.isEmpty ?? true })
    else { return nil }
    return Finding(
      part.pointer, .unnamedItem, "nothing says what these numbers are: there is no title")
  }

  /// The findings about the toolbar and the tabs.
  private func bars(_ targets: inout TargetReview) -> [Finding] {
    let tabs = screen.tabs.enumerated().map { ("/tabs/\($0)/icon", $1.icon) }
    let actions = (screen.toolbar?.actions ?? []).enumerated().map {
      (pointer: "/toolbar/actions/\($0)", action: $1)
    }
    let icons = tabs + actions.map { ($0.pointer + "/icon", $0.action.icon) }
    let unnamed = actions.filter { ClarityReview.isBlank($0.action.title) }
    return actions.compactMap { targets.finding(ofAction: $0.action.action, at: $0.pointer) }
      + unnamed.map {
        Finding($0.pointer, .unnamedItem, "nothing says what this button does: it has no title")
      }
      + icons.compactMap { pointer, name in
        // Others may be those of the desktop.
        let advice = advice(nearestTo: name ?? "", among: Icon.Name.allCases.map(\.rawValue))
        guard let name, Icon.Name.allCases.allSatisfy({ $0.rawValue != name }), !advice.isEmpty
        else { return nil }
        let message = "no icon is named '\(name.printable(limit: 40))'" + advice
        return Finding(pointer, .unknownOption, message)
      }
  }

  /// Decodes every picture that exists, at a small size, and reports those that cannot be decoded.
  ///
  /// - Parameter images: The pointers of the items that name each picture.
  private func broken(_ images: [String: [String]]) throws(ViewerError) -> [Finding] {
    let sources = images.keys.filter { source in
      WebAddress(source) == nil && locator.failure(of: source) == nil
    }.sorted()
    guard !sources.isEmpty else { return [] }
    context.adopt(file)
    var failures: [String: String] = [:]
    context.onImageFailure = { failures[$0] = $1 }
    defer { context.onImageFailure = { _, _ in } }
    let side = Size(width: 32, height: 32)
    var list = DrawList(viewport: Rect(origin: .zero, size: side))
    for source in sources {
      list.append(
        .image(
          source: source, Rect(origin: .zero, size: side), .fit, corners: Corners(),
          placeholder: .black, icon: .black))
    }
    _ = try context.picture(size: side, timeout: Self.patience, background: .black) { list }
    return failures.flatMap { source, reason in
      (images[source] ?? []).map {
        Finding(
          $0 + "/image", .brokenImage, "image '\(source.printable(limit: 200))': \(reason)")
      }
    }
  }
}

/// A header, an item or a footer.
struct ReviewedPart {
  let item: Item
  let path: ItemPath
  /// Its role in its component.
  var role: ViewRole { path.last.part.role }
  /// Its JSON pointer.
  var pointer: String { path.pointer }
}

/// Looks for conditions and checks on values that no item has; such conditions never change.
private struct ValueReview {
  private var names: Set<String> = []
  private var uses: [(pointer: String, name: String)] = []

  mutating func add(_ part: ReviewedPart) {
    if let name = part.item.valueName { names.insert(name) }
    guard let rules = part.item.rules else { return }
    for (key, names) in [
      ("visible-when", rules.visibleWhen?.names), ("enabled-when", rules.enabledWhen?.names),
      ("checks/same-as", [rules.checks.sameAs]), ("checks/that", rules.checks.that?.names),
    ] {
      for name in names ?? [] where !name.isEmpty { uses.append(("\(part.pointer)/\(key)", name)) }
    }
  }

  var findings: [Finding] {
    uses.filter { !names.contains($0.name) }.map {
      Finding($0.pointer, .missingValue, "no item has the name '\($0.name.printable(limit: 40))'")
    }
  }
}

/// Looks for buttons, pictures and inputs without text for screen readers.
@MainActor
private struct NameReview {
  /// The views of the screen.
  let configuration: Configuration

  func finding(of part: ReviewedPart) -> Finding? {
    let isButton = part.item.action?.isEmpty == false
    let isAnswer = !isButton && InputKind(of: part.item) != nil
    guard isButton || isAnswer || !part.item.image.isEmpty, isUnnamed(part.item, role: part.role)
    else { return nil }
    let message =
      isAnswer
      ? "nothing says what is asked for here: it has no title"
      : isButton
        ? "nothing says what this item is: it has an action, but no title or other text"
        : "nothing says what this picture shows: it has no title, and no 'alt' in 'meta'"
    return Finding(part.pointer, .unnamedItem, message)
  }

  /// Whether an item has no text: none of its own, none that a view of its kind shows or could take
  /// from `meta`, and none inside it.
  private func isUnnamed(_ item: Item, role: ViewRole) -> Bool {
    guard !Self.hasText(item), item.model == nil, !configuration.isNamed(item, role: role) else {
      return false
    }
    return ItemWalk.visit(item.children) { inner, path in
      !Self.hasText(inner) && !configuration.isNamed(inner, role: path.last.part.role)
    }
  }

  private static func hasText(_ item: Item) -> Bool {
    let texts = [item.title, item.subtitle, item.text]
    return texts.contains { text in text.unicodeScalars.contains { !$0.properties.isWhitespace } }
      || item.meta.values.values.contains {
        switch $0 {
        case .string(let text): !text.isEmpty
        case .array(let cells): cells.contains { !$0.typedText.isEmpty }
        default: false
        }
      }
  }
}

/// Looks for the screens and the tabs that a screen leads to.
private struct TargetReview {
  let file: ScreenFile
  let tabs: [ScreenTab]
  let access: DocumentAccess
  /// Why each reference leads nowhere; nil for one that leads to a screen.
  private var problems: [String: String?] = [:]
  /// The files that were looked for.
  private(set) var paths: Set<String> = []

  init(file: ScreenFile, tabs: [ScreenTab], access: DocumentAccess) {
    (self.file, self.tabs, self.access) = (file, tabs, access)
  }

  mutating func finding(ofAction action: String, at pointer: String) -> Finding? {
    let known = file.reading.screen?.screens ?? [:]
    switch ActionMeaning(action) {
    case .screen(let name), .step(let name, _):
      if case .step = ActionMeaning(action), known[name] != nil { return nil }
      guard let reason = problem(of: name) else { return nil }
      return Finding(
        pointer + "/action", .missingScreen,
        "the screen '\(name.printable(limit: 200))': \(reason)"
          + advice(nearestTo: name, among: known.keys.sorted()))
    case .tab(let name):
      guard !tabs.contains(where: { $0.name == name }) else { return nil }
      return Finding(
        pointer + "/action", .unknownOption,
        "no tab is named '\(name.printable(limit: 40))'"
          + advice(nearestTo: name, among: tabs.map(\.name)))
    default: return nil
    }
  }

  /// Why there is no document at `reference`; nil when there is one, or it is on a server.
  mutating func problem(of reference: String) -> String? {
    if let known = problems[reference] { return known }
    var problem: String?
    if case .file(let path)? = file.source(of: reference) {
      paths.insert(path)
      do throws(FileError) {
        _ = try access.read(path)
      } catch {
        problem = "\(error)"
      }
    }
    problems[reference] = .some(problem)
    return problem
  }
}

/// Looks at the views of a phone for titles that are cut off, texts that are hard to read, and
/// parts that are hard to hit.
@MainActor
private struct ViewReview {
  let context: ViewerContext
  let file: ScreenFile
  let screen: Screen

  /// The height of the window, in points; what is further down is not checked.
  private static let height = 8000.0
  /// The least contrast of large text (WCAG 2.2, 1.4.3), since any text may be large.
  private static let leastContrast = 3.0
  /// The least side of a target, in points (WCAG 2.2, 2.5.8).
  private static let leastTarget = 24.0

  func findings() -> [Finding] {
    context.adopt(file)
    // Only what is near the window is measured, so that long screens take no longer.
    let width = Device.known[0].value.size.width
    let controller = SpotsController(
      screen: screen, size: Size(width: width, height: Self.height),
      configuration: PageNibs(file.nibs).configuration, environment: context.environment)
    _ = controller.renderFrame(at: 0)
    return controller.scrollView.allMounted.flatMap { component -> [Finding] in
      let parts = component.visibleIndexes.map { ItemPath.Part.item($0) } + [.header, .footer]
      return parts.flatMap { part -> [Finding] in
        guard let item = component.model.part(part), let view = component.view(of: part) else {
          return []
        }
        let pointer = component.path.part(part).pointer
        var findings = InputKind(of: item) == nil ? Self.problems(of: view, at: pointer) : []
        if !item.title.isEmpty, Self.cuts(item.title, in: view) {
          findings.append(
            Finding(
              pointer + "/title", .cutText,
              "'\(item.title.printable(limit: 40))' is cut off where the screen is "
                + "\(Int(width)) points wide"))
        }
        return findings
      }
    }
  }

  /// Texts in colors of their own that cannot be read on the surface of the item, and small
  /// targets, other than switches and check boxes, whose size users know, and links in a text.
  private static func problems(of view: View, at pointer: String) -> [Finding] {
    var findings: [Finding] = []
    for case let label as Label in view.subviews where !label.isHidden && !label.text.isEmpty {
      guard let color = label.ownColor, color.alpha == 255,
        !view.subviews.contains(where: { $0 !== label && $0.frame.intersects(label.frame) })
      else { continue }
      let contrast = [Theme.light, .dark].map { $0[.surface].contrast(with: color) }.min() ?? 21
      guard contrast < leastContrast else { continue }
      let message = "a text here has a contrast of \((contrast * 10).rounded(.down) / 10) to 1"
      findings.append(Finding(pointer, .lowContrast, message + " with the surface; it needs 3.0"))
    }
    for control in view.controls where !(control is TwoStateControl || control is LinkControl) {
      let size = control.frame.size
      guard min(size.width, size.height) < leastTarget else { continue }
      let message = "a button of this view has \(Int(size.width)) by \(Int(size.height)) points"
      findings.append(Finding(pointer, .smallTarget, message + "; it needs 24 by 24"))
    }
    return findings
  }

  private static func cuts(_ text: String, in view: View) -> Bool {
    if let label = view as? Label { return label.cutText == text }
    return view.subviews.contains { !$0.isHidden && cuts(text, in: $0) }
  }
}
