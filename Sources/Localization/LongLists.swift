/// A list of names; a long list is shortened to the first few names and the number of the others.
package func abridged(_ names: [String], maximum: Int) -> String {
    let shown = listed(Array(names.prefix(maximum)))
    let rest = names.count - maximum
    return rest > 0 ? trn("\(shown) and \(rest) more", "\(shown) and \(rest) more", count: rest) : shown
}
