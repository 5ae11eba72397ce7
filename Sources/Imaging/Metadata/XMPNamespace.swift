/// The namespaces of properties that Glint recognizes.
enum XMPNamespace {
    static let rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    static let xmp = "http://ns.adobe.com/xap/1.0/"
    static let xmpImage = "http://ns.adobe.com/xap/1.0/g/img/"
    static let dublinCore = "http://purl.org/dc/elements/1.1/"
    static let exif = "http://ns.adobe.com/exif/1.0/"
    static let exifEx = "http://cipa.jp/exif/1.0/"
    static let tiff = "http://ns.adobe.com/tiff/1.0/"
    static let pdf = "http://ns.adobe.com/pdf/1.3/"
    static let photoshop = "http://ns.adobe.com/photoshop/1.0/"
    static let lightroom = "http://ns.adobe.com/lightroom/1.0/"
    static let iptcCore = "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
    static let iptcExtension = "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
    static let dynamicMedia = "http://ns.adobe.com/xmp/1.0/DynamicMedia/"
    static let drone = "http://www.dji.com/drone-dji/1.0/"
    static let earth = "http://www.w3.org/2003/01/geo/wgs84_pos#"
    static let adobeGainMap = "http://ns.adobe.com/hdr-gain-map/1.0/"
    static let appleGainMap = "http://ns.apple.com/HDRGainMap/1.0/"
    static let googleImage = "http://ns.google.com/photos/1.0/image/"
    static let googleDepth = "http://ns.google.com/photos/1.0/depthmap/"
    static let googleCamera = "http://ns.google.com/photos/1.0/camera/"
    static let googleContainer = "http://ns.google.com/photos/1.0/container/"
    static let googlePanorama = "http://ns.google.com/photos/1.0/panorama/"
    static let regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    static let microsoftPhoto = "http://ns.microsoft.com/photo/1.2/"
    static let microsoftTags = "http://ns.microsoft.com/photo/1.0/"
    static let acdseeRegions = "http://ns.acdsee.com/regions/"
    static let digiKam = "http://www.digikam.org/ns/1.0/"

    /// The usual prefixes, for hand-edited packets that forget to declare them.
    static let usual = [
        "rdf": rdf, "xmp": xmp, "xmpGImg": xmpImage, "dc": dublinCore, "exif": exif, "exifEX": exifEx,
        "tiff": tiff, "pdf": pdf, "photoshop": photoshop, "lr": lightroom, "Iptc4xmpCore": iptcCore,
        "Iptc4xmpExt": iptcExtension, "xmpDM": dynamicMedia, "drone-dji": drone, "geo": earth,
        "hdrgm": adobeGainMap, "HDRGainMap": appleGainMap, "GImage": googleImage, "GDepth": googleDepth,
        "GCamera": googleCamera, "Container": googleContainer, "GPano": googlePanorama, "mwg-rs": regions,
        "MP": microsoftPhoto, "MicrosoftPhoto": microsoftTags, "acdsee-rs": acdseeRegions,
        "digiKam": digiKam,
    ]
}
