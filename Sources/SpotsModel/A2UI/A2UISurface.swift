/// A surface of A2UI: its components, by identifier, and its data model.
struct A2UISurface: Sendable {
  let id: String
  /// The version of A2UI that its server speaks.
  let version: String
  let theme: [String: JSONValue]
  /// Whether messages to the server have the data model along with them.
  let sendsData: Bool
  /// The language of what stands for parts that cannot be shown.
  let words: Words
  private(set) var components: [String: A2UIComponent] = [:]
  /// The names of the answers in obscured fields, by the pointer of the place in the data model
  /// that they are bound to. They are in messages to the server alone.
  private(set) var secrets: [String: String] = [:]
  private(set) var data = JSONValue.object([:])

  /// The most components of a surface.
  static let mostComponents = 10_000
  /// The greatest index that a path can add to an array.
  private static let greatestIndex = 100_000

  init(_ id: String, _ creation: A2UIMessage.Creation, _ words: Words) {
    (self.id, self.words, version) = (id, words, creation.version)
    (theme, sendsData) = (creation.theme, creation.sendsData)
    data = creation.data ?? .object([:])
  }

  /// Adds components, or replaces those with the same identifier.
  ///
  /// - Returns: What is wrong with those that are left out.
  mutating func update(_ values: [JSONValue]) -> [A2UIFault] {
    var (faults, seen) = ([A2UIFault](), Set<String>())
    for (index, value) in values.enumerated() {
      let place = "/components/\(index)"
      guard let id = value["id"]?.text, let type = value["component"]?.text else {
        let key = value["id"]?.text == nil ? "id" : "component"
        faults.append(
          A2UIFault(.validation, self.id, "a component has '\(key)'", at: "\(place)/\(key)"))
        continue
      }
      if !seen.insert(id).inserted {
        let message = "the component '\(id.printable(limit: 80))' occurs twice; the last one counts"
        faults.append(A2UIFault(.validation, self.id, message, at: place + "/id"))
      }
      guard components[id] != nil || components.count < Self.mostComponents else {
        let message = "a surface has at most \(Self.mostComponents) components"
        return faults + [A2UIFault(.limit, self.id, message)]
      }
      let component = A2UIComponent(id: id, type: type, members: value.object ?? [:])
      components[id] = component
      faults += component.faults(at: place, on: self.id)
    }
    let names = components.values.compactMap { component in
      component.secretPlace.map { ($0, "\(id)/\(component.id)") }
    }
    secrets = Dictionary(names, uniquingKeysWith: min)
    return faults
  }

  /// Puts a value into the data, or takes it out if it is nil. Objects and arrays that are missing
  /// on the way are made.
  ///
  /// - Returns: The operation of RFC 6902 that does the same to data with this one in it.
  mutating func edit(_ path: String, _ value: JSONValue?) throws(A2UIFault) -> JSONValue? {
    let tokens = A2UIData.tokens(path)
    if value == nil, A2UIData.value(at: tokens, in: data) == nil { return nil }
    var (changed, known) = (data, 0)
    do throws(PointerFault) {
      try A2UIData.put(value, at: tokens[...], in: &changed, upTo: Self.greatestIndex)
    } catch {
      throw A2UIFault(.data, id, "'\(path.printable(limit: 80))': \(error.reason)")
    }
    let old = data
    data = changed
    // The first place on the way that is new is put in whole.
    var place = old
    while known < tokens.count, let next = A2UIData.value(at: [tokens[known]], in: place),
      next != .null || known == tokens.count - 1
    {
      (place, known) = (next, known + 1)
    }
    var changedPlace = Array(tokens.prefix(known + 1))
    if value == nil, known == tokens.count, A2UIData.value(at: tokens, in: data) == nil {
      return ["op": "remove", "path": .string(JSONPointer.text(([id] + tokens)[...]))]
    }
    // Arrays that grow by more than one element are put in as a whole.
    if known < tokens.count,
      A2UIData.value(at: Array(tokens.prefix(known)), in: old)?.elements != nil
    {
      changedPlace = Array(tokens.prefix(known))
    }
    let isElement = A2UIData.value(at: Array(changedPlace.dropLast()), in: data)?.elements != nil
    return [
      "op": isElement ? "replace" : "add",
      "path": .string(JSONPointer.text(([id] + changedPlace)[...])),
      "value": A2UIData.value(at: changedPlace, in: data) ?? .null,
    ]
  }
}

/// A component of A2UI.
struct A2UIComponent: Equatable, Sendable {
  let id: String
  let type: String
  let members: [String: JSONValue]

  /// The kinds of the basic catalog, and the keys that a component must have.
  private static let required: [String: [String]] = [
    "Text": ["text"], "Image": ["url"], "Icon": ["name"], "Video": ["url"],
    "AudioPlayer": ["url"], "Row": ["children"], "Column": ["children"], "List": ["children"],
    "Card": ["child"], "Tabs": ["tabs"], "Modal": ["trigger", "content"], "Divider": [],
    "Button": ["child", "action"], "TextField": ["label"], "CheckBox": ["label", "value"],
    "ChoicePicker": ["options", "value"], "Slider": ["value", "max"], "DateTimeInput": ["value"],
  ]

  /// Checks the component against the catalog.
  ///
  /// - Parameter place: Its JSON pointer in the message.
  fileprivate func faults(at place: String, on surface: String) -> [A2UIFault] {
    guard let keys = Self.required[type] else {
      let message = "there is no component '\(type.printable(limit: 80))'"
      return [A2UIFault(.unknownComponent, surface, message)]
    }
    return keys.filter { members[$0] == nil }.map {
      A2UIFault(.validation, surface, "a \(type) has '\($0)'", at: "\(place)/\($0)")
    }
  }

  subscript(key: String) -> JSONValue? { members[key] }

  /// The pointer of the place in the data model that an obscured field is bound to; nil for any
  /// other component, and in the rows of an array.
  fileprivate var secretPlace: String? {
    guard type == "TextField", word("variant") == "obscured",
      let path = self["value"]?["path"]?.text,
      path.hasPrefix("/")
    else { return nil }
    return JSONPointer.text(A2UIData.tokens(path)[...])
  }

  /// The word under a key; empty for none.
  func word(_ key: String) -> String { members[key]?.text ?? "" }

  /// The children that are written out, and the template for those made of data.
  var children: A2UIChildren {
    if let template = members["children"]?.object, let id = template["componentId"]?.text,
      let path = template["path"]?.text
    {
      return .template(id, path: path)
    }
    return .fixed((members["children"]?.elements ?? []).compactMap(\.text))
  }
}

enum A2UIChildren {
  case fixed([String])
  case template(String, path: String)
}

/// The places in a data model.
enum A2UIData {
  /// The keys and indexes of a path, with or without a slash at its beginning.
  static func tokens(_ path: String) -> [String] {
    path.split(separator: "/").map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }

  /// The index that a token is; nil for any other.
  static func index(_ token: String) -> Int? {
    token.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(token) : nil
  }

  /// The value that tokens lead to; nil for none.
  static func value(at tokens: [String], in whole: JSONValue) -> JSONValue? {
    var value = whole
    for token in tokens {
      switch value {
      case .object(let members):
        guard let member = members[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = Self.index(token), elements.indices.contains(index) else {
          return nil
        }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }

  /// The data model with a value at a pointer, unless there is no place for it.
  static func putting(_ value: JSONValue, at place: String, in model: JSONValue) -> JSONValue {
    var changed = model
    do throws(PointerFault) {
      try put(value, at: tokens(place)[...], in: &changed, upTo: 0)
      return changed
    } catch {
      return model
    }
  }

  fileprivate static func put(
    _ value: JSONValue?, at tokens: ArraySlice<String>, in whole: inout JSONValue,
    upTo greatest: Int
  ) throws(PointerFault) {
    guard let token = tokens.first else {
      whole = value ?? .object([:])
      return
    }
    if whole == .null { whole = index(token) == nil ? .object([:]) : .array([]) }
    let rest = tokens.dropFirst()
    switch whole {
    case .object(var members):
      if rest.isEmpty {
        members[token] = value
      } else {
        var member = members[token] ?? .null
        try put(value, at: rest, in: &member, upTo: greatest)
        members[token] = member
      }
      whole = .object(members)
    case .array(var elements):
      guard let index = Self.index(token), index <= greatest else {
        throw PointerFault("'\(token.printable(limit: 40))' is no index of an array")
      }
      while elements.count <= index { elements.append(.null) }
      try put(
        rest.isEmpty ? value ?? .null : value, at: rest, in: &elements[index], upTo: greatest)
      whole = .array(elements)
    default: throw PointerFault("there is a value on the way, at '\(token.printable(limit: 40))'")
    }
  }
}
