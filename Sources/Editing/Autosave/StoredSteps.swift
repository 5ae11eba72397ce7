import System
import Filters
import FoundationEssentials
import Imaging

/// The undoable changes of a picture, stored beside its edits: recipes with their titles.
struct StoredSteps {
    /// A unique identifier, also stored in the version to which the steps belong.
    let id: String
    let steps: EditHistory.Steps

    init(_ steps: EditHistory.Steps) {
        id = StoredVersion.makeIdentifier()
        self.steps = steps
    }

    /// Nil if the file is not intact, or belongs to another picture whose path has the same hash.
    init?(contentsOf path: String, of picture: String) {
        guard let text = try? TextFile.read(path),
            let file = try? JSONDecoder().decode(Form.self, from: Data(text.utf8)), file.picture == picture
        else { return nil }
        func read(_ steps: [Form.Step]) -> [EditHistory.Steps.Step] {
            // Each recipe is stored as text, so that an unreadable one does not affect the others.
            steps.compactMap { step in
                (try? Recipe(json: step.recipe, acceptsNewer: true)).map {
                    .init(title: step.title, recipe: $0)
                }
            }
        }
        id = file.id
        steps = EditHistory.Steps(past: read(file.past), future: read(file.future))
    }

    func text(of picture: String) -> String? {
        func form(_ steps: [EditHistory.Steps.Step]) -> [Form.Step] {
            steps.map { Form.Step(title: $0.title, recipe: $0.recipe.json) }
        }
        let file = Form(id: id, picture: picture, past: form(steps.past), future: form(steps.future))
        return (try? JSONEncoder().encode(file)).flatMap { String(data: $0, encoding: .utf8) }
    }

    private struct Form: Codable {
        let id: String
        let picture: String
        let past: [Step]
        let future: [Step]

        struct Step: Codable {
            let title: String
            let recipe: String
        }
    }
}
