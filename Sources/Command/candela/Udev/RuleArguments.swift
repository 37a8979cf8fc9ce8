// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import CameraDiscovery
internal import Cameras
internal import Output
internal import SettingsStore
internal import StoredFiles
internal import Terminal
internal import UdevRules

/// The options of a rule.
struct RuleArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp("Give cameras to this system group.", valueName: "name"))
    var group = RuleOptions.defaultGroup

    @Option(
        name: [.short, .long],
        help: ArgumentHelp("Match only this USB camera, which must be plugged in.", valueName: "camera"))
    var camera: String?

    @Flag(help: "Also let the group set the brightness of lights named flash or torch.") var torch = false

    @Flag(
        help: ArgumentHelp(
            "Also apply a camera's saved settings when it is plugged in: those of candela profile save --system."
        ))
    var applyProfile = false

    @Option(
        help: ArgumentHelp(
            "Set the program that udev runs with --apply-profile. Default: this program.", valueName: "path"))
    var program: String?

    mutating func validate() throws {
        if program != nil, !applyProfile {
            throw ValidationError("cannot use --program without --apply-profile")
        }
    }

    /// The program that udev runs as root. Only root may be able to change it.
    ///
    /// - Parameter isLive: whether the program is on this machine.
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
    ///   - accounts: accounts of the rule's machine; `nil` if unknown, then the group is not checked.
    ///   - isLive: whether the rule is for this machine, so that its program can be checked.
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

    /// Whether all options have their defaults.
    var isStandard: Bool { group == RuleOptions.defaultGroup && camera == nil && !torch && !applyProfile }

    private static func match(_ name: String) throws(CommandFailure) -> CameraMatch {
        guard name != "-", !name.hasPrefix("sim:") else {
            let label = VisibleText.escape(CameraAddress(name).label)
            throw CommandFailure("cannot write a rule for \(label): it is not a device")
        }
        let node = try find(name)
        guard node.bus == .usb, let vendor = node.vendorID, let product = node.productID else {
            throw CommandFailure(
                "cannot write a rule for only \(VisibleText.escape(node.place)): it is not a USB camera, and a rule can "
                    + "match only the IDs of USB cameras. Remove --camera.")
        }
        do throws(RuleOptionError) {
            let match = try CameraMatch(vendorID: vendor, productID: product, serial: node.serial)
            if match.serial == nil {
                Console.note(
                    VisibleText.escape(node.title) + " has no serial number: the rule matches every camera of its model")
            }
            return match
        } catch {
            throw CommandFailure(VisibleText.escape(error.description))
        }
    }

    /// The named node, even if it cannot be opened yet.
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

/// The option for the system's root folder.
struct RootArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write below this folder, for a package or an image. udev is not reloaded and no permissions are changed.",
            valueName: "dir"))
    var root: String?

    /// The prefix of paths; empty for the running system.
    var prefix: String {
        var text = root ?? ""
        while text.hasSuffix("/") { text.removeLast() }
        return text
    }

    mutating func validate() throws {
        if root == "" { throw ValidationError("cannot use --root: the folder name is empty") }
    }

    /// The accounts of the machine, or of the system in the folder; `nil` if the folder has none.
    var accounts: AccountLookup? {
        guard root != nil else { return .system }
        let accounts = AccountLookup.files(below: prefix)
        return accounts.groupID("root") == nil ? nil : accounts
    }
}
