// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraDiscovery
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal
internal import UdevRules

/// What a rule is to do.
struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("The group of the system that may use cameras.", valueName: "name"))
    var group = RuleOptions.defaultGroup

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Only this USB camera; named as everywhere, and it must be plugged in.", valueName: "camera")
    )
    var camera: String?

    @Flag(help: "Also let the group set the brightness of torches, the lights named flash or torch.") var torch = false

    @Flag(
        help: ArgumentHelp(
            "Also give a camera its saved settings when it is plugged in: the machine's, of candela profile save --system."
        ))
    var applyProfile = false

    @Option(
        help: ArgumentHelp(
            "The program that --apply-profile has udev run, where it is not this one.", valueName: "path"))
    var program: String?

    mutating func validate() throws {
        if program != nil, !applyProfile {
            throw ValidationError("cannot use --program: it is for --apply-profile")
        }
    }

    /// What udev is to run as root: only what nobody else may change.
    ///
    /// - Parameter isLive: whether the file is on this machine.
    private func profileProgram(isLive: Bool) throws(CommandFailure) -> String? {
        guard applyProfile else { return nil }
        return try failing { () throws(StoreError) in
            if let program, !isLive {
                try TrustedProgram.checkName(program)
                return program
            }
            return isLive ? try TrustedProgram.path(program) : try TrustedProgram.unchecked()
        }
    }

    /// - Parameters:
    ///   - accounts: of the machine the rule is for; `nil` when they are not known: no check then.
    ///   - isLive: whether the rule is for this machine, so that the program it runs can be looked at.
    func options(_ accounts: AccountLookup?, isLive: Bool) throws(CommandFailure) -> RuleOptions {
        let match = try camera.map { name throws(CommandFailure) in try Self.match(name) }
        let program = try profileProgram(isLive: isLive)
        do throws(RuleOptionError) {
            let options = try RuleOptions(group: group, camera: match, torch: torch, profileProgram: program)
            if let accounts { try options.checkGroup(accounts) }
            return options
        } catch {
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }

    /// Whether nothing special is asked.
    var isStandard: Bool { group == RuleOptions.defaultGroup && camera == nil && !torch && !applyProfile }

    private static func match(_ name: String) throws(CommandFailure) -> CameraMatch {
        guard name != "-", !name.hasPrefix("sim:") else {
            throw CommandFailure("cannot write a rule for \(VisibleText.escape(name)): it is no device")
        }
        let node = try find(name)
        guard node.bus == .usb, let vendor = node.vendorID, let product = node.productID else {
            throw CommandFailure(
                "cannot write a rule for \(VisibleText.escape(node.place)) alone: it is no USB camera, and only those "
                    + "say who they are in a way that a rule can match. Leave --camera out.")
        }
        do throws(RuleOptionError) {
            let match = try CameraMatch(vendorID: vendor, productID: product, serial: node.serial)
            if match.serial == nil {
                Console.note(
                    VisibleText.escape(node.title) + " has no serial number: the rule is for every camera of its model")
            }
            return match
        } catch {
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }

    /// The node a user means, also one that cannot be opened yet.
    private static func find(_ name: String) throws(CommandFailure) -> VideoNode {
        let finder = try failing { () throws(DiscoveryError) in try CameraFinder(probe: nil) }
        do throws(SelectionError) {
            return try finder.select(name).node
        } catch {
            switch error.kind {
            case .accessDenied, .notPermitted, .noDeviceNode:
                if let node = error.candidates.first { return node }
            default: break
            }
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }
}

/// For which system.
struct RootArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write below this folder, for a package or an image; udev is not told, and no rights are changed.",
            valueName: "dir"))
    var root: String?

    /// What goes before paths: empty for the machine itself.
    var prefix: String {
        var text = root ?? ""
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    mutating func validate() throws {
        if root == "" { throw ValidationError("cannot use --root: it takes a folder") }
    }

    /// Those of the machine, or of the system in the folder if it has any.
    var accounts: AccountLookup? {
        guard root != nil else { return .system }
        let accounts = AccountLookup.files(below: prefix)
        return accounts.groupID("root") == nil ? nil : accounts
    }
}
