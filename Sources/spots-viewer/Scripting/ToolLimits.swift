import Spots
import SpotsViewer

/// What tools of agents may do in a window: nothing with a click or a key that reaches beyond it.
@MainActor
enum ToolLimits {
  /// Plays a step, without actions that only the user may carry out.
  ///
  /// - Throws: A sentence about the first such action, once the step is over.
  static func hold(_ viewer: Viewer, in step: ReplayStep, _ play: () throws -> Void) throws {
    if case .input(let events) = step, events.contains(where: \.isText),
      viewer.sessionContent.textInputArea == nil
    {
      throw FieldFault("no field has the keyboard; say which one takes the text")
    }
    var refusal: String?
    viewer.session.permits = { action in
      guard let reason = reason(against: action) else { return true }
      let name = action.printable(limit: 80)
      refusal = refusal ?? "the action '\(name)' \(reason), which only the user does, with a click"
      return false
    }
    defer { viewer.session.permits = nil }
    try play()
    if let refusal { throw FieldFault(refusal) }
  }

  /// The reason why tools may not perform an action; nil if they may.
  static func reason(against action: String) -> String? {
    switch ActionMeaning(action) {
    case .link: "opens an address"
    case .tab, .pop, .close: nil
    case .screen(let name), .step(let name, _):
      DocumentSource(name).address == nil ? nil : "opens an address"
    case .other(let action):
      ItemAction.submits(action) ? "submits the answers" : nil
    }
  }
}

extension InputEvent {
  fileprivate var isText: Bool { if case .textEntered = self { true } else { false } }
}
