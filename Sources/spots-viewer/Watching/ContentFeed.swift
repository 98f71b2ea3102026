/// What follows a document, wherever that comes from, and delivers it whenever it has changed.
///
/// Releasing it ends following.
protocol ContentFeed: AnyObject, Sendable {
  /// Gets the document again and delivers it, or says that it is the same.
  func refresh()
  /// Ends following. Returns at once; a delivery under way may still arrive.
  func stop()
}

/// What a feed tells.
enum FeedDelivery<Document: Sendable>: Sendable {
  case good(Document)
  /// The document says what is wrong with it.
  case broken(Document)
  case missing
  /// The file is there but cannot be read, for the reason given.
  case unreadable(String)
  /// It did not come over the network, for the reason given.
  case unreachable(String)
  /// What was delivered last is the present version.
  case unchanged
}
