extension Settings {
    /// Six filters to offer first: those added most often (more than once), then commonly needed ones.
    var oftenUsedFilters: [String] {
        let counts = usedFilters.filter { $0.value > 1 }
        let own = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
        let usual = ["black-white", "gaussian-blur", "ntsc", "vignette", "film-grain", "tone-curve"]
        return Array((own + usual.filter { !own.contains($0) }).prefix(6))
    }
}
