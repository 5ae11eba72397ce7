/// Words that indicate a location in names and values that no standard defines.
enum LocationWords {
    private static let parts = ["gps", "latitude", "longitude", "iso6709", "geotag", "geolocation"]
    /// Words to look for in the keywords of PNG texts.
    private static let words: Set = [
        "location", "city", "sublocation", "state", "province", "country", "place", "coordinates", "geo",
        "latitude", "longitude",
    ]
    /// Coordinates among keywords in Flickr's syntax, and the keyword that announces them.
    private static let marks = ["geo:lat", "geo:lon"]
    private static let notice = "geotagged"

    /// True if a property's name indicates a location.
    static func isIn(name: String) -> Bool {
        let name = name.lowercased()
        return parts.contains(where: name.contains)
    }

    /// True if a text's keyword indicates a location.
    static func isIn(keyword: String) -> Bool {
        let name = keyword.lowercased()
        return parts.contains(where: name.contains)
            || name.split(whereSeparator: { !$0.isLetter }).contains { words.contains(String($0)) }
    }

    /// True if a keyword, or a text with several keywords, contains a coordinate.
    static func isIn(value: String) -> Bool {
        let value = value.lowercased()
        return marks.contains(where: value.contains) || value.drop(while: \.isWhitespace) == notice
    }
}
