import Glibc

/// Color code points of ITU-T H.273, as used by PNG's cICP chunk, the nclx box of AVIF and HEIF, and JPEG XL.
struct CodePoints: Equatable {
    let primaries: Int
    let transfer: Int

    /// Nil if unspecified, or not applicable to pictures for viewing.
    func colors(isGray: Bool) -> FileColors? {
        if let range {
            // BT.2100 uses BT.2020's primaries unless others are specified.
            let stated = primaries == 2 ? nil : knownPrimaries
            return .highDynamicRange(range, primaries: stated ?? .rec2020)
        }
        guard let curve, let known = isGray ? .sRGB : knownPrimaries else { return nil }
        if case .sRGB = curve, known == .sRGB { return .space(.sRGB) }
        return .space(ColorSpace(name: name, primaries: known, curve: curve, isOfGray: isGray))
    }

    private var range: HighDynamicRange? { transfer == 16 ? .pq : transfer == 18 ? .hlg : nil }

    private var name: String {
        switch primaries {
        case 9: "Rec. 2020"
        case 12: "Display P3"
        default: "From code points \(primaries) and \(transfer)"
        }
    }

    /// H.273, table 2; unspecified primaries are treated as sRGB.
    private var knownPrimaries: Primaries? {
        let d65 = SIMD2(0.3127, 0.3290)
        return switch primaries {
        case 1, 2: .sRGB
        case 4:
            Primaries(
                red: SIMD2(0.67, 0.33), green: SIMD2(0.21, 0.71), blue: SIMD2(0.14, 0.08),
                white: SIMD2(0.310, 0.316))
        case 5:
            Primaries(red: SIMD2(0.64, 0.33), green: SIMD2(0.29, 0.60), blue: SIMD2(0.15, 0.06), white: d65)
        case 6, 7:
            Primaries(
                red: SIMD2(0.630, 0.340), green: SIMD2(0.310, 0.595), blue: SIMD2(0.155, 0.070), white: d65)
        case 9: .rec2020
        case 11:
            Primaries(
                red: SIMD2(0.680, 0.320), green: SIMD2(0.265, 0.690), blue: SIMD2(0.150, 0.060),
                white: SIMD2(0.314, 0.351))
        case 12: .displayP3
        default: nil
        }
    }

    /// H.273, table 3. Files marked as BT.709 or similar expect a display's response (ITU-R BT.1886), which
    /// picture viewers treat as sRGB.
    private var curve: GeneratedCurve? {
        switch transfer {
        case 1, 2, 6, 13, 14, 15: .sRGB
        case 4: .power(2.2)
        case 5: .power(2.8)
        case 8: .power(1)
        default: nil
        }
    }
}
