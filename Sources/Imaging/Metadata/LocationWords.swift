/// The words by which a place is recognized in names and values that no standard tells.
enum LocationWords {
    private static let parts = ["gps", "latitude", "longitude", "iso6709", "geotag", "geolocation"]
    /// Words of a keyword of PNG texts.
    private static let words: Set = [
        "location", "city", "sublocation", "state", "province", "country", "place", "coordinates", "geo",
        "latitude", "longitude",
    ]
    /// How Flickr and others write coordinates as keywords.
    private static let marks = ["geo:", "geotagged"]

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

    /// Whether a value is a coordinate that stands among keywords.
    static func isIn(value: String) -> Bool {
        let value = value.lowercased().drop(while: \.isWhitespace)
        return marks.contains(where: value.hasPrefix)
    }
}
