import Glibc

/// An sRGB color whose channels are not multiplied by alpha.
public struct Color: Hashable, Sendable {
  /// 0 to 255, gamma-encoded, as are `green` and `blue`.
  public var red: UInt8
  /// 0 to 255.
  public var green: UInt8
  /// 0 to 255.
  public var blue: UInt8
  /// 0 is transparent, 255 opaque.
  public var alpha: UInt8

  /// Creates a color from its channels; opaque unless `alpha` is given.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Creates an opaque color from `0xRRGGBB`; higher bits are ignored.
  public init(_ rgb: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
      blue: UInt8(truncatingIfNeeded: rgb))
  }

  /// Creates a color from `#RGB`, `#RRGGBB` or `#RRGGBBAA`; nil for any other text.
  public init?(hex text: String) {
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count else { return nil }
    func pair(_ index: Int) -> UInt8 { values[index] << 4 | values[index + 1] }
    switch values.count {
    case 3:
      self.init(red: values[0] * 17, green: values[1] * 17, blue: values[2] * 17)
    case 6: self.init(red: pair(0), green: pair(2), blue: pair(4))
    case 8: self.init(red: pair(0), green: pair(2), blue: pair(4), alpha: pair(6))
    default: return nil
    }
  }

  /// Fully transparent.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
  /// Opaque, `#000000`.
  public static let black = Color(0x000000)
  /// Opaque, `#FFFFFF`.
  public static let white = Color(0xFFFFFF)

  /// `#RRGGBB`, with two more digits when it is not opaque.
  public var hex: String {
    let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#"
      + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
  }

  /// The color `part` of the way to `other`, 0 to 1.
  @inlinable public func mixed(with other: Color, _ part: Double) -> Color {
    let part = part.clamped(to: 0...1)
    func between(_ from: UInt8, _ to: UInt8) -> UInt8 {
      UInt8((Double(from) + (Double(to) - Double(from)) * part).rounded())
    }
    return Color(
      red: between(red, other.red), green: between(green, other.green),
      blue: between(blue, other.blue), alpha: between(alpha, other.alpha))
  }

  /// The same color with its alpha multiplied by `factor`, 0 to 1.
  @inlinable public func opacity(_ factor: Double) -> Color {
    var copy = self
    copy.alpha = UInt8((Double(alpha) * factor.clamped(to: 0...1)).rounded())
    return copy
  }

  /// The contrast of two opaque colors by WCAG 2, from 1 for equal ones to 21 for black and white:
  /// (L1 + 0.05) / (L2 + 0.05), with the relative luminance of the lighter color as L1.
  public func contrast(with other: Color) -> Double {
    let (dark, light) = (min(luminance, other.luminance), max(luminance, other.luminance))
    return (light + 0.05) / (dark + 0.05)
  }

  private var luminance: Double {
    func linear(_ value: UInt8) -> Double {
      let channel = Double(value) / 255
      return channel <= 0.04045 ? channel / 12.92 : pow((channel + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}

extension UInt8 {
  /// The value, 0 to 15, of an ASCII hexadecimal digit in either case; nil for other bytes.
  package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// A color by its role in the theme, or one that is the same in every theme.
public enum Paint: Hashable, Sendable {
  /// Looked up in the theme each time it is drawn.
  case role(ColorRole)
  /// The same color in every theme.
  case color(Color)

  /// Creates a paint from a role's name or a color such as `#RRGGBB`; nil for any other text.
  package init?(name: String) {
    if let role = ColorRole(rawValue: name) {
      self = .role(role)
    } else if name.utf8.count <= 9, let color = Color(hex: name) {
      self = .color(color)
    } else {
      return nil
    }
  }

  /// The name of the role, or the color as documents write it.
  var name: String {
    switch self {
    case .role(let role): role.rawValue
    case .color(let color): color.hex
    }
  }
}

/// The purpose of a color. Views ask for roles, which the theme maps to colors; the raw values are
/// the keys of a document's theme.
public enum ColorRole: String, Hashable, Sendable, CaseIterable {
  /// Behind all items.
  case background
  /// Behind one item, such as a row or a card.
  case surface
  /// An item under the pointer.
  case surfaceHover = "surface-hover"
  /// A pressed item, and an image that is not decoded yet.
  case surfacePressed = "surface-pressed"
  /// Behind selected items.
  case selection
  /// Text.
  case primary
  /// Less important text, and icons.
  case secondary
  /// Marks and filled shapes.
  case accent
  /// Text on a surface of the color `accent`.
  case onAccent = "on-accent"
  /// The ring around the item that has keyboard focus.
  case focusRing = "focus-ring"
  /// Lines between rows.
  case separator
  /// Text of errors.
  case error
  /// Behind errors.
  case errorSurface = "error-surface"
  /// Text of warnings.
  case warning

  /// Hashes the case rather than its name: every frame asks for hundreds of colors.
  public func hash(into hasher: inout Hasher) {
    withUnsafeBytes(of: self) { hasher.combine(bytes: $0) }
  }
}
