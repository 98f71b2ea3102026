/// Gives nodes their texts and the nodes of their parts, while there is room for more nodes.
@MainActor
final class AccessibleTexts {
  /// How many nodes may still be made; below 0 when some were left out.
  var rest = 0

  /// Longer names and details are cut off, in Unicode scalars.
  private static let longestText = 1000

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
    (node.name, node.details) = (text(content.label), text(content.details))
    (node.value, node.text) = (content.value, content.text)
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
  func text(_ text: String) -> String {
    let short =
      text.utf8.count > Self.longestText
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longestText))) : text
    guard short.unicodeScalars.contains(where: { $0.value < 32 }) else { return short }
    return String(String.UnicodeScalarView(short.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
  }
}

/// Makes the nodes of what is in front of the screen: the open popup and the overlays.
@MainActor
struct AccessibleFront {
  let controller: SpotsController
  let texts: AccessibleTexts

  var nodes: [AccessibleNode] { popup() + overlays() + announcements() }

  /// The open popup, if there is one. The focus is on its current row, or on the popup itself.
  private func popup() -> [AccessibleNode] {
    guard let popup = controller.state.popups.popup, texts.take() else { return [] }
    var node = AccessibleNode(AccessibleNode.ID(.popup), popup.role)
    node.name = texts.text(popup.name)
    let origin = controller.scrollView.frame.origin + popup.frame.origin
    let root = controller.state.root
    node.frame = root.mirrored(Rect(origin: origin, size: popup.frame.size))
    node.states = [.enabled, .showing, .focusable]
    node.children = popup.numberedParts.compactMap { number, part in
      self.node(
        node.id.child(number), part,
        root.mirrored(part.frame.offsetBy(x: origin.x, y: origin.y)), .showing)
    }
    node.childCount = node.children.count
    let isMarked = node.children.contains { $0.states.contains(.focused) }
    if !isMarked { node.states.insert(.focused) }
    return [node]
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

  private func overlays() -> [AccessibleNode] {
    controller.state.root.describedOverlays.enumerated().flatMap { number, overlay in
      overlay.accessibleParts.enumerated().compactMap { index, part in
        node(
          AccessibleNode.ID(.overlay(number, part: index)), part,
          part.frame.offsetBy(x: overlay.frame.x, y: overlay.frame.y), [.enabled, .showing])
      }
    }
  }

  /// - Parameters:
  ///   - frame: In the window.
  ///   - states: Those that the part has in addition to its own.
  private func node(
    _ id: AccessibleNode.ID, _ part: AccessiblePart, _ frame: Rect, _ states: AccessibleStates
  ) -> AccessibleNode? {
    guard !part.content.isHidden, texts.take() else { return nil }
    var node = AccessibleNode(id, part.content.role ?? .text)
    (node.frame, node.states) = (frame, part.states.union(states))
    if part.activate != nil, node.states.contains(.enabled) { node.actions = [.activate] }
    texts.describe(&node, part.content, in: frame, seen: frame)
    return node
  }
}
