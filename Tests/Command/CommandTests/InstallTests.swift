// SPDX-License-Identifier: Apache-2.0

import Barcodes
import Foundation
import Testing

@Suite("installing and packaging")
struct InstallTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func shell(_ script: String) throws -> CommandResult {
        try RunningCommand(
            ["/bin/sh", "-c", "cd \"$0\" && \(script)", CommandRunner.repository.path], input: "/dev/null",
            output: .captured,
            environment: ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")", "LANG=C.UTF-8"]
        ).end()
    }

    @Test("what is installed runs by itself, has its manual and completions, and goes without a trace")
    func install() throws {
        let root = folder.path + "/root"
        let installed = try shell("make --silent install-files DESTDIR=\(root) PREFIX=/usr")
        #expect(installed.status == 0, "\(installed)")
        let picture = try folder.write(try TestPicture(of: "INSTALLED"), "a.pgm")
        // Read by zxing, whose plugin is found next to it.
        let read = try shell("env -u CANDELA_PLUGIN_DIR \(root)/usr/bin/candela scan --raw \(picture)")
        #expect(read.lines == ["INSTALLED"] && read.errors.isEmpty, "\(read)")
        // The helper of programs that use the library is the command.
        for helper in ["candela-worker", "candela-network-worker"] {
            let real = try shell("realpath \(root)/usr/libexec/candela/\(helper)")
            #expect(
                real.lines == [URL(fileURLWithPath: root + "/usr/bin/candela").resolvingSymlinksInPath().path],
                "\(real)")
        }
        let share = root + "/usr/share/"
        let bash = try shell(
            "bash -c 'source \(share)bash-completion/completions/candela && complete -p candela' && "
                + "bash -n \(share)bash-completion/completions/candela")
        #expect(bash.status == 0 && bash.output.hasSuffix(" candela\n"), "\(bash)")
        for (file, word) in [
            ("zsh/vendor-completions/_candela", "#compdef candela"),
            ("fish/vendor_completions.d/candela.fish", "doctor"),
            ("man/man1/candela.1", ".Dt CANDELA 1"),
        ] {
            let text = try String(contentsOfFile: share + file, encoding: .utf8)
            #expect(text.contains(word), "\(file)")
        }
        #expect(try shell("make --silent uninstall DESTDIR=\(root) PREFIX=/usr").status == 0)
        #expect(try shell("find \(root) ! -type d").lines == [])
    }

    @Test("the package is built with what `make build` installs, and recommends what the command loads")
    func package() throws {
        let words = { (script: String) in
            Set(try shell(script).output.split(whereSeparator: \.isWhitespace).map(String.init))
        }
        let installed = try words(
            "sed -n '/^build)/,/;;/p' .ci/ensure-packages | tr -d \"';()\" | sed 's/packages=//; s/^build//'")
        let needed = try words(
            "sed -n '/^Build-Depends/,/^Standards/p' debian/control | grep '^ ' | sed 's/(.*//; s/,//'")
        #expect(installed.subtracting(["libc6-dev"]) == needed.subtracting(["debhelper-compat", "swiftlang"]))
        // The names of the libraries, as the C sources load them.
        let loaded = try words(
            "grep -rhoE '\"lib[A-Za-z0-9]+\\.so\\.[0-9]+\"' Sources/Foreign --include=*.c | tr -d '\"' | grep -v libtiff"
        )
        // Patterns of a shell: a library has one of several sonames.
        let packaged = try words("grep -E '^list |^    .libzint' debian/libraries | tr -d \"'\"")
        let missing = loaded.filter { soname in !packaged.contains { unsafe fnmatch($0, soname, 0) == 0 } }
        #expect(loaded.count > 10 && missing.isEmpty, "\(missing)")
    }
}
