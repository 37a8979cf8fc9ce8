// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// The options of a generated rules file.
package struct RuleOptions: Hashable, Sendable {
    /// The system group that gets access, besides the user at the seat.
    package var group: String
    /// The camera that the rule is for; `nil` for every camera.
    package var camera: CameraMatch?
    /// Whether the group may set the brightness of torches.
    package var torch: Bool
    /// The program that applies saved settings at plug-in, as a plain absolute path; `nil` for none. The caller must check
    /// that only root can write it.
    package var profileProgram: String?

    package static let defaultGroup = "video"

    /// - Throws: if the group's name or the program's path is not valid in a rule.
    package init(
        group: String = defaultGroup, camera: CameraMatch? = nil, torch: Bool = false, profileProgram: String? = nil
    ) throws(RuleOptionError) {
        self.group = group
        self.camera = camera
        self.torch = torch
        self.profileProgram = profileProgram
        try Self.check(groupName: group)
        if let profileProgram { try Self.check(program: profileProgram) }
    }

    /// udev splits a command at spaces and quotes, and expands `$` and `%`.
    private static func check(program path: String) throws(RuleOptionError) {
        let isPlain = path.utf8.allSatisfy { $0.isLetterOrDigit || "/-_.+".utf8.contains($0) }
        guard path.hasPrefix("/"), isPlain, path.utf8.count <= 200 else {
            throw RuleOptionError(
                "cannot write a rule that runs \(path): the path must be absolute, with only letters, digits and /-_.+")
        }
    }

    package static let standard = {
        do {
            return try RuleOptions()
        } catch {
            preconditionFailure("the default group has a name")
        }
    }()

    /// Letters, digits, `_`, `-` and `.`, as in shadow-utils: nothing that is special to udev.
    private static func check(groupName name: String) throws(RuleOptionError) {
        let isPlain = name.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
        guard let first = name.utf8.first, isPlain, name.utf8.count <= 32, first != UInt8(ascii: "-") else {
            throw RuleOptionError(
                "cannot write a rule for group \(name): this is not a valid group name; use one such as video")
        }
        guard !name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw RuleOptionError("cannot write a rule for group \(name): use the group's name, not its number")
        }
    }

    /// - Parameter accounts: those of the machine that the rule is for.
    /// - Throws: if udev would not accept the group.
    package func checkGroup(_ accounts: AccountLookup) throws(RuleOptionError) {
        guard let number = accounts.groupID(group) else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): this machine has no such group. Create it first: sudo groupadd "
                    + "--system \(group).")
        }
        guard number < Accounts.systemLimit else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): it is not a system group (number \(number)), and systemd 258 "
                    + "and later ignore rules for such groups. Create a system group: sudo groupadd --system scanner.")
        }
        guard number != 0 else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): root's group gives access to more than cameras. Use video."
            )
        }
    }
}

/// Why a rule cannot be written.
package struct RuleOptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A full sentence: verb, object, place: cause; next step. Quotes the user's and devices' words raw: escape before
    /// showing.
    package var description: String

    package init(_ description: String) { self.description = description }
}

extension UInt8 {
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
