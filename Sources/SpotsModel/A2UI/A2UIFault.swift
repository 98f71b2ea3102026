/// A fault of a stream of A2UI, as a client tells the server about it.
///
/// Source: A2UI 0.9.1, `client_to_server.json`.
package struct A2UIFault: Error, Hashable, Sendable {
  /// The kind of a fault; `validation` alone has a path.
  package enum Code: String, Hashable, Sendable {
    case validation = "VALIDATION_FAILED"
    case noJSON = "PARSE_ERROR"
    case unknownSurface = "SURFACE_NOT_FOUND"
    case existingSurface = "SURFACE_ALREADY_EXISTS"
    case unknownComponent = "UNKNOWN_COMPONENT"
    case unknownFunction = "UNKNOWN_FUNCTION"
    case missingComponent = "COMPONENT_NOT_FOUND"
    case cycle = "COMPONENT_CYCLE"
    case limit = "LIMIT_EXCEEDED"
    case data = "DATA_MODEL_ERROR"
    /// A call of the server, which is answered rather than told.
    case call = "INVALID_FUNCTION_CALL"
  }

  package let code: Code
  /// Empty where no surface is known; the identifier of the call for `call`.
  package let surface: String
  /// The JSON pointer of the faulty value in the message; empty for other faults.
  package let path: String
  package let message: String

  /// The version of A2UI that its server speaks.
  var version = A2UIMessage.version

  init(_ code: Code, _ surface: String, _ message: String, at path: String = "") {
    (self.code, self.surface, self.path, self.message) = (code, surface, path, message)
  }

  /// The fault as one of a document.
  package var diagnostic: Diagnostic {
    let kind: Diagnostic.Code =
      switch code {
      case .noJSON: .syntax
      case .unknownComponent: .unknownKind
      case .limit: .limit
      case .validation: .typeMismatch
      default: .missingValue
      }
    let place =
      surface.isEmpty || code == .call ? "" : "surface '\(surface.printable(limit: 80))': "
    return Diagnostic(
      severity: .error, code: kind, line: 0, column: 0, path: path, message: place + message)
  }

  /// The fault of a text that is not a message.
  package static func noMessage(_ reason: String) -> A2UIFault { A2UIFault(.noJSON, "", reason) }

  /// The message for the server.
  package var json: JSONValue {
    if code == .call {
      let error: JSONValue = ["code": .string(code.rawValue), "message": .string(message)]
      let answer: JSONValue = ["functionCallId": .string(surface), "error": error]
      return ["version": .string(version), "rendererFunctionResponse": answer]
    }
    var error: [String: JSONValue] = [
      "code": .string(code.rawValue), "surfaceId": .string(surface), "message": .string(message),
    ]
    if code == .validation { error["path"] = .string(path) }
    return ["version": .string(version), "error": .object(error)]
  }
}
