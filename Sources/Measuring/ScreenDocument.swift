/// The document that benchmarks read: a header, a carousel, and a long list of items with title,
/// subtitle, image and action. Equal counts give equal bytes.
package struct ScreenDocument {
  package let bytes: [UInt8]

  /// - Parameter itemCount: The number of items in the long list.
  package init(itemCount: Int) {
    var bytes: [UInt8] = []
    // An item takes about 110 bytes. A single allocation leaves no freed memory behind.
    bytes.reserveCapacity(itemCount * 132 + 8192)
    func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    append(#"{"components":[{"kind": "list", "header": {"title": "Gallery", "kind": "header"}, "#)
    append(#""items": []},\#n{"kind": "carousel", "layout": {"item-spacing": 8, "inset": "#)
    append(#"{"top": 8, "left": 8, "bottom": 8, "right": 8}}, "items": ["#)
    for index in 0..<20 {
      append(index == 0 ? "" : ", ")
      append(#"{"title": "Card \#(index)", "image": "images/\#((index + 3) % 16).png", "#)
      append(#""size": {"width": 160, "height": 120}}"#)
    }
    append("]},\n{\"kind\":\"list\",\"items\":[\n")
    for index in 0..<itemCount {
      append(#"{"title": "Item \#(index)", "subtitle": "Subtitle of item \#(index)", "#)
      append(#""image": "images/\#(index % 16).png", "action": "item:\#(index)"}"#)
      append(index + 1 < itemCount ? ",\n" : "\n")
    }
    append("]}]}\n")
    self.bytes = bytes
  }
}
