/// A text field's text, its selection and its history, which outlive the view that shows them.
final class EditedField {
  var text: EditedText

  init(_ text: EditedText = EditedText()) {
    self.text = text
  }
}
