/// Names after one another; of many the first few, and how many more there are.
package func abridged(_ names: [String], most: Int) -> String {
    let shown = listed(Array(names.prefix(most)))
    let rest = names.count - most
    return rest > 0 ? trn("\(shown) and \(rest) more", "\(shown) and \(rest) more", count: rest) : shown
}
