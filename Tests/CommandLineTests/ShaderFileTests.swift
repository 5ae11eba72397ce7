import Foundation
import TestSupport
import Testing

/// Shader files made for other programs, on the command line.
@Suite struct ShaderFileTests {
    private static let half = """
        /*{"CREDIT": "by a test", "INPUTS": [
            {"NAME": "inputImage", "TYPE": "image"},
            {"NAME": "blend", "TYPE": "float", "DEFAULT": 0.5, "MIN": 0, "MAX": 1}
        ]}*/
        void main() { gl_FragColor = vec4(IMG_THIS_PIXEL(inputImage).rgb * blend, 1.0); }
        """

    private func run(in folder: TemporaryFolder, _ arguments: String...) throws -> Run {
        try glint(
            in: folder, prefix: "XDG_DATA_HOME=\"$PWD/data\" XDG_CACHE_HOME=\"$PWD/cache\" exec",
            arguments: arguments)
    }

    /// The largest difference in levels between a result and the picture times a factor.
    private func difference(of name: String, from factor: Double, in folder: TemporaryFolder) throws -> Double
    {
        let printed = try python(
            in: folder,
            "print(abs(load('\(name)')[..., :3].astype(float) - load('a.png')[..., :3] * \(factor)).max())")
        return Double(printed.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
    }

    @Test func aFileNamedOnTheCommandLineOrInARecipeHasItsOwnParameters() throws {
        let folder = try folderWithPicture()
        try folder.write(Self.half, to: "half.fs")
        let plain = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "shader", "file=half.fs")
        #expect(plain.status == 0 && plain.errors.isEmpty, "\(plain.errors)")
        #expect(try difference(of: "b.png", from: 0.5, in: folder) <= 1)
        // An input named like a setting of all stages gets an underscore, and that setting keeps its meaning.
        let set = try run(
            in: folder, "render", "a.png", "-o", "c.png", "--", "shader", "file=half.fs", "blend_=0.25",
            "blend=normal")
        #expect(set.status == 0 && set.errors.isEmpty, "\(set.errors)")
        #expect(try difference(of: "c.png", from: 0.25, in: folder) <= 1)
        try folder.write(
            #"{"glint": 1, "filters": [{"id": "shader", "parameters": {"file": "half.fs", "blend_": 0.75}}]}"#,
            to: "recipe.json")
        let recipe = try run(in: folder, "render", "a.png", "-o", "d.png", "--recipe", "recipe.json")
        #expect(recipe.status == 0 && recipe.errors.isEmpty, "\(recipe.errors)")
        #expect(try difference(of: "d.png", from: 0.75, in: folder) <= 1)
    }

    @Test func mistakesNameTheFileItsLineAndItsParameters() throws {
        let folder = try folderWithPicture()
        try folder.write(Self.half.replacingOccurrences(of: "* blend", with: "* blind"), to: "broken.fs")
        try folder.write(Self.half, to: "half.fs")
        let broken = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "shader", "file=broken.fs")
        #expect(broken.status == 1)
        #expect(broken.errors.contains("broken.fs:5:"), "\(broken.errors)")
        let missing = try run(
            in: folder, "render", "a.png", "-o", "b.png", "--", "shader", "file=none.fs", "level=1")
        #expect(missing.status == 1 && missing.errors.contains("none.fs"), "\(missing.errors)")
        let unknown = try run(
            in: folder, "render", "a.png", "-o", "b.png", "--", "shader", "file=half.fs", "blend_=2")
        #expect(unknown.status == 2 && unknown.errors.contains("from 0 to 1"), "\(unknown.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.file("b.png")))
    }

    @Test func theStageOfAMissingFileIsSkippedWithAMessage() throws {
        let folder = try folderWithPicture()
        try folder.write(
            #"""
            {"glint": 1, "filters": [
                {"id": "invert"}, {"id": "shader", "parameters": {"file": "none.fs", "level": 3}}]}
            """#, to: "recipe.json")
        let run = try run(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "recipe.json")
        #expect(run.status == 0 && run.errors.contains("none.fs cannot be found"), "\(run.errors)")
        let isInverted = try python(
            in: folder, "print((load('b.png').astype(int) + load('a.png') == 255).all())")
        #expect(isInverted == "True\n")
    }

    @Test func aRecipeWithTheTextOfAShaderNeedsNoFile() throws {
        let folder = try folderWithPicture()
        let elsewhere = try temporaryFolder()
        let (fragment, vertex) = (
            """
            /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]}*/
            varying float factor;
            void main() { gl_FragColor = vec4(IMG_THIS_PIXEL(inputImage).rgb * factor, 1.0); }
            """, "varying float factor;\nvoid main() { isf_vertShaderInit(); factor = 0.5; }"
        )
        try folder.write(fragment, to: "half.fs")
        try folder.write(vertex, to: "half.vs")
        let kept = try run(
            in: folder, "render", "a.png", "-o", "kept.png", "--embed-shaders", "--", "shader", "file=half.fs"
        )
        #expect(kept.status == 0 && kept.errors.isEmpty, "\(kept.errors)")
        let read = try python(
            in: folder,
            """
            import hashlib, html, json, re
            packet = Image.open("kept.png").info["XML:com.adobe.xmp"]
            recipe = json.loads(re.search(r"<glint:recipe>(.*?)</glint:recipe>", packet, re.S)[1]
                .replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&"))
            json.dump(recipe, open("\(elsewhere.file("recipe.json"))", "w"))
            stage = recipe["filters"][0]
            texts = open("half.fs").read() + "\\0" + open("half.vs").read()
            digest = hashlib.sha256(texts.encode()).hexdigest()
            print(stage["parameters"]["file"], stage["shader"]["sha256"] == digest)
            """)
        #expect(read == "half.fs True\n")
        let made = try run(
            in: elsewhere, "render", folder.file("a.png"), "-o", folder.file("b.png"), "--recipe",
            "recipe.json")
        #expect(made.status == 0 && made.errors.isEmpty, "\(made.errors)")
        #expect(try difference(of: "b.png", from: 0.5, in: folder) <= 1)
    }

    @Test func filesOfARecipeAreFoundBesideItAndOtherVersionsAreNoticed() throws {
        let folder = try folderWithPicture()
        try FileManager.default.createDirectory(
            atPath: folder.file("recipes/shaders"), withIntermediateDirectories: true)
        try folder.write(Self.half, to: "recipes/shaders/half.fs")
        try folder.write(
            #"""
            {"glint": 1, "filters": [
                {"id": "shader", "parameters": {"file": "shaders/half.fs"}, "shader": {"sha256": "0"}}]}
            """#, to: "recipes/recipe.json")
        let run = try run(in: folder, "render", "a.png", "-o", "b.png", "--recipe", "recipes/recipe.json")
        #expect(run.status == 0 && run.errors.contains("is not the version"), "\(run.errors)")
        #expect(try difference(of: "b.png", from: 0.5, in: folder) <= 1)
    }

    @Test func filesInTheFolderOfFiltersAreFiltersNamedAfterThem() throws {
        let folder = try folderWithPicture()
        try FileManager.default.createDirectory(
            atPath: folder.file("data/glint/filters"), withIntermediateDirectories: true)
        try folder.write(Self.half, to: "data/glint/filters/Half_Light.fs")
        let hook = "//!HOOK MAIN\n//!BIND HOOKED\nvec4 hook() { return HOOKED_tex(HOOKED_pos) * 0.25; }\n"
        try folder.write(hook, to: "data/glint/filters/quarter.glsl")
        let list = try run(in: folder, "filters")
        #expect(list.output.contains("half-light") && list.output.contains("by a test"), "\(list.output)")
        let run = try run(in: folder, "render", "a.png", "-o", "b.png", "--", "half-light", "quarter")
        #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
        #expect(try difference(of: "b.png", from: 0.125, in: folder) <= 1)
    }

    @Test func aPersistentBufferHasTheContentOfTheFrameBefore() throws {
        let folder = try temporaryFolder()
        try folder.write(
            """
            /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}],
                "PASSES": [{"TARGET": "kept", "PERSISTENT": true, "FLOAT": true}, {}]}*/
            void main() {
                if (PASSINDEX == 1) gl_FragColor = IMG_THIS_PIXEL(kept);
                else gl_FragColor = mix(
                    IMG_THIS_PIXEL(inputImage), IMG_THIS_PIXEL(kept), FRAMEINDEX == 0 ? 0.0 : 0.75);
            }
            """, to: "trail.fs")
        let made = try python(
            in: folder,
            """
            import subprocess
            command = "ffmpeg -v error -f lavfi -i testsrc2=size=64x48:rate=10:duration=1 -c:v ffv1 -pix_fmt bgr0"
            subprocess.run(command.split() + ["in.mkv"], check=True)
            print("made")
            """)
        #expect(made == "made\n")
        let run = try run(
            in: folder, "render", "in.mkv", "-o", "out.mkv", "--video-codec", "ffv1", "--", "shader",
            "file=trail.fs")
        #expect(run.status == 0, "\(run.errors)")
        let isClose = try python(
            in: folder,
            """
            import subprocess
            def frames(name):
                command = f"ffmpeg -v error -i {name} -pix_fmt rgb24 -f rawvideo -"
                raw = subprocess.run(command.split(), capture_output=True, check=True).stdout
                return np.frombuffer(raw, 'u1').reshape(-1, 48, 64, 3).astype(float)
            before, after = frames('in.mkv'), frames('out.mkv')
            kept = before[0]
            worst = 0
            for number, frame in enumerate(before):
                if number: kept = 0.25 * frame + 0.75 * kept
                worst = max(worst, abs(kept - after[number]).mean())
            print(len(before) == len(after) == 10, worst < 3)
            """)
        #expect(isClose == "True True\n")
        let one = try self.run(
            in: folder, "render", "in.mkv", "-o", "one.png", "--frame", "3", "--", "shader", "file=trail.fs")
        #expect(one.status == 1 && one.errors.contains("frames before it"), "\(one.errors)")
    }
}
