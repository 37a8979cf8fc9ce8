// SPDX-License-Identifier: Apache-2.0

import Testing

/// The report of `candela doctor --json` in the guest.
struct DoctorAnswer: CustomStringConvertible {
    var result: CommandResult
    var report: JSON

    var headline: String? { report["headline"].string }
    var verdict: String? { report["verdict"].string }

    /// The findings of a check, worst first.
    func findings(of check: JSON) -> [JSON] {
        check["finding"].string == nil ? [] : [check] + check["also"].array
    }

    /// The finding with that id; an empty value if there is none.
    func finding(_ id: String) -> JSON? {
        report["checks"].array.flatMap(findings).first { $0["finding"].string == id }
    }

    /// The note with that id, which is no verdict about the camera.
    func note(_ id: String) -> JSON? {
        report["checks"].array.flatMap { $0["notes"].array }.first { $0["finding"].string == id }
    }

    /// Whether nothing was found that a guest that stands still causes, too.
    var hasEveryFrame: Bool {
        ["stream.dropped", "stream.decode-slow", "stream.slow-exposure", "light.motion", "focus.hunting"].allSatisfy { finding($0) == nil }
    }

    var description: String { "\(result)" }

    /// Expects this headline, its verdict and status, and evidence that contains each of `evidence`; and that no check after
    /// a failed one was judged.
    func expect(
        _ id: String, _ verdict: String = "blocked", evidence: [String] = [], _ what: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(headline == id, "\(what) \(self)", sourceLocation: sourceLocation)
        #expect(self.verdict == verdict, "\(what) \(self)", sourceLocation: sourceLocation)
        #expect(result.status == (verdict == "blocked" ? 1 : 0), "\(what) \(self)", sourceLocation: sourceLocation)
        let lines = (finding(id)?["evidence"].array ?? []).map { line in
            "\(line["what"].string ?? ""): \(line["value"].string ?? "")"
        }
        #expect(!lines.isEmpty, "\(what) \(self)", sourceLocation: sourceLocation)
        for words in evidence {
            #expect(
                lines.contains { $0.contains(words) }, "\(what) \(words) in \(lines)", sourceLocation: sourceLocation)
        }
        let checks = report["checks"].array
        // The picture checks use the same picture, so they may fail together. The desktop's way does not depend on ours.
        let system = checks.prefix { $0["id"].string != "light" }
        if let failed = system.firstIndex(where: { $0["state"].string == "fail" }) {
            for check in checks[(failed + 1)...] where check["id"].string != "desktop" {
                #expect(check["state"].string == "skip", "\(what) \(check)", sourceLocation: sourceLocation)
            }
        }
    }

    /// Expects a set-up without findings: every check passes and this code is read.
    func expectHealthy(
        _ symbology: String = "qr", _ text: String = "CANDELA", what: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(headline == nil, "\(what) \(self)", sourceLocation: sourceLocation)
        #expect(verdict == "ready", "\(what) \(self)", sourceLocation: sourceLocation)
        #expect(result.status == 0, "\(what) \(self)", sourceLocation: sourceLocation)
        for check in report["checks"].array {
            #expect(check["state"].string == "pass", "\(what) \(check)", sourceLocation: sourceLocation)
        }
        let codes = report["codes"].array.map { "\($0["symbology"].string ?? "") \($0["text"].string ?? "")" }
        #expect(codes == ["\(symbology) \(text)"], "\(what)", sourceLocation: sourceLocation)
    }
}

extension Laboratory {
    /// Runs `candela doctor --json` in the guest.
    ///
    /// - Parameter wrapper: a command that runs the command after it, such as `env SNAP=/snap/x`.
    func doctor(
        _ arguments: String..., as user: GuestUser = .root, through wrapper: String = ""
    ) async throws -> DoctorAnswer {
        try await undisturbed(unless: \.hasEveryFrame) {
            try await end(try startDoctor(arguments, as: user, through: wrapper))
        }
    }

    func startDoctor(
        _ arguments: [String], as user: GuestUser = .root, through wrapper: String = ""
    ) throws -> GuestJob {
        let words = [Package.candela, "doctor", "--json"] + arguments
        return try start("exec \(wrapper) " + words.map(\.shellQuoted).joined(separator: " "), as: user)
    }

    func end(_ doctor: GuestJob) async throws -> DoctorAnswer {
        let result = try await doctor.end(within: .seconds(150))
        return DoctorAnswer(result: result, report: try result.json())
    }

    /// Runs the doctor in its own mount namespace, after `script`.
    func doctor(inNamespace script: String, _ arguments: String..., as user: GuestUser = .root) async throws
        -> DoctorAnswer
    {
        let inner = "set -e; \(script); exec \(user.wrapper) \"$@\""
        return try await end(try startDoctor(arguments, through: "unshare --mount sh -c \(inner.shellQuoted) sh"))
    }

    /// Gives a user access to a node by an ACL, like logind.
    func allow(_ userID: Int, _ node: String) async throws {
        // Version 2; then tag, permissions and id of each entry: owner, user, group, mask, others.
        // Source: linux/posix_acl_xattr.h. 188 is setxattr's number on x86_64.
        try await require(
            """
            perl -e '
                my ($node, $name) = ("$ARGV[0]", "system.posix_acl_access");
                my $list = pack("L<", 2) . join "", map { pack "S<S<L<", @$_ } [1, 6, 0xffffffff],
                    [2, 6, $ARGV[1]], [4, 6, 0xffffffff], [16, 6, 0xffffffff], [32, 0, 0xffffffff];
                syscall(188, $node, $name, $list, length $list, 0) == 0 or die "setxattr: $!\\n"
            ' \(node) \(userID)
            """)
    }
}
