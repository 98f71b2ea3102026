import SpotsModel

/// Screens with values of wrong types, or out of range.
extension BrokenScreen {
  static let values: [BrokenScreen] = [
    BrokenScreen(
      "17",
      line: 1, column: 1, .error, .typeMismatch, "",
      "expected an object with 'components' or an array of components, not the number 17"),
    BrokenScreen(
      #""x""#,
      line: 1, column: 1, .error, .typeMismatch, "",
      "expected an object with 'components' or an array of components, not the string 'x'"),
    BrokenScreen(
      "null",
      line: 1, column: 1, .error, .typeMismatch, "",
      "expected an object with 'components' or an array of components, not null"),
    BrokenScreen(
      #"{"title":"a"}"#,
      line: 1, column: 1, .error, .typeMismatch, "",
      "no 'components': a screen needs an array of them"),
    BrokenScreen(
      #"{"components":null}"#,
      line: 1, column: 1, .error, .typeMismatch, "",
      "no 'components': a screen needs an array of them"),
    BrokenScreen(
      #"{"components":{}}"#,
      line: 1, column: 15, .error, .typeMismatch, "/components",
      "'components' expects an array of components, not an object"),
    BrokenScreen(
      #"{"components":"x"}"#,
      line: 1, column: 15, .error, .typeMismatch, "/components",
      "'components' expects an array of components, not the string 'x'"),
    BrokenScreen(
      "[1,{}]",
      line: 1, column: 2, .error, .typeMismatch, "/0",
      "expected a component, not the number 1"),
    BrokenScreen(
      #"{"components":[{"items":[{"visible-when":{"name":"a","one-of":7}}]}]}"#,
      line: 1, column: 63, .error, .typeMismatch,
      "/components/0/items/0/visible-when/one-of",
      "'one-of' expects an array of values, not the number 7"),
    BrokenScreen(
      #"{"components":[{"items":["x",{"title":"a"}]}]}"#,
      line: 1, column: 26, .error, .typeMismatch, "/components/0/items/0",
      "expected an item, not the string 'x'"),
    BrokenScreen(
      #"{"components":[{"items":{}}]}"#,
      line: 1, column: 25, .error, .typeMismatch, "/components/0/items",
      "'items' expects an array of items, not an object"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":"abc"}}]}"#,
      line: 1, column: 34, .error, .typeMismatch, "/components/0/layout/span",
      "'span' expects a number, not the string 'abc'"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":"3"}}]}"#,
      line: 1, column: 34, .warning, .typeMismatch, "/components/0/layout/span",
      "'span' expects a number; the string '3' is taken as a number"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":true}}]}"#,
      line: 1, column: 34, .error, .typeMismatch, "/components/0/layout/span",
      "'span' expects a number, not true"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":[1]}}]}"#,
      line: 1, column: 34, .error, .typeMismatch, "/components/0/layout/span",
      "'span' expects a number, not an array"),
    BrokenScreen(
      #"{"components":[{"layout":"x"}]}"#,
      line: 1, column: 26, .error, .typeMismatch, "/components/0/layout",
      "'layout' expects an object, not the string 'x'"),
    BrokenScreen(
      #"{"components":[{"items":[{"title":12.50}]}]}"#,
      line: 1, column: 35, .warning, .typeMismatch, "/components/0/items/0/title",
      "'title' expects a string; the number 12.50 is taken as its text"),
    BrokenScreen(
      #"{"components":[{"items":[{"title":{}}]}]}"#,
      line: 1, column: 35, .error, .typeMismatch, "/components/0/items/0/title",
      "'title' expects a string, not an object"),
    BrokenScreen(
      #"{"components":[{"items":[{"title":false}]}]}"#,
      line: 1, column: 35, .error, .typeMismatch, "/components/0/items/0/title",
      "'title' expects a string, not false"),
    BrokenScreen(
      #"{"components":[{"items":[{"identifier":true}]}]}"#,
      line: 1, column: 40, .error, .typeMismatch, "/components/0/items/0/identifier",
      "'identifier' expects an integer or a string, not true"),
    BrokenScreen(
      #"{"components":[{"items":[{"identifier":1.5}]}]}"#,
      line: 1, column: 40, .error, .typeMismatch, "/components/0/items/0/identifier",
      "'identifier' expects an integer or a string, not the number 1.5"),
    BrokenScreen(
      #"{"components":[{"items":[{"identifier":9223372036854775808}]}]}"#,
      line: 1, column: 40, .error, .typeMismatch, "/components/0/items/0/identifier",
      "'identifier' expects an integer or a string, not the number 9223372036854775808"),
    BrokenScreen(
      #"{"components":[{"identifier":7}]}"#,
      line: 1, column: 30, .warning, .typeMismatch, "/components/0/identifier",
      "'identifier' expects a string; the number 7 is taken as its text"),
    BrokenScreen(
      #"{"components":[{"layout":{"dynamic-span":"true"}}]}"#,
      line: 1, column: 42, .error, .typeMismatch, "/components/0/layout/dynamic-span",
      "'dynamic-span' expects true or false, not the string 'true'"),
    BrokenScreen(
      #"{"components":[{"layout":{"dynamic-height":false}}]}"#,
      line: 1, column: 44, .warning, .outOfRange, "/components/0/layout/dynamic-height",
      "'dynamic-height' is false but 'size' has no height; the component is as high as its content"),
    BrokenScreen(
      #"{"components":[{"layout":{"infinite-scrolling":1}}]}"#,
      line: 1, column: 48, .error, .typeMismatch, "/components/0/layout/infinite-scrolling",
      "'infinite-scrolling' expects true or false, not the number 1"),
    BrokenScreen(
      #"{"components":[{"interaction":{"paginate":"pages"}}]}"#,
      line: 1, column: 43, .error, .typeMismatch, "/components/0/interaction/paginate",
      "'paginate' expects 'disabled', 'item' or 'page', not 'pages'; did you mean 'page'?"),
    BrokenScreen(
      #"{"components":[{"layout":{"page-indicator":"x"}}]}"#,
      line: 1, column: 44, .error, .typeMismatch, "/components/0/layout/page-indicator",
      "'page-indicator' expects 'none', 'below' or 'overlay', not 'x'"),
    BrokenScreen(
      #"{"components":[{"layout":{"items-per-row":1.5}}]}"#,
      line: 1, column: 43, .error, .typeMismatch, "/components/0/layout/items-per-row",
      "'items-per-row' expects a whole number, not 1.5"),
    BrokenScreen(
      #"{"components":[{"layout":{"items-per-row":0}}]}"#,
      line: 1, column: 43, .warning, .outOfRange, "/components/0/layout/items-per-row",
      "'items-per-row' must be at least 1, not 0"),
    BrokenScreen(
      #"{"components":[{"layout":{"items-per-row":1e400}}]}"#,
      line: 1, column: 43, .warning, .outOfRange, "/components/0/layout/items-per-row",
      "'items-per-row' must be at most 1000, not 1e400"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":-1}}]}"#,
      line: 1, column: 34, .warning, .outOfRange, "/components/0/layout/span",
      "'span' must be at least 0, not -1"),
    BrokenScreen(
      #"{"components":[{"layout":{"span":1e400}}]}"#,
      line: 1, column: 34, .warning, .outOfRange, "/components/0/layout/span",
      "'span' must be at most 1000000, not 1e400"),
    BrokenScreen(
      #"{"components":[{"layout":{"inset":{"left":-8}}}]}"#,
      line: 1, column: 43, .warning, .outOfRange, "/components/0/layout/inset/left",
      "'left' must be at least 0, not -8"),
    BrokenScreen(
      #"{"components":[{"items":[{"size":{"width":1e308}}]}]}"#,
      line: 1, column: 43, .warning, .outOfRange, "/components/0/items/0/size/width",
      "'width' must be at most 10000000, not 1e308"),
    BrokenScreen(
      #"{"components":[],"meta":{"a":-1e400}}"#,
      line: 1, column: 30, .warning, .outOfRange, "/meta/a",
      "-1e400 is cut to the largest number there is"),
    BrokenScreen(
      #"{"components":[{"layout":{"inset":true}}]}"#,
      line: 1, column: 35, .error, .typeMismatch, "/components/0/layout/inset",
      "'inset' expects an object, not true"),
    BrokenScreen(
      #"{"components":[{"layout":{"inset":[1,2,3]}}]}"#,
      line: 1, column: 35, .error, .typeMismatch, "/components/0/layout/inset",
      "'inset' expects 2 or 4 numbers in brackets, not 3"),
    BrokenScreen(
      #"{"components":[{"items":[{"size":[1]}]}]}"#,
      line: 1, column: 34, .error, .typeMismatch, "/components/0/items/0/size",
      "'size' expects 2 numbers in brackets, not 1"),
    BrokenScreen(
      #"{"components":[{"items":[{"meta":[]}]}]}"#,
      line: 1, column: 34, .error, .typeMismatch, "/components/0/items/0/meta",
      "'meta' expects an object, not an array"),
    BrokenScreen(
      #"{"components":[{"items":[{"relations":[]}]}]}"#,
      line: 1, column: 39, .error, .typeMismatch, "/components/0/items/0/relations",
      "'relations' expects an object of arrays of items, not an array"),
    BrokenScreen(
      #"{"components":[{"items":[{"relations":{"a":{}}}]}]}"#,
      line: 1, column: 44, .error, .typeMismatch, "/components/0/items/0/relations/a",
      "'a' expects an array of items, not an object"),
    BrokenScreen(
      #"{"components":[{"items":[{"children":{}}]}]}"#,
      line: 1, column: 38, .error, .typeMismatch, "/components/0/items/0/children",
      "'children' expects an array of components, not an object"),
    BrokenScreen(
      #"{"components":[{"items":[{"children":[{"layout":{"span":false}}]}]}]}"#,
      line: 1, column: 57, .error, .typeMismatch, "/components/0/items/0/children/0/layout/span",
      "'span' expects a number, not false"),
    BrokenScreen(
      #"{"components":[],"theme":{"accent":"blue"}}"#,
      line: 1, column: 36, .error, .typeMismatch, "/theme/accent",
      "'accent' expects a color such as '#2458D6', not the string 'blue'"),
    BrokenScreen(
      ##"{"components":[],"theme":{"acent":"#112233"}}"##,
      line: 1, column: 27, .warning, .unknownKey, "/theme/acent",
      "unknown color role 'acent'; did you mean 'accent'?"),
    BrokenScreen(
      #"{"components":[],"theme":{"accent":1}}"#,
      line: 1, column: 36, .error, .typeMismatch, "/theme/accent",
      "'accent' expects a color such as '#2458D6', not the number 1"),
    BrokenScreen(
      #"{"components":[],"theme":[]}"#,
      line: 1, column: 26, .error, .typeMismatch, "/theme",
      "'theme' expects an object of colors, not an array"),
  ]
}
