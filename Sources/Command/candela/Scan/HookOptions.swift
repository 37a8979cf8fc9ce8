// SPDX-License-Identifier: Apache-2.0

internal import ArgumentParser
internal import Barcodes
package import Delivery
import Glibc
internal import Hooks
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal

/// The options for hooks, which deliver scans to programs and servers.
struct HookOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Run this program for each scan, without a shell. {text}, {symbology}, {id} and other fields are replaced; put "
                + "-- before {text}. The fields are also in the environment: CANDELA_TEXT and so on.",
            valueName: "command"))
    var exec: [String] = []

    @Option(help: ArgumentHelp("Limit the run time of a program of --exec for one scan.", valueName: "time"))
    var execTimeout = TimeSpan(.seconds(10))

    @Option(
        help: ArgumentHelp(
            "Post each scan as JSON to this http or https URL. Failed deliveries are retried.",
            valueName: "url"))
    var post: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the token for --post from this file and send it as Authorization: Bearer. Default: CANDELA_POST_TOKEN.",
            valueName: "file"))
    var postTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Publish each scan as JSON to mqtt://[user@]host[:port]/topic, or encrypted with mqtts://.",
            valueName: "address"))
    var publish: [String] = []

    @Option(
        help: ArgumentHelp(
            "Read the password for --publish from this file. Default: CANDELA_MQTT_PASSWORD.", valueName: "file"))
    var publishPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Verify servers and brokers with the PEM certificates in this file instead of the system's.",
            valueName: "file"))
    var caFile: String?

    @Option(
        help: ArgumentHelp("At the end, wait this long for scans that are not delivered yet.", valueName: "time"))
    var deliverFor: TimeSpan?

    /// The hook targets, those of `window` last.
    ///
    /// Deliveries to all but window targets outlive a run: the next run or `history deliver` continues them.
    func targets(window: WindowHookOptions? = nil) throws(CommandFailure) -> [any HookTarget] {
        let token = try secret(postTokenFile, "CANDELA_POST_TOKEN", isWanted: !post.isEmpty, "--post-token-file")
        let password = try secret(
            publishPasswordFile, "CANDELA_MQTT_PASSWORD", isWanted: !publish.isEmpty, "--publish-password-file")
        if publishPasswordFile != nil, !publish.contains(where: { $0.contains("@") }) {
            throw CommandFailure(
                "cannot use --publish-password-file: the address has no user; write mqtt://USER@HOST/TOPIC")
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
                VisibleText.escape("cannot deliver scans to \(target.name) twice: remove one of the two"))
        }
        return targets
    }

    /// Reads a secret from a file that only its owner can read, or from the environment. A command line is visible to
    /// every user of the machine and never holds one.
    private func secret(
        _ path: String?, _ variable: String, isWanted: Bool, _ option: String
    ) throws(CommandFailure) -> String? {
        guard isWanted else {
            guard path == nil else { throw CommandFailure("cannot use \(option): its hook is not given") }
            return nil
        }
        guard let path else { return Console.variable(variable).flatMap { $0.isEmpty ? nil : $0 } }
        return try SecretFile.read(path)
    }
}

/// The options for hooks of the desktop session: typing and the clipboard.
struct WindowHookOptions: ParsableArguments {
    @Flag(help: "Type each text into the focused window.") var type = false

    @Option(
        help: ArgumentHelp(
            "Set the session's keyboard layout. A text with a character that the layout lacks is not typed.",
            valueName: "layout"))
    var typeLayout: KeyLayout?

    @Option(help: ArgumentHelp("Press this key after each typed text.", valueName: "key"))
    var typeEnd: EndingKey?

    @Flag(help: "Copy each text to the clipboard.") var clipboard = false

    @Flag(help: "Show the message for each hook; send nothing and save nothing.") var dryRun = false

    func validate() throws {
        if !type, typeLayout != nil || typeEnd != nil {
            throw ValidationError("cannot use --type-layout or --type-end without --type")
        }
        if type, typeLayout == nil {
            // A guess would type wrong letters.
            throw ValidationError(
                "cannot use --type without --type-layout: name the layout of the session (us, de)")
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
