extension XMPPacket {
    private static let recipeNamespace = "https://glintapp.github.io/ns/recipe/1.0/"
    private static let recipeName = "glint:recipe"
    private static let versionName = "glint:version"

    /// The text of the recipe that Glint stored in the packet; nil if there is none.
    static func recipe(in packet: [UInt8]) -> String? {
        let start = Array("<\(recipeName)>".utf8)
        let end = Array("</\(recipeName)>".utf8)
        guard let position = packet[...].firstStart(of: start),
            let length = packet[(position + start.count)...].firstStart(of: end)
        else { return nil }
        let text = String(decoding: packet[(position + start.count)..<length], as: UTF8.self)
        // The ampersand is replaced last, since doing it earlier could create new entity references.
        return entities.reversed().reduce(text) { $0.replacing($1.entity, with: $1.character) }
    }

    /// The packet with the recipe added, replacing any existing one; a new packet if there is none. Nil if
    /// the packet is not structured as expected.
    static func keeping(recipe: String, version: String, in packet: [UInt8]?) -> [UInt8]? {
        let packet = packet ?? empty
        let names = [recipeName, versionName].map { Array($0.utf8) }
        guard let old = removing(names, from: packet), let end = old[...].lastStart(of: rdfEnd) else {
            return nil
        }
        let description = """
            <rdf:Description rdf:about="" xmlns:glint="\(recipeNamespace)">\
            <\(versionName)>\(escaped(version))</\(versionName)>\
            <\(recipeName)>\(escaped(recipe))</\(recipeName)></rdf:Description>
            """
        return Array(old[..<end]) + Array(description.utf8) + Array(old[end...])
    }

    private static let entities = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")].map {
        (character: $0.0, entity: $0.1)
    }

    private static func escaped(_ text: String) -> String {
        entities.reduce(text) { $0.replacing($1.character, with: $1.entity) }
    }

    private static var empty: [UInt8] {
        wrapped(
            Array(
                """
                <x:xmpmeta xmlns:x="adobe:ns:meta/">\
                <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>
                """.utf8))
    }
}

extension Metadata {
    /// The JSON of the recipe that the picture was made with, if the file contains it.
    public var recipe: String? { xmp.flatMap(XMPPacket.recipe) }
}
