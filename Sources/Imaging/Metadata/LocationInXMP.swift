/// The places in XMP packets (XMP specification part 2, and IPTC Photo Metadata 2023.1).
enum LocationInXMP {
    /// What the names of a namespace begin with.
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

    /// The packet without them; nil where it is no well-formed XML, in which none can be told.
    static func removed(from packet: [UInt8]) -> [UInt8]? {
        guard let properties = XMPProperties(packet) else { return nil }
        return properties.removing { property in
            let isNamed =
                beginnings[property.namespace]?.contains(where: property.name.hasPrefix) == true
                || LocationWords.isIn(name: property.name)
            let isKeyword = property.namespace == XMPNamespace.rdf && property.name == "li"
            return isNamed || isKeyword && LocationWords.isIn(value: properties.text(property))
        }
    }
}
