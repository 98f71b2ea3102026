import Spots

/// Looks for names that do not tell users of screen readers what is what: the same one for
/// different things, words without a meaning of their own, and none where others see a symbol.
@MainActor
struct ClarityReview {
  /// The views of the screen.
  let configuration: Configuration
  private(set) var findings: [Finding] = []
  /// The actions by the names of the items that have them.
  private var actions: [String: String] = [:]
  /// The titles by the names of the values that are asked for.
  private var questions: [String: String] = [:]

  init(configuration: Configuration) { self.configuration = configuration }

  private static let vague: Set = [
    "click", "click here", "details", "here", "link", "more", "more…", "read more", "this",
  ]
  private static let colors = Set("🔴🟠🟡🟢🔵🟣🟤⚫⚪🟥🟧🟨🟩🟦🟪🟫⬛⬜ ")
  private static let pictures = [".avif", ".bmp", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"]

  /// Whether there is nothing to be read.
  static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
  }

  mutating func add(_ part: ReviewedPart) {
    let (item, input) = (part.item, part.item.input)
    let name = Accessibility(item).label
    let isBlank = Self.isBlank(name)
    if part.role == .header, isBlank, !name.isEmpty {
      note(part, "/title", "this heading is blank")
    }
    if let action = item.action, !action.isEmpty, !isBlank {
      if Self.vague.contains(name.lowercased()) {
        note(part, "/title", "'\(name)' does not say where it leads when it is read by itself")
      } else if let other = actions.updateValue(action, forKey: name), other != action {
        note(part, "/title", "'\(name.printable(limit: 40))' is also the name of another action")
      }
    }
    if !isBlank, name.allSatisfy(Self.colors.contains) {
      note(part, "/title", "only a color says what this is")
    }
    let alternative = item.meta.string("alt").lowercased()
    if Self.pictures.contains(where: alternative.hasSuffix) {
      note(part, "/meta/alt", "'alt' is the name of a file, and does not say what is seen")
    }
    addRepeated(item.actions.map(\.name), part, "/actions", "two entries of the menu are called")
    for (index, action) in item.actions.enumerated() where Self.isBlank(action.title) {
      note(part, "/actions/\(index)", "this entry of the menu has no title")
    }
    if !item.markdown.isEmpty { addMarkdown(of: part) }
    if configuration.hasUnnamedPart(item) {
      note(part, "", "a button of this view has no name; give it an 'accessibility-label'")
    }
    guard let kind = InputKind(of: item) else { return }
    if kind == .choice { addOptions(of: part) }
    if input.checks.pattern != nil, input.checks.message.isEmpty {
      note(part, "/checks", "there is no 'message' that says what has the right form")
    }
    if input.visibleWhen == nil, input.boundPointer == nil, let value = item.valueName,
      let other = questions.updateValue(item.title, forKey: value), other != item.title
    {
      note(part, "/name", "another question has the name '\(value.printable(limit: 40))', too")
    }
  }

  private mutating func addMarkdown(of part: ReviewedPart) {
    let names = MarkdownNames(part.item.markdown)
    if let link = names.links.first(where: { Self.vague.contains($0.lowercased()) }) {
      note(part, "/markdown", "the link '\(link)' does not say where it leads by itself")
    }
    if names.links.contains(where: Self.isBlank) { note(part, "/markdown", "a link has no text") }
    if names.pictures.contains(where: Self.isBlank) {
      note(part, "/markdown", "a picture has no description: ![description](file)")
    }
  }

  /// Adds tabs and columns without a title, and headings over nothing, unless other programs may
  /// add items to their components.
  mutating func add(_ screen: Screen) {
    findings += untitled(screen.tabs.map(\.title), "/tabs", "tab")
    for (index, component) in screen.components.enumerated() {
      let columns = component.columns.map(\.title)
      findings += untitled(columns, "/components/\(index)/columns", "column")
    }
    for (index, component) in screen.components.enumerated()
    where component.header != nil && component.items.isEmpty && component.footer == nil
      && component.identifier == nil
    {
      findings.append(
        Finding("/components/\(index)/header", .unclearName, "there is nothing below this heading"))
    }
  }

  private func untitled(_ titles: [String], _ pointer: String, _ noun: String) -> [Finding] {
    titles.enumerated().filter { Self.isBlank($1) }.map { index, _ in
      Finding("\(pointer)/\(index)", .unclearName, "this \(noun) has no title")
    }
  }

  private mutating func addOptions(of part: ReviewedPart) {
    let titles = Choice(of: part.item).options.map(\.title)
    if titles.isEmpty { note(part, "/options", "there is nothing to choose from") }
    if titles.contains(where: Self.isBlank) {
      note(part, "/options", "an option has no title")
    }
    addRepeated(titles, part, "/options", "two options are called")
  }

  private mutating func addRepeated(
    _ titles: [String], _ part: ReviewedPart, _ key: String, _ words: String
  ) {
    var known: Set<String> = []
    guard let title = titles.first(where: { !$0.isEmpty && !known.insert($0).inserted }) else {
      return
    }
    note(part, key, "\(words) '\(title.printable(limit: 40))'")
  }

  private mutating func note(_ part: ReviewedPart, _ key: String, _ message: String) {
    findings.append(Finding(part.pointer + key, .unclearName, message))
  }
}
