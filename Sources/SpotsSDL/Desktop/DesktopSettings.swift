import Spots
import SpotsPlatform

/// The last answers of the desktop's settings portal, kept in a file for the next start.
///
/// Answers are kept as they came. One of a wrong type, or out of range, counts as missing: its
/// property is nil.
package struct DesktopSettings: Hashable, Sendable {
  /// A setting of the portal; the raw value is its key, also in the file.
  enum Name: String, CaseIterable, Sendable {
    case colorScheme = "color-scheme"
    case contrast
    case accentColor = "accent-color"
    case reducedMotion = "reduced-motion"
    case highContrast = "high-contrast"
    case textScale = "text-scaling-factor"
    case animations = "enable-animations"
    case doubleClick = "double-click"
    case dragThreshold = "drag-threshold"
    case font = "font-name"

    /// The namespace of the key. Those of GNOME have settings that the common one lacks, or lacked
    /// in earlier versions.
    var namespace: String {
      switch self {
      case .colorScheme, .contrast, .accentColor, .reducedMotion: "org.freedesktop.appearance"
      case .highContrast: "org.gnome.desktop.a11y.interface"
      case .textScale, .animations, .font: "org.gnome.desktop.interface"
      case .doubleClick, .dragThreshold: "org.gnome.desktop.peripherals.mouse"
      }
    }

    /// Nil for a setting that nothing here depends on.
    init?(namespace: String, key: String) {
      self.init(rawValue: key)
      if self.namespace != namespace { return nil }
    }
  }

  private var answers: [Name: JSONValue] = [:]

  /// Creates settings without any answer.
  package init() {}

  /// The answer as it came; nil when there is none.
  subscript(name: Name) -> JSONValue? {
    get { answers[name] }
    set { answers[name] = newValue }
  }

  // MARK: Meaning

  /// Nil when the user prefers neither.
  var prefersDark: Bool? {
    switch answers[.colorScheme] {
    case .integer(1): true
    case .integer(2): false
    default: nil
    }
  }

  /// Nil when there is no answer.
  var prefersHighContrast: Bool? {
    let (contrast, gnome) = (answers[.contrast], answers[.highContrast])
    if contrast == .integer(1) || gnome == .bool(true) { return true }
    return contrast == .integer(0) || gnome == .bool(false) ? false : nil
  }

  /// Opaque; nil when the desktop has none.
  var accentColor: Color? {
    guard case .array(let parts)? = answers[.accentColor], parts.count == 3 else { return nil }
    let channels = parts.compactMap(Self.number).filter((0...1).contains)
    guard channels.count == 3 else { return nil }
    let bytes = channels.map { UInt8(($0 * 255).rounded()) }
    return Color(red: bytes[0], green: bytes[1], blue: bytes[2])
  }

  var reducesMotion: Bool? {
    let (reduced, animations) = (answers[.reducedMotion], answers[.animations])
    if reduced == .integer(1) || animations == .bool(false) { return true }
    return reduced == .integer(0) || animations == .bool(true) ? false : nil
  }

  /// The factor for all text, in the range that GNOME allows.
  var textScale: Double? {
    answers[.textScale].flatMap(Self.number).flatMap { (0.5...3).contains($0) ? $0 : nil }
  }

  /// The longest time between the clicks of a double-click, in milliseconds.
  var doubleClickTime: Int? { Self.integer(answers[.doubleClick], in: Self.doubleClickTimes) }

  /// How far a pressed pointer moves before it drags, in points.
  var dragThreshold: Int? { Self.integer(answers[.dragThreshold], in: Self.dragThresholds) }

  /// What desktops let their users choose, and a little more.
  static let (doubleClickTimes, dragThresholds) = (100...2000, 1...100)

  private static func integer(_ value: JSONValue?, in range: ClosedRange<Int>) -> Int? {
    guard case .integer(let number)? = value, range.contains(number) else { return nil }
    return number
  }

  /// A description as Pango writes it, such as `Cantarell 11`.
  var font: String? {
    guard case .string(let font)? = answers[.font], !font.isEmpty else { return nil }
    return font
  }

  private static func number(_ value: JSONValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }

  // MARK: The file

  private static let fileName = "settings.json"

  private static var folder: CacheFolder? { .standard("desktop") }

  /// The answers in the file; none when it is missing or damaged.
  static func kept() -> DesktopSettings {
    folder?.read(fileName, limit: 64 * 1024).map(DesktopSettings.init(json:)) ?? DesktopSettings()
  }

  /// Keeps the answers for the next start, if there is room for a file.
  func keep() { Self.folder?.keep(json, as: Self.fileName) }

  /// Reads an object of answers by key, and ignores anything else.
  init(json: [UInt8]) {
    guard case .object(let members)? = JSONValue.read(json).value else { return }
    for name in Name.allCases { answers[name] = members[name.rawValue] }
  }

  /// The answers as an object by key.
  var json: [UInt8] {
    let members = answers.map { ($0.rawValue, $1) }
    return JSONWriter(pretty: true) {
      $0.value(.object(Dictionary(uniqueKeysWithValues: members)))
    }.bytes
  }
}
