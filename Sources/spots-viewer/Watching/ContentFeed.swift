/// Follows a document, whatever its source, and delivers it whenever it has changed.
///
/// Releasing the feed stops it.
protocol ContentFeed: AnyObject, Sendable {
  /// Gets the document again and delivers it, or `unchanged`.
  func refresh()
  /// Stops following. Returns immediately; a delivery in progress may still arrive.
  func stop()
}

/// The outcome of getting a document.
enum FeedDelivery<Document: Sendable>: Sendable {
  case good(Document)
  /// The document cannot be shown; its diagnostics say why.
  case broken(Document)
  case missing
  /// The file exists but cannot be read, for the given reason.
  case unreadable(String)
  /// The document cannot be fetched, for the given reason.
  case unreachable(String)
  /// The version delivered last is still current.
  case unchanged
}
