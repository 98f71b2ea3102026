import Spots

/// The tools, in the order in which they are listed.
enum AgentTool: String, CaseIterable, Sendable {
  case ask, show, update, pick, tree, find, click, type, screenshot, values, wait

  /// The description that agents read.
  var text: String {
    switch self {
    case .ask:
      """
      Asks the user something in a window, and returns the answer: a form for a JSON Schema, or a \
      screen of which an item with the action 'submit', or another action, answers. Returns \
      {"status":"answered","values":…}, "declined" or "closed"; after 'timeout' seconds "pending" \
      and an 'id' for 'wait', while the window stays. Secrets are left out of the values.
      """
    case .show:
      """
      Shows a screen in a window, and returns the window's name, for the tools that look at it and \
      act in it. The user may close it at any time.
      """
    case .update: "Changes the screen of a window, by changes or by another screen."
    case .pick:
      """
      Has the user pick one of some options, or several, in a list that typing filters. Returns \
      what 'ask' returns, with the options that were 'picked'.
      """
    case .tree:
      "Lists what a window shows: JSON pointer, kind, title, value, place, and buttons inside items."
    case .find:
      "Finds at most 100 items, also those out of sight, and by 'title' or 'text' what is in them."
    case .click:
      """
      Clicks the one item that has all the properties given here, wherever it is on the screen, \
      or by 'title' a button inside one. Only the user opens addresses and submits answers.
      """
    case .type: "Types a text into a text field, line breaks and tabs included."
    case .screenshot: "Takes a picture of a window."
    case .values: "Returns the values of a window's fields so far, without secrets."
    case .wait:
      "Waits for the answer to a question that is 'pending', and returns it, once, as 'ask' does."
    }
  }

  var fields: Fields<ToolArguments> {
    switch self {
    case .ask: ToolArguments.asked
    case .show: ToolArguments.shown
    case .update: ToolArguments.updating
    case .pick: ToolArguments.picking
    case .find, .click: ToolArguments.searching
    case .type: ToolArguments.typing
    case .tree, .screenshot, .values: ToolArguments.looking
    case .wait: ToolArguments.waiting
    }
  }

  /// The names of the arguments that it needs.
  var required: [String] {
    let names = ["window", "lines", "options", "id"] + (self == .type ? ["text"] : [])
    return names.filter(fields.table.names.contains)
  }

  private static let reading: Set = [tree, find, screenshot, values, wait]

  /// As `tools/list` lists it.
  var json: JSONValue {
    [
      "name": .string(rawValue), "description": .string(text),
      "inputSchema": fields.table.schema(required: required),
      "annotations": [
        "readOnlyHint": .bool(Self.reading.contains(self)), "destructiveHint": false,
        "openWorldHint": false,
      ],
    ]
  }
}
