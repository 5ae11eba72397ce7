// room GlintKit
