// SPDX-License-Identifier: Apache-2.0

public import ArgumentParser
internal import Barcodes
public import Delivery
import Glibc
internal import Hooks
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

/// Where scans are passed on to.
struct HookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run this program for each scan, without a shell. {text}, {symbology}, {id} and other fields stand for the "
                + "scan's; put -- before {text}. All are in CANDELA_TEXT and so on, too.", valueName: "command"))
    var exec: [String] = []

    @Option(help: ArgumentHelp("Longest time that a program of --exec may take for a scan.", valueName: "time"))
    var execTimeout = TimeSpan(.seconds(10))

    @Option(
        help: ArgumentHelp(
            "Post each scan as JSON to this http or https address. What the server does not take is tried again.",
            valueName: "url"))
    var post: [String] = []

    @Option(
        help: ArgumentHelp(
            "File with a token for --post, sent as Authorization: Bearer; else CANDELA_POST_TOKEN.", valueName: "file"))
    var postTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Publish each scan as JSON: mqtt://[user@]host[:port]/topic, or mqtts:// encrypted.", valueName: "address"))
    var publish: [String] = []

    @Option(
        help: ArgumentHelp(
            "File with the password for --publish; else CANDELA_MQTT_PASSWORD.", valueName: "file"))
    var publishPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "PEM certificates to believe servers and brokers by, instead of the system's.", valueName: "file"))
    var caFile: String?

    @Option(
        help: ArgumentHelp("At the end wait this long for scans that are still to be passed on.", valueName: "time"))
    var deliverFor: TimeSpan?

    /// The targets that outlive a run: what one leaves, the next or `history deliver` passes on.
    func targets(window: WindowHookOptions? = nil) throws(CommandFailure) -> [any HookTarget] {
        let token = try secret(postTokenFile, "CANDELA_POST_TOKEN", isWanted: !post.isEmpty, "--post-token-file")
        let password = try secret(
            publishPasswordFile, "CANDELA_MQTT_PASSWORD", isWanted: !publish.isEmpty, "--publish-password-file")
        if publishPasswordFile != nil, !publish.contains(where: { $0.contains("@") }) {
            throw CommandFailure(
                "cannot use --publish-password-file: no address names a user; write mqtt://USER@HOST/TOPIC")
        }
        if let caFile, unsafe access(caFile, R_OK) != 0 {
            throw CommandFailure(
                VisibleText.escape("cannot read \(caFile): \(unsafe String(cString: strerror(errno)))"))
        }
        let limit = execTimeout.duration
        let targets = try failing { () throws(HookError) -> [any HookTarget] in
            var targets: [any HookTarget] = []
            for command in exec { targets.append(try ExecTarget(command, limit: limit)) }
            for url in post { targets.append(try PostTarget(url, token: token, authorities: caFile)) }
            for address in publish {
                targets.append(try PublishTarget(address, password: password, authorities: caFile))
            }
            return targets + (try window?.targets() ?? [])
        }
        var names: Set<String> = []
        for target in targets where !names.insert(target.name).inserted {
            throw CommandFailure(
                VisibleText.escape("cannot pass scans on to \(target.name) twice: leave one of them out"))
        }
        return targets
    }

    /// A secret from a file that nobody else may read, or from the environment; never from the command line, which
    /// everybody on the machine can see.
    private func secret(
        _ path: String?, _ variable: String, isWanted: Bool, _ option: String
    ) throws(CommandFailure) -> String? {
        guard isWanted else {
            guard path == nil else { throw CommandFailure("cannot use \(option): there is no hook that it is for") }
            return nil
        }
        guard let path else { return Console.variable(variable).flatMap { $0.isEmpty ? nil : $0 } }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw CommandFailure(VisibleText.escape("cannot read \(path): \(unsafe String(cString: strerror(errno)))"))
        }
        guard status.st_mode & 0o077 == 0 else {
            throw CommandFailure(
                VisibleText.escape("cannot use \(path): others may read it; run chmod 600 \(ShellWord.quoted(path))"))
        }
        let bytes = try failing { () throws(StoreError) in try StoredFile.read(path, limit: 4096) } ?? []
        // Editors end a file with a line end, which is none of the secret's.
        guard let line = bytes.split(whereSeparator: { $0 == 0x0a || $0 == 0x0d }).first,
            let text = String(validating: line, as: UTF8.self), !text.utf8.contains(0)
        else { throw CommandFailure(VisibleText.escape("cannot use \(path): its first line holds no text")) }
        return text
    }
}

/// Hooks that concern whoever sits at the screen now.
struct WindowHookOptions: ParsableArguments {
    @Flag(help: "Type each text into the window that has the focus.") var type = false

    @Option(
        help: ArgumentHelp(
            "The session's keyboard layout. A text that it has not all the keys for is not typed.",
            valueName: "layout"))
    var typeLayout: KeyLayout?

    @Option(help: ArgumentHelp("The key behind each text that is typed.", valueName: "key"))
    var typeEnd: EndingKey?

    @Flag(help: "Put each text on the clipboard.") var clipboard = false

    @Flag(help: "Show what each hook would be sent; send nothing, keep nothing.") var dryRun = false

    func validate() throws {
        if !type, typeLayout != nil || typeEnd != nil {
            throw ValidationError("cannot use --type-layout or --type-end without --type")
        }
        if type, typeLayout == nil {
            // A guess would type wrong letters.
            throw ValidationError(
                "cannot use --type without --type-layout: name the layout that the session has (us, de)")
        }
    }

    func targets() throws(HookError) -> [any HookTarget] {
        var targets: [any HookTarget] = []
        let (layout, ending) = (typeLayout ?? .us, typeEnd ?? .enter)
        if type {
            targets.append(
                dryRun
                    ? TypeTarget(previewing: layout, ending: ending) : try TypeTarget(layout: layout, ending: ending))
        }
        if clipboard { targets.append(try ClipboardTarget(environment: Console.variable)) }
        return targets
    }
}

extension KeyLayout: ExpressibleByArgument {}
extension EndingKey: ExpressibleByArgument {}
