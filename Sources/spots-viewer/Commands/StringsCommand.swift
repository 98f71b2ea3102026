import ArgumentParser
import Spots
import SpotsSDL
import SpotsViewer

/// Helps with the texts of screens in several languages.
struct StringsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "strings",
    abstract:
      "Lists, checks and exports the texts that screens name, strings/LANG.json beside them.",
    subcommands: [Extract.self, Check.self, Export.self])

  /// The texts beside a screen.
  struct Texts: ParsableArguments {
    @Argument(
      help: "A screen, or a folder of screens; this one unless given.",
      completion: FileArgument.completion, transform: FileArgument.path)
    var file = "."

    /// The folder of the texts.
    var folder: String {
      FolderEntries.isFolder(file)
        ? Path.join(file, StringFiles.folder)
        : StringFiles.place(of: DocumentSource(file)) ?? StringFiles.folder
    }

    /// - Throws: `Failure` when the screen cannot be read.
    func read() throws -> StringFiles {
      if !FolderEntries.isFolder(file), DocumentSource(file).isFile {
        _ = try Failure.naming(file.printable()) { try DocumentSource(file).readWhole() }
      }
      return StringFiles(screen: .file(Path.join(Path.folder(of: folder), "screen.json")))
    }

    /// The texts in a language.
    func table(_ language: String, in files: StringFiles) throws -> StringTable {
      let wanted = Language.known(language)
      if let table = files.files.first(where: { $0.table.language == wanted })?.table {
        return table
      }
      throw Failure.environment("there is no \(Path.join(folder, "\(language).json").printable())")
    }
  }

  /// Where a result goes.
  struct Output: ParsableArguments {
    @Option(
      name: [.short, .customLong("output")],
      help: ArgumentHelp("The file to write; standard output unless given.", valueName: "file"))
    var output: String?

    func write(_ bytes: [UInt8]) throws {
      guard let output, output != "-" else { return StandardOutput.write(bytes) }
      try NewFile.write(bytes, to: output, isUpdate: true)
    }
  }

  /// The texts of one language as a file, with those that are still missing.
  struct Extract: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "extract",
      abstract: "Prints strings/LANG.json with the texts that it lacks added at the end.",
      discussion: """
        A text that another language has is added as it is there, one that none has as its \
        identifier with its values: replace both by what readers are to see.
        """)

    @OptionGroup var texts: Texts
    @Option(name: .customLong("lang"), help: "The language, such as de.")
    var language: String
    @OptionGroup var output: Output

    func validate() throws {
      guard Language.known(language) == nil else { return }
      throw ValidationError("--lang must be a language such as de, not '\(language.printable())'")
    }

    func perform() throws -> ExitStatus {
      let files = try texts.read()
      let table = files.files.first { $0.table.language == Language.known(language) }?.table
      var known: [(String, String)] = []
      _ = table?.visit { identifier, text, _, _ in known.append((identifier, text)) }
      var others: [String: String] = [:]
      _ = files.base?.visit { identifier, text, _, _ in others[identifier] = text }
      let missing = StringFiles.named(besideFolder: texts.folder).sorted { $0.key < $1.key }
        .filter { name, _ in !known.contains { $0.0 == name } }
      let added = missing.map { identifier, values in
        let made = ([identifier] + values.sorted().map { "{\($0)}" }).joined(separator: " ")
        return (identifier, others[identifier] ?? made)
      }
      try output.write(
        JSONWriter(pretty: true) { json in
          json.object { json in
            for (identifier, text) in known + added { json.member(identifier, text) }
          }
        }.bytes + Array("\n".utf8))
      return .success
    }
  }

  /// What is wrong with the texts.
  struct Check: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Prints missing and unused texts, and values and plurals that differ.",
      discussion: "Exits with status 1 if there is one. 'validate' prints them, too.")

    @OptionGroup var texts: Texts

    func perform() throws -> ExitStatus {
      let (files, named) = (try texts.read(), StringFiles.named(besideFolder: texts.folder))
      var isFine = true
      for (path, table) in files.files {
        let faults = files.diagnostics(of: table, named: Set(named.keys))
        isFine = isFine && faults.isEmpty
        StandardError.write(.diagnostics(faults, path: path))
      }
      return isFine ? .success : .screenErrors
    }
  }

  /// The texts for translators.
  struct Export: StatusCommand {
    static let configuration = CommandConfiguration(
      commandName: "export", abstract: "Prints the texts of two languages as XLIFF 2.0.")

    @OptionGroup var texts: Texts
    @Option(name: .customLong("from"), help: "The language to translate from.")
    var source = "en"
    @Option(name: .customLong("to"), help: "The language to translate into.")
    var target: String
    @OptionGroup var output: Output

    func validate() throws {
      for language in [source, target] where Language.known(language) == nil {
        throw ValidationError("'\(language.printable())' is no language such as de")
      }
    }

    func perform() throws -> ExitStatus {
      let files = try texts.read()
      let from = try texts.table(source, in: files)
      let into = files.files.first { $0.table.language == Language.known(target) }?.table
      var known: [String: String] = [:]
      _ = into?.visit { identifier, text, _, _ in known[identifier] = text }
      var units: [TranslationUnit] = []
      _ = from.visit { identifier, text, _, _ in
        units.append(TranslationUnit(name: identifier, source: text, target: known[identifier]))
      }
      let document = TranslationUnit.xliff(
        units, from: source, into: target, file: "\(StringFiles.folder)/\(source).json")
      try output.write(Array(document.utf8))
      return .success
    }
  }
}

/// A text and its translation, as XLIFF 2.0 has them.
private struct TranslationUnit {
  let name: String
  let source: String
  /// Nil for a text that is still to be translated.
  let target: String?

  static func xliff(
    _ units: [TranslationUnit], from source: String, into target: String, file: String
  ) -> String {
    let body = units.enumerated().map { index, unit in
      let target = unit.target.map { "<target>\(escaped($0))</target>" } ?? ""
      return """
            <unit id="u\(index + 1)" name="\(escaped(unit.name))">
              <segment state="\(unit.target == nil ? "initial" : "translated")">
                <source>\(escaped(unit.source))</source>\(target)
              </segment>
            </unit>

        """
    }
    let languages = [source, target].map { $0.replacing("_", with: "-") }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" \
      srcLang="\(languages[0])" trgLang="\(languages[1])" xml:space="preserve">
        <file id="f1" original="\(escaped(file))">
      \(body.joined())  </file>
      </xliff>

      """
  }

  /// Text for elements and attributes; characters that XML does not have are left out.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n", "\t", "\r": escaped += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || 0xFFFE...0xFFFF ~= scalar.value: break
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
