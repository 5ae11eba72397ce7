import Testing
import Localization

/// Texts are looked up by their English form in the code, and arguments are inserted in the order that the
/// translation specifies.
@Suite struct TranslationTests {
    private func translation(
        _ texts: [String: String], isRightToLeft: Bool = false
    ) -> Translation {
        Translation(
            text: { key, context in texts[context.map { "\($0)|\(key)" } ?? key] },
            plural: { one, other, count in texts["\(one)|\(other)|\(count)"] },
            isRightToLeft: isRightToLeft, decimalSeparator: ",")
    }

    @Test func whatIsPutInGoesWhereTheLanguageHasIt() {
        let german = translation(["Copy %1$@ to %2$@": "Nach %2$@ kopieren: %1$@"])
        let text = german.text(of: "Copy \("a.png") to \("b")", context: nil)
        #expect(text == "Nach b kopieren: a.png")
    }

    @Test func whatIsPutInIsNotReadAsAMark() {
        let other = translation(["%1$@ of %2$@": "%2$@: %1$@"])
        #expect(other.text(of: "\("%2$@") of \("%1$@ 100 %")", context: nil) == "%1$@ 100 %: %2$@")
        let phrase: Phrase = "\("%2$@") of \(3) %"
        #expect(phrase.english == "%2$@ of 3 %")
    }

    @Test func aTenthMarkIsNotTheFirst() {
        let phrase: Phrase = "\(1)\(2)\(3)\(4)\(5)\(6)\(7)\(8)\(9)\("x")"
        #expect(phrase.key.hasSuffix("%9$@%10$@"))
        #expect(phrase.english == "123456789x")
    }

    @Test func contextsDistinguishTheSameEnglishWords() {
        let german = translation(["Record": "Datensatz", "verb|Record": "Aufnehmen"])
        #expect(german.text(of: "Record", context: "verb") == "Aufnehmen")
        #expect(german.text(of: "Record", context: nil) == "Datensatz")
        #expect(german.text(of: "Record", context: "noun") == nil)
    }

    @Test func numbersHaveThePluralFormOfTheLanguage() {
        let few = translation(["a file|%1$@ files|3": "%1$@ soubory"])
        #expect(few.text(of: "a file", "\(3) files", count: 3) == "3 soubory")
        #expect(trn("a file", "\(1) files", count: 1) == "a file")
        #expect(trn("a file", "\(0) files", count: 0) == "0 files")
    }

    @Test func namesKeepToThemselvesInTextFromRightToLeft() {
        let arabic = translation(["%1$@ of %2$@": "%1$@ من %2$@"], isRightToLeft: true)
        #expect(
            arabic.text(of: "\(2) of \("a (1).png")", context: nil)
                == "\u{2068}2\u{2069} من \u{2068}a (1).png\u{2069}")
    }

    @Test func aWidthStaysToTheLeftOfItsHeight() {
        let arabic = translation(["%1$@ × %2$@ pixels": "%1$@ × %2$@ بكسل"], isRightToLeft: true)
        let text = arabic.text(of: "\(640) × \(480) pixels", context: nil)
        #expect(text == "\u{2066}\u{2068}640\u{2069} × \u{2068}480\u{2069}\u{2069} بكسل")
    }

    @Test func withoutALanguageAllIsEnglishWithPoints() {
        #expect(tr("Save \("x")") == "Save x")
        #expect(translated("Saturation", context: "filter") == "Saturation")
        #expect(spelled(-0.5, places: 2) == "-0.50")
        #expect(alternatives(["a", "b", "c"]) == "a, b or c" && alternatives(["a"]) == "a")
    }
}
