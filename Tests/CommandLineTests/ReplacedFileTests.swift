import Foundation
import TestSupport
import Testing

/// Saving over an existing file.
@Suite("Replaced files") struct ReplacedFileTests {
    /// Creates `in.png`, and `old.png` to save over, and provides tools for access control lists.
    private static let maker = """
        import stat, struct
        from PIL import Image
        Image.new("RGB", (4, 4), (10, 20, 30)).save("in.png")
        Image.new("RGB", (4, 4)).save("old.png")
        ACCESS, DEFAULT = "system.posix_acl_access", "system.posix_acl_default"
        OWNER, USER, GROUP, NAMED_GROUP, MASK, OTHER, NOBODY = 1, 2, 4, 8, 16, 32, 0xffffffff
        def put_list(path, *entries, name=ACCESS):
            rows = b"".join(struct.pack("<HHI", *entry) for entry in entries)
            os.setxattr(path, name, struct.pack("<I", 2) + rows)
        def list_of(path):
            data = os.getxattr(path, ACCESS)
            return [struct.unpack_from("<HHI", data, offset) for offset in range(4, len(data), 8)]
        def mode(path): return oct(stat.S_IMODE(os.stat(path).st_mode))

        """
    private static let list = """
        LIST = [(OWNER, 6, NOBODY), (USER, 4, 65534), (GROUP, 0, NOBODY), (MASK, 4, NOBODY), (OTHER, 0, NOBODY)]

        """
    /// Runs as a user who may neither write protected files nor give files away, even if the tests run as
    /// root.
    private static let asUser =
        geteuid() == 0 ? "setpriv --bounding-set=-dac_override,-dac_read_search,-chown" : ""

    private func check(prepare: String, prefix: String = "", after: String) throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + Self.list + prepare)
        let run = try glint(
            in: folder, prefix: prefix, "render", "in.png", "-y", "-o", "old.png", "--", "invert")
        #expect(run.status == 0, "\(run.errors)")
        let maker = Self.maker.split(separator: "\n").filter { !$0.contains("save(") }.joined(separator: "\n")
        try python(
            in: folder,
            maker + "\n" + Self.list + """
                assert Image.open("old.png").getpixel((0, 0)) == (245, 235, 225)
                """ + "\n" + after)
    }

    @Test("keep their access control list, so that no other user may read the new one")
    func accessList() throws {
        try check(
            prepare: "put_list('old.png', *LIST)",
            after: "assert list_of('old.png') == LIST, list_of('old.png')")
    }

    @Test("keep permissions without a list if new files of the folder have one")
    func defaultList() throws {
        try check(
            prepare: """
                os.chmod("old.png", 0o600)
                put_list(".", (OWNER, 7, NOBODY), (GROUP, 5, NOBODY), (NAMED_GROUP, 7, 60), (MASK, 7, NOBODY),
                         (OTHER, 0, NOBODY), name=DEFAULT)
                """,
            after:
                "assert mode('old.png') == '0o600' and ACCESS not in os.listxattr('old.png'), mode('old.png')"
        )
    }

    @Test("keep their extended attributes")
    func userAttributes() throws {
        try check(
            prepare: """
                os.setxattr("old.png", "user.xdg.comment", "kept".encode())
                os.setxattr("old.png", "user.large", bytes(range(256)) * 8)
                """,
            after: """
                assert os.getxattr("old.png", "user.xdg.comment") == b"kept"
                assert os.getxattr("old.png", "user.large") == bytes(range(256)) * 8
                """)
    }

    @Test("keep their owner and group", .enabled(if: geteuid() == 0, "only root gives files away"))
    func ownerAndGroup() throws {
        try check(
            prepare: "os.chown('old.png', 1234, 4321); os.chmod('old.png', 0o640)",
            after: """
                status = os.stat("old.png")
                assert (status.st_uid, status.st_gid, mode("old.png")) == (1234, 4321, "0o640"), status
                """)
    }

    @Test(
        "grant no group the permissions of another",
        .enabled(if: geteuid() == 0, "the group is one of others"),
        arguments: [
            ("os.chmod('old.png', 0o664)", "assert mode('old.png') == '0o604', mode('old.png')"),
            (
                "put_list('old.png', *[(tag, 6 if tag in (GROUP, MASK) else bits, name) for tag, bits, name in LIST])",
                """
                assert list_of("old.png") == [(tag, 6 if tag == MASK else bits, name) for tag, bits, name in LIST]
                """
            ),
        ])
    func foreignGroup(prepare: String, after: String) throws {
        try check(prepare: prepare + "\nos.chown('old.png', -1, 4321)", prefix: Self.asUser, after: after)
    }

    @Test("are left unchanged if they are write-protected, in a writable folder")
    func writeProtected() throws {
        let folder = try temporaryFolder()
        try python(in: folder, Self.maker + "os.chmod('old.png', 0o444)")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("old.png")))
        let run = try glint(
            in: folder, prefix: Self.asUser, "render", "in.png", "-y", "-o", "old.png", "--", "invert")
        expectRefusal(run, status: 1, mentions: "old.png is write-protected")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("old.png"))) == before)
        #expect(folder.names == ["in.png", "old.png"])
    }

    @Test("keep the old picture under their other hard links")
    func hardLinks() throws {
        try check(
            prepare: "os.link('old.png', 'other.png')",
            after: "assert Image.open('other.png').getpixel((0, 0)) == (0, 0, 0)")
    }
}
