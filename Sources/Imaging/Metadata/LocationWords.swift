/// The words by which a place is recognized in names and values that no standard tells.
enum LocationWords {
    private static let parts = ["gps", "latitude", "longitude", "iso6709", "geotag", "geolocation"]
    /// Words of a keyword of PNG texts.
    private static let words: Set = [
        "location", "city", "sublocation", "state", "province", "country", "place", "coordinates", "geo",
        "latitude", "longitude",
    ]
    /// How Flickr and others write coordinates among keywords, and that there are some.
    private static let marks = ["geo:lat", "geo:lon"]
    private static let notice = "geotagged"

    /// Whether a property's name says where something was taken.
    static func isIn(name: String) -> Bool {
        let name = name.lowercased()
        return parts.contains(where: name.contains)
    }

    /// Whether a keyword of a text does.
    static func isIn(keyword: String) -> Bool {
        let name = keyword.lowercased()
        return parts.contains(where: name.contains)
            || name.split(whereSeparator: { !$0.isLetter }).contains { words.contains(String($0)) }
    }

    /// Whether a keyword, or a text with several, has a coordinate.
    static func isIn(value: String) -> Bool {
        let value = value.lowercased()
        return marks.contains(where: value.contains) || value.drop(while: \.isWhitespace) == notice
    }
}
