import ArgumentParser
import Glibc
import Spots
import SpotsSDL
import SpotsViewer

/// Paints the screen into a PNG file, or compares it with a golden picture.
struct RenderCommand: StatusCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Draws the screen into a picture; needs no display.",
    discussion: """
      A comparison that fails leaves GOLDEN.new.png and GOLDEN.diff.png beside the golden, and the \
      golden as it was; --update replaces it and removes these.
      """)

  @Argument(
    help: "The screen.", completion: FileArgument.completion, transform: FileArgument.path)
  var file: String
  @OptionGroup var options: ScreenOptions

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The PNG file to write; - for standard output.", valueName: "out.png"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Option(
    help: ArgumentHelp("Compares with this picture instead.", valueName: "golden.png"),
    completion: .file(extensions: ["png"]))
  var compare: String?

  @Option(
    help: ArgumentHelp(
      "How much a channel of a pixel may differ, from 0 to 255.", valueName: "n"))
  var tolerance: Int = 0

  @Flag(help: "Writes the golden picture instead of comparing with it.")
  var update = false

  @Flag(
    help: """
      Draws the screen at 360, 600, 800, 1280, 1920 and 3840 points side by side, in four rows: as \
      the other options say, then dark (light with a dark theme), mirrored, and with text twice as \
      large. Half a pixel per point unless there is a --scale; only the height of --size or --device \
      counts.
      """)
  var sheet = false

  @Option(
    help: ArgumentHelp(
      """
      With --sheet, the rows are the screen in these languages instead, such as \
      en_US,de,ar,en-XA,ar-XB.
      """, valueName: "locales"))
  var locales: String?

  @Option(
    help: ArgumentHelp(
      "Scales the picture so that its longer side has this many pixels.", valueName: "pixels"))
  var fit: Int?

  @OptionGroup var timeout: ImageTimeout
  @OptionGroup var limit: WorkLimit

  func validate() throws {
    guard (output == nil) != (compare == nil) else {
      throw ValidationError("Give either -o OUT.png or --compare GOLDEN.png")
    }
    guard !update || compare != nil else {
      throw ValidationError("--update goes with --compare GOLDEN.png")
    }
    guard locales == nil || sheet else { throw ValidationError("--locales goes with --sheet") }
    for name in languages where Language.known(name) == nil {
      throw ValidationError(
        "--locales must be languages such as en_US,de, not '\(name.printable())'")
    }
    let largest = ViewerOptions.textScales.most / RenderSheet.enlargement
    guard !sheet || options.textScale ?? 1 <= largest else {
      throw ValidationError(
        "--sheet doubles the size of text; with it --text-scale must be at most \(Int(largest))")
    }
    guard fit == nil || !sheet && options.scale == nil else {
      throw ValidationError("--fit chooses the scale of one screen; give it no --scale or --sheet")
    }
    guard fit == nil || ViewerOptions.scales.contains(scale) else {
      throw ValidationError(
        "--fit would draw \(scale) pixels per point, which must be \(ViewerOptions.scales)")
    }
    let canvas =
      sheet
      ? RenderSheet.size(height: options.viewport.height, rows: languages.count) : options.viewport
    if let fault = OffscreenCanvas.failure(size: canvas, scale: scale) {
      throw ValidationError(fault)
    }
    guard (0...255).contains(tolerance) else {
      throw ValidationError("--tolerance must be from 0 to 255")
    }
  }

  /// The languages of the rows of a sheet; none for the appearances.
  private var languages: [String] {
    (locales ?? "").split(separator: ",").map(String.init)
  }

  /// Pixels per point.
  private var scale: Double {
    if let fit { return Double(fit) / max(options.viewport.width, options.viewport.height) }
    return sheet ? options.scale ?? RenderSheet.defaultScale : options.wantedScale ?? 1
  }

  func perform() throws -> ExitStatus {
    limit.begin()
    var options = options
    options.scale = scale
    let screen = try HeadlessScreen(path: file, options: options, isPicture: true)
    let others = try languages.map { name in
      options.locale.name = name
      return try HeadlessScreen(path: file, options: options, isPicture: true)
    }
    let picture =
      try sheet
      ? RenderSheet.picture(of: screen, in: others, timeout: timeout.seconds)
      : screen.picture(timeout: timeout.seconds)
    if let compare {
      let isSame = try GoldenPicture(path: compare, tolerance: tolerance)
        .check(picture, update: update)
      return isSame ? screen.exitStatus : .screenErrors
    }
    let png = try picture.png()
    if output == "-" {
      StandardOutput.write(png)
    } else if let output {
      try NewFile.write(png, to: output)
    }
    return screen.exitStatus
  }
}
