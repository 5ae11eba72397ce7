/// Locations in XMP packets (XMP specification, part 2, and IPTC Photo Metadata 2023.1).
enum LocationInXMP {
    /// Prefixes of property names, by namespace.
    private static let beginnings = [
        XMPNamespace.photoshop: ["City", "State", "Country"],
        XMPNamespace.iptcCore: ["Location", "CountryCode"],
        XMPNamespace.iptcExtension: [
            "Location", "City", "Sublocation", "ProvinceState", "Country", "WorldRegion",
        ],
        XMPNamespace.dynamicMedia: ["shotLocation"],
        XMPNamespace.drone: ["AbsoluteAltitude", "RelativeAltitude"],
        XMPNamespace.dublinCore: ["coverage"],
        XMPNamespace.earth: [""],
    ]

    /// Properties that contain keywords, either as list items or together in one text.
    private static let keywords: [String: Set<String>] = [
        XMPNamespace.dublinCore: ["subject"], XMPNamespace.lightroom: ["hierarchicalSubject"],
        XMPNamespace.pdf: ["Keywords"], XMPNamespace.digiKam: ["TagsList"],
        XMPNamespace.microsoftTags: ["LastKeywordXMP", "LastKeywordIPTC"],
    ]

    /// The packet without locations; nil if it is not well-formed XML, in which they cannot be identified.
    static func removed(from packet: [UInt8]) -> [UInt8]? {
        guard let properties = XMPProperties(packet) else { return nil }
        return properties.removing { property in
            let isNamed =
                beginnings[property.namespace]?.contains(where: property.name.hasPrefix) == true
                || LocationWords.isIn(name: property.name)
            return isNamed
                || isOfKeywords(property, in: properties)
                    && LocationWords.isIn(value: properties.text(property))
        }
    }

    /// True if a property is an item in a list of keywords, or contains keywords as text.
    private static func isOfKeywords(_ property: XMPProperties.Property, in properties: XMPProperties) -> Bool
    {
        func isList(_ property: XMPProperties.Property) -> Bool {
            keywords[property.namespace]?.contains(property.name) == true
        }
        // An item's parent is a bag, whose parent is the property.
        let isItem = property.namespace == XMPNamespace.rdf && property.name == "li"
        guard isItem else { return isList(property) && !properties.hasElements(in: property) }
        let bag = property.parent.map { properties.all[$0] }
        return bag?.parent.map { isList(properties.all[$0]) } ?? false
    }
}
