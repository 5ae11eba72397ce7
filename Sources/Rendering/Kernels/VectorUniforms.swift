/// The bytes of a uniform block that consists of vectors.
struct VectorUniforms {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ x: Int, _ y: Int, _ z: Int, _ w: Int) {
        for value in [x, y, z, w] { withUnsafeBytes(of: Int32(value)) { bytes += $0 } }
    }

    mutating func add(_ x: Float, _ y: Float, _ z: Float, _ w: Float) {
        for value in [x, y, z, w] { withUnsafeBytes(of: value) { bytes += $0 } }
    }
}
