/// Gives nodes their texts and the nodes of their parts, while there is room for more nodes.
@MainActor
final class AccessibleTexts {
  /// How many nodes may still be made; below 0 when some were left out.
  var rest = 0

  /// Longer names and details are cut off, in Unicode scalars, and so are longer paragraphs.
  private static let (longestText, longestParagraph) = (1000, 16_384)

  /// Makes room for nodes; false when there is none.
  func take(_ count: Int = 1) -> Bool {
    rest -= count
    return rest >= 0
  }

  /// Gives a node its texts, and nodes for the parts inside. A part without a name stays without:
  /// with that of the whole, nobody could tell two of them apart.
  ///
  /// - Parameters:
  ///   - area: The frame of what `content` describes, in the window.
  ///   - seen: The area in which parts can be seen.
  ///   - isMirrored: Whether the places of parts count from the right.
  func describe(
    _ node: inout AccessibleNode, _ content: Accessibility, in area: Rect, seen: Rect,
    isMirrored: Bool = false
  ) {
    let limit = content.role == .paragraph ? Self.longestParagraph : Self.longestText
    (node.name, node.details) = (text(content.label, limit), text(content.details))
    (node.value, node.text) = (content.value, content.text)
    if let level = content.level { node.level = level }
    node.placeholder = text(content.placeholder)
    if content.isChecked == true { node.states.insert(.checked) }
    if content.isWrong { node.states.insert(.invalid) }
    if content.isRequired { node.states.insert(.required) }
    for (index, part) in content.children.enumerated() where !part.isHidden {
      guard take() else { break }
      var child = AccessibleNode(node.id.child(index), part.role ?? .text)
      child.frame = node.frame
      child.states = node.states.intersection([.enabled, .showing])
      if let frame = part.frame {
        let x = isMirrored ? area.maxX - frame.maxX : area.x + frame.x
        child.frame = Rect(origin: Point(x: x, y: area.y + frame.y), size: frame.size)
        if !child.frame.intersects(seen) { child.states.remove(.showing) }
        if child.role.isOperated, child.states.contains(.enabled) {
          child.states.insert(.focusable)
          child.actions = [.activate]
        }
      }
      describe(&child, part, in: area, seen: seen, isMirrored: isMirrored)
      node.children.append(child)
    }
    node.childCount = node.children.count
  }

  /// `text` as it is read: on one line, and of limited length.
  func text(_ text: String, _ limit: Int = AccessibleTexts.longestText) -> String {
    let short =
      text.utf8.count > limit
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) : text
    guard short.unicodeScalars.contains(where: { $0.value < 32 }) else { return short }
    return String(String.UnicodeScalarView(short.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
  }
}

/// Makes the nodes of what is in front of the screen: the open popup and the overlays.
@MainActor
struct AccessibleFront {
  let controller: SpotsController
  let texts: AccessibleTexts

  var nodes: [AccessibleNode] {
    parts.compactMap { node($0.id, $0.part) } + announcements()
  }

  /// The part with an identity; nil when it is gone.
  func part(_ id: AccessibleNode.ID) -> AccessiblePart? {
    id.inside.reduce(parts.first { $0.id.base == id.base }?.part) { whole, number in
      whole?.children.enumerated().first { ($1.number ?? $0) == number }?.element
    }
  }

  /// All parts in front, in the window before it is mirrored.
  private var parts: [(id: AccessibleNode.ID, part: AccessiblePart)] {
    let root = controller.state.root
    func parts(of view: View, id: (Int) -> AccessibleNode.ID.Base) -> [(
      AccessibleNode.ID, AccessiblePart
    )] {
      view.accessibleParts.enumerated().map {
        (AccessibleNode.ID(id($0)), $1.moved(by: view.frame.origin))
      }
    }
    return parts(of: root.popupLayer) { _ in .popup }
      + root.describedOverlays.enumerated().flatMap { number, overlay in
        parts(of: overlay) { .overlay(number, part: $0) }
      } + (beside.map { [(AccessibleNode.ID(.overlay(-1, part: 0)), $0)] } ?? [])
  }

  /// The other column of the window, whose parts can be pressed.
  private var beside: AccessiblePart? {
    let root = controller.state.root
    guard let other = controller.beside else { return nil }
    let screen = AccessibleScreen(other)
    func described(_ node: AccessibleNode) -> AccessiblePart {
      let content = Accessibility(
        role: node.role, label: node.name, details: node.details, value: node.value)
      var part = AccessiblePart(
        content, frame: root.mirrored(node.frame), states: node.states.subtracting(.focused))
      part.isEnabled = node.states.contains(.enabled)
      if node.actions.contains(.activate) {
        part.activate = { screen.perform(.activate, on: node.id, at: 0) }
      }
      part.children = node.children.map(described)
      return part
    }
    var whole = described(screen.window)
    whole.content.role = .navigation
    whole.frame = other.sheet.area
    return whole
  }

  /// Text that is only read. It has a place, since clients skip parts without one, but covers
  /// nothing.
  private func announcements() -> [AccessibleNode] {
    controller.announcements.messages.filter { _ in texts.take() }.map { message in
      var node = AccessibleNode(AccessibleNode.ID(.announcement(message.number)), .notification)
      node.name = texts.text(message.text)
      node.frame = Rect(x: 0, y: 0, width: 1, height: 1)
      node.states = [.enabled, .showing]
      return node
    }
  }

  private func node(_ id: AccessibleNode.ID, _ part: AccessiblePart) -> AccessibleNode? {
    guard !part.content.isHidden, texts.take() else { return nil }
    var node = AccessibleNode(id, part.content.role ?? .text)
    node.frame = controller.state.root.mirrored(part.frame)
    node.states = part.states.union(part.isEnabled ? [.enabled, .showing] : .showing)
    if part.activate != nil, node.states.contains(.enabled) { node.actions = [.activate] }
    texts.describe(&node, part.content, in: node.frame, seen: node.frame)
    node.children += part.children.enumerated().compactMap {
      self.node(id.child($1.number ?? $0), $1)
    }
    node.childCount = node.children.count
    return node
  }
}
