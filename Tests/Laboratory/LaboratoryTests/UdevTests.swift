// SPDX-License-Identifier: Apache-2.0

import Testing

extension ActingLaboratory {
    @Suite("access without root")
    struct Udev {
        /// A group of the system that Debian always has, and that no camera belongs to: `plugdev`.
        private static let group = GuestUser.inGroup(46)

        @Test("a user without access; install; the same user scans; uninstall; access is gone")
        func journey() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withCamera { camera in
                    let before = try await laboratory.rights(camera.node, camera.metadataNode)
                    #expect(try await laboratory.scan(camera, as: Self.group).status == 2)
                    let dry = try await laboratory.candela("udev", "install", "--group", "plugdev", "--dry-run")
                    #expect(
                        dry.status == 0 && dry.output.contains("would write /etc/udev/rules.d/70-candela.rules"),
                        "\(dry)")
                    #expect(try await laboratory.rights(camera.node, camera.metadataNode) == before)

                    let install = try await laboratory.candela("udev", "install", "--group", "plugdev")
                    #expect(install.status == 0, "\(install)")
                    #expect(
                        install.output.contains("\(camera.node)  crw-rw---- root:plugdev, tagged uaccess\n"),
                        "\(install)")
                    let scan = try await laboratory.scan(camera, as: Self.group)
                    #expect(scan.status == 0 && scan.output == "qr CANDELA\n", "\(scan)")
                    #expect(try await laboratory.scan(camera, as: .stranger).status == 2)

                    let again = try await laboratory.candela("udev", "install", "--group", "plugdev")
                    #expect(again.status == 0 && again.output.contains("nothing to do"), "\(again)")

                    let uninstall = try await laboratory.candela("udev", "uninstall")
                    #expect(uninstall.status == 0, "\(uninstall)")
                    #expect(try await laboratory.rights(camera.node, camera.metadataNode) == before)
                    #expect(try await laboratory.scan(camera, as: Self.group).status == 2)
                    #expect(try await laboratory.traces() == "")
                    let twice = try await laboratory.candela("udev", "uninstall")
                    #expect(twice.status == 0 && twice.output.contains("nothing to do"), "\(twice)")
                }
            }
        }

        @Test("if nothing else sets a mode, none is left behind, also on a camera plugged in later")
        func noModeLeft() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.mask("50-udev-default.rules", "70-uaccess.rules")
                try await laboratory.withCamera(serial: "LAB0001", port: 0) { first in
                    let closed = "600 root root uaccess=0\n"
                    #expect(try await laboratory.rights(first.node) == closed)
                    let status = try await laboratory.candela("udev", "status", "--json", as: .inGroupVideo)
                    #expect(try status.json()["verdict"].string == "rule-helps", "\(status)")
                    #expect(try await laboratory.candela("udev", "install").status == 0)
                    #expect(try await laboratory.rights(first.node) == "660 root video uaccess=1\n")
                    #expect(try await laboratory.scan(first, as: .inGroupVideo).status == 0)
                    try await laboratory.withCamera(serial: "LAB0002", port: 1) { second in
                        let given = try await laboratory.rights(second.node)
                        #expect(given == "660 root video uaccess=1\n")
                        #expect(try await laboratory.candela("udev", "uninstall").status == 0)
                        #expect(try await laboratory.rights(first.node, second.node) == closed + closed)
                    }
                    #expect(try await laboratory.scan(first, as: .inGroupVideo).status == 2)
                }
            }
        }

        @Test("an ACL from the tag is removed with it; an earlier ACL stays")
        func accessControlLists() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.mask("70-uaccess.rules")
                try await laboratory.withVivid { vivid in
                    let node = vivid.capture
                    let list = "getfacl -cpn \(node) | grep '^user:[0-9]'; true"
                    try await laboratory.require("setfacl -m u:7:rw \(node)")
                    #expect(try await laboratory.candela("udev", "install", "--group", "plugdev").status == 0)
                    // As logind does once the tag is set.
                    try await laboratory.require("setfacl -m u:65534:rw \(node)")
                    #expect(try await laboratory.candela("udev", "status", as: .stranger).status == 0)
                    #expect(try await laboratory.candela("udev", "uninstall").status == 0)
                    #expect(try await laboratory.require(list) == "user:7:rw-\n")
                    #expect(try await laboratory.candela("udev", "status", as: .stranger).status == 1)
                }
            }
        }

        @Test("a rule for one camera does not affect the same model with another serial number")
        func oneCamera() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withCamera(serial: "LAB 1$*\"", port: 0) { first in
                    try await laboratory.withCamera(serial: "LAB0002", port: 1) { second in
                        let before = try await laboratory.rights(second.node, second.metadataNode)
                        let install = try await laboratory.candela(
                            "udev", "install", "--camera", first.node, "--group", "plugdev")
                        #expect(install.status == 0, "\(install)")
                        #expect(
                            try await laboratory.rights(first.node, first.metadataNode)
                                == String(repeating: "660 root plugdev uaccess=1\n", count: 2))
                        #expect(try await laboratory.rights(second.node, second.metadataNode) == before)
                        let rule = try await laboratory.require("cat /etc/udev/rules.d/70-candela.rules")
                        #expect(rule.contains("ATTRS{serial}==\"LAB?1???\""), "\(rule)")
                        let uninstall = try await laboratory.candela("udev", "uninstall")
                        #expect(uninstall.status == 0, "\(uninstall)")
                        let after = try await laboratory.rights(first.node, first.metadataNode)
                        #expect(after == before, "now \(after), \(uninstall)")
                    }
                }
            }
        }

        @Test("if the rule would change nothing, install says so and writes nothing unless forced")
        func notNeeded() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withVivid { vivid in
                    let status = try await laboratory.candela("udev", "status", as: .inGroupVideo)
                    #expect(status.status == 0, "\(status)")
                    #expect(status.output.hasPrefix("No rule is needed: user nobody is in group video"), "\(status)")
                    let stranger = try await laboratory.candela("udev", "status", as: .stranger)
                    #expect(
                        stranger.status == 1 && stranger.output.contains("sudo usermod -aG video nobody"), "\(stranger)"
                    )
                    let refused = try await laboratory.candela("udev", "install")
                    #expect(refused.status == 1 && refused.output == "", "\(refused)")
                    #expect(refused.errors.contains("The rule would change nothing"), "\(refused)")
                    #expect(try await laboratory.traces() == "")
                    #expect(try await laboratory.candela("udev", "install", as: .inGroupVideo).status == 2)
                    #expect(try await laboratory.candela("udev", "install", "--force").status == 0)
                    #expect(try await laboratory.rights(vivid.capture) == "660 root video uaccess=1\n")
                    #expect(try await laboratory.candela("udev", "uninstall").status == 0)
                    #expect(try await laboratory.rights(vivid.capture) == "660 root video uaccess=1\n")
                }
            }
        }

        @Test("a file of another origin stays unless forced and is restored; an edited one is kept")
        func foreignFile() async throws {
            let laboratory = try await Laboratory.shared()
            let rule = "/etc/udev/rules.d/70-candela.rules"
            try await laboratory.withUdevPutBack {
                try await laboratory.withVivid { _ in
                    try await laboratory.require("echo '# mine' >\(rule)")
                    for command in ["install", "uninstall"] {
                        let refused = try await laboratory.candela("udev", command)
                        #expect(refused.status == 2 && refused.errors.contains("did not write"), "\(refused)")
                    }
                    #expect(try await laboratory.candela("udev", "install", "--force").status == 0)
                    try await laboratory.require("echo '# more' >>\(rule)")
                    let edited = try await laboratory.candela("udev", "uninstall")
                    #expect(edited.status == 2 && edited.errors.contains("it was edited since"), "\(edited)")
                    #expect(try await laboratory.candela("udev", "uninstall", "--force").status == 0)
                    #expect(try await laboratory.require("cat \(rule)") == "# mine\n")
                    #expect(try await laboratory.require("tail -1 \(rule).edited") == "# more\n")
                }
            }
        }

        @Test("a later rule that changes the group is named, and status lists its faults")
        func laterRule() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withUdevPutBack {
                try await laboratory.withVivid { _ in
                    try await laboratory.require(
                        "echo 'KERNEL==\"video*\", GROUP=\"tape\", MODE=\"0666\"' >/etc/udev/rules.d/99-wide.rules")
                    let install = try await laboratory.candela("udev", "install", "--group", "plugdev")
                    #expect(install.status == 1, "\(install)")
                    #expect(install.errors.contains("99-wide.rules:1 runs later"), "\(install)")
                    let status = try await laboratory.candela("udev", "status", "--json", as: .stranger)
                    #expect(status.status == 1, "\(status)")
                    let problems = try status.json()["problems"]
                    #expect(problems[0]["kind"].string == "world-writable", "\(status)")
                }
            }
        }

        @Test("without udevd, the status says so")
        func noUdev() async throws {
            let laboratory = try await Laboratory.shared()
            try await laboratory.withVivid { _ in
                // In a mount namespace without udev's socket.
                let status = "\(Package.candela.shellQuoted) udev status --json"
                let script =
                    "mount -t tmpfs none /run/udev && exec setpriv \(GuestUser.stranger.setprivArguments) \(status)"
                let result = try await laboratory.run("unshare -m sh -c \(script.shellQuoted)")
                #expect(result.status == 1, "\(result)")
                #expect(try result.json()["verdict"].string == "no-udev", "\(result)")
            }
        }
    }
}

extension Laboratory {
    /// udev may ignore one request: see `UdevAdministration.reload`.
    static let udevReload = Array(repeating: "udevadm control --reload", count: 3).joined(separator: " && ")

    /// Runs `body`, then restores udev's rules.
    func withUdevPutBack(_ body: () async throws -> Void) async throws {
        let putBack = """
            rm -rf /etc/udev/rules.d/* /var/lib/candela
            \(Self.udevReload) && udevadm trigger --settle --subsystem-match=video4linux --subsystem-match=media
            """
        do {
            try await body()
        } catch {
            try await require(putBack)
            throw error
        }
        try await require(putBack)
    }

    /// Hides rule files of the distribution.
    fileprivate func mask(_ names: String...) async throws {
        let links = names.map { "ln -s /dev/null /etc/udev/rules.d/\($0)" }
        try await require(
            (["mkdir -p /etc/udev/rules.d"] + links + [Self.udevReload]).joined(separator: " && "))
    }

    /// Mode, owner and group of nodes, and whether the last run of the rules tagged them.
    ///
    /// With two cameras, one may wake up as a new device when udev asks it what it is: then its nodes are waited for.
    fileprivate func rights(_ nodes: String...) async throws -> String {
        try await require(
            """
            udevadm settle --timeout=60 && udevadm wait --timeout=60 --settle \(nodes.joined(separator: " ")) || exit
            for node in \(nodes.joined(separator: " ")); do
                echo "$(stat -c '%a %U %G' $node) uaccess=$(udevadm info -q all $node | grep -c '^E: CURRENT_TAGS=.*:uaccess:')"
            done
            """)
    }

    /// The files left by an installation.
    fileprivate func traces() async throws -> String {
        try await require("find /etc/udev/rules.d /var/lib/candela -type f 2>/dev/null; true")
    }

    fileprivate func scan(_ camera: GuestCamera, as user: GuestUser) async throws -> CommandResult {
        try await candela("scan", camera.node, "--once", "--size", "320x240", "--timeout", "60s", as: user)
    }
}
