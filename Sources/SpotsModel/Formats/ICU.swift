import Glibc
import Synchronization

/// The functions of ICU, International Components for Unicode, which is loaded when a format is
/// first asked for: screens without one take neither its time nor its memory.
///
/// Each release names its files and functions after itself, so that programs cannot be linked to
/// more than one; but these functions have been the same since 67.
struct ICU: Sendable {
  typealias Handle = OpaquePointer
  typealias Units = UnsafePointer<UInt16>
  typealias Room = UnsafeMutablePointer<UInt16>
  typealias Name = UnsafePointer<CChar>
  typealias Status = UnsafeMutablePointer<Int32>
  typealias Relative = @convention(c) (Handle, Double, Int32, Room, Int32, Status) -> Int32
  typealias Texts = UnsafePointer<Units?>
  typealias Lengths = UnsafePointer<Int32>

  /// The purpose of a formatter, by the function that frees it.
  enum Purpose: String, CaseIterable {
    case number = "unumf_close"
    case result = "unumf_closeResult"
    case rules = "uplrules_close"
    case patterns = "udatpg_close"
    case calendar = "ucal_close"
    case date = "udat_close"
    case relative = "ureldatefmt_close"
    case list = "ulistfmt_close"
    case collator = "ucol_close"
    case breaks = "ubrk_close"
  }

  /// The release, such as 72.
  let version: Int
  private let close: [Purpose: @convention(c) (Handle?) -> Void]
  let openNumber: @convention(c) (Units, Int32, Name, Status) -> Handle?
  let openResult: @convention(c) (Status) -> Handle?
  let formatInt: @convention(c) (Handle, Int64, Handle, Status) -> Void
  let formatDouble: @convention(c) (Handle, Double, Handle, Status) -> Void
  let numberText: @convention(c) (Handle, Room, Int32, Status) -> Int32
  let openRules: @convention(c) (Name, Int32, Status) -> Handle?
  let selectRule: @convention(c) (Handle, Handle, Room, Int32, Status) -> Int32
  let openPatterns: @convention(c) (Name, Status) -> Handle?
  let bestPattern: @convention(c) (Handle, Units, Int32, Room, Int32, Status) -> Int32
  let openCalendar: @convention(c) (Units?, Int32, Name, Int32, Status) -> Handle?
  let setGregorianChange: @convention(c) (Handle, Double, Status) -> Void
  let openDate: @convention(c) (Int32, Int32, Name, Units?, Int32, Units, Int32, Status) -> Handle?
  let setCalendar: @convention(c) (Handle, Handle) -> Void
  let formatDate: @convention(c) (Handle, Double, Room, Int32, OpaquePointer?, Status) -> Int32
  let openRelative: @convention(c) (Name, Handle?, Int32, Int32, Status) -> Handle?
  let formatRelative: Relative
  let formatRelativeNumber: Relative
  let openList: @convention(c) (Name, Int32, Int32, Status) -> Handle?
  let formatList: @convention(c) (Handle, Texts, Lengths, Int32, Room, Int32, Status) -> Int32
  let openCollator: @convention(c) (Name, Status) -> Handle?
  let sortKey: @convention(c) (Handle, Units, Int32, UnsafeMutablePointer<UInt8>?, Int32) -> Int32

  let openBreaks: @convention(c) (Int32, Name, Units, Int32, Status) -> Handle?
  let nextBreak: @convention(c) (Handle) -> Int32
  let upper: @convention(c) (Room, Int32, Units, Int32, Name, Status) -> Int32

  /// The library; nil where none is installed.
  static let shared = load()

  /// A function that a library does not have.
  private struct Missing: Error {}

  private static func load() -> ICU? {
    // The newest first. A release that is not installed takes 20 µs.
    for version in (67...99).reversed() {
      guard let library = dlopen("libicui18n.so.\(version)", RTLD_LAZY | RTLD_LOCAL) else {
        continue
      }
      // It may have been built with plain names.
      for suffix in ["_\(version)", ""] {
        do throws(Missing) { return try ICU(library, version, suffix) } catch { continue }
      }
    }
    return nil
  }

  private init(
    _ library: UnsafeMutableRawPointer, _ version: Int, _ suffix: String
  ) throws(Missing) {
    func find<Function>(_ name: String) throws(Missing) -> Function {
      guard let symbol = dlsym(library, name + suffix) else { throw Missing() }
      return unsafeBitCast(symbol, to: Function.self)
    }
    self.version = version
    var close: [Purpose: @convention(c) (Handle?) -> Void] = [:]
    for purpose in Purpose.allCases { close[purpose] = try find(purpose.rawValue) }
    self.close = close
    openNumber = try find("unumf_openForSkeletonAndLocale")
    openResult = try find("unumf_openResult")
    formatInt = try find("unumf_formatInt")
    formatDouble = try find("unumf_formatDouble")
    numberText = try find("unumf_resultToString")
    openRules = try find("uplrules_openForType")
    selectRule = try find("uplrules_selectFormatted")
    openPatterns = try find("udatpg_open")
    bestPattern = try find("udatpg_getBestPattern")
    openCalendar = try find("ucal_open")
    setGregorianChange = try find("ucal_setGregorianChange")
    openDate = try find("udat_open")
    setCalendar = try find("udat_setCalendar")
    formatDate = try find("udat_format")
    openRelative = try find("ureldatefmt_open")
    formatRelative = try find("ureldatefmt_format")
    formatRelativeNumber = try find("ureldatefmt_formatNumeric")
    openList = try find("ulistfmt_openForType")
    formatList = try find("ulistfmt_format")
    openCollator = try find("ucol_open")
    sortKey = try find("ucol_getSortKey")
    // These are in a library that this one needs, where they are found as well.
    openBreaks = try find("ubrk_open")
    nextBreak = try find("ubrk_next")
    upper = try find("u_strToUpper")
  }

  /// Frees what was opened.
  func free(_ handle: Handle, _ purpose: Purpose) { close[purpose]?(handle) }

  /// A formatter of ICU, which never changes after it was made, so that all threads can use it.
  final class Formatter: Sendable {
    nonisolated(unsafe) let handle: Handle
    private let purpose: Purpose

    init(_ handle: Handle, _ purpose: Purpose) { (self.handle, self.purpose) = (handle, purpose) }

    deinit { ICU.shared?.free(handle, purpose) }
  }

  private struct Key: Hashable {
    var purpose: Purpose
    var locale: String
    var style: String
    var zone: String?
  }

  /// The formatters that were made so far; when there are too many, all are forgotten.
  private static let formatters = Mutex<[Key: Formatter]>([:])
  private static let mostFormatters = 64

  /// The formatter for a purpose, which `make` makes the first time.
  func formatter(
    _ purpose: Purpose, _ locale: String, style: String = "", zone: String? = nil,
    _ work: inout ExpressionWork, _ make: (Status) -> Handle?
  ) throws(ExpressionFault) -> Formatter {
    // Finding it and formatting take 2 µs, making it 60, and finding the pattern of a date 800.
    try work.spend(100)
    let key = Key(purpose: purpose, locale: locale, style: style, zone: zone)
    if let known = Self.formatters.withLock({ $0[key] }) { return known }
    try work.spend(purpose == .date ? 40_000 : 3000)
    var status: Int32 = 0
    let made = make(&status).map { Formatter($0, purpose) }
    guard let made, status <= 0 else {
      throw ExpressionFault("'\(style.printable(limit: 40))' is no format")
    }
    Self.formatters.withLock {
      if $0.count >= Self.mostFormatters { $0.removeAll() }
      $0[key] = made
    }
    return made
  }

  /// The text that `body` writes into the room that it is given.
  func text(_ body: (Room, Int32, Status) -> Int32) throws(ExpressionFault) -> String {
    var (room, status) = ([UInt16](repeating: 0, count: 128), Int32(0))
    var length = body(&room, Int32(room.count), &status)
    if length > room.count, length < 1 << 16 {
      (room, status) = ([UInt16](repeating: 0, count: Int(length)), 0)
      length = body(&room, length, &status)
    }
    guard status <= 0, 0...room.count ~= Int(length) else {
      throw ExpressionFault("the value has no text in this format")
    }
    return String(decoding: room[..<Int(length)], as: UTF16.self)
  }
}
