// SPDX-License-Identifier: Apache-2.0

internal import UserSession

/// What a generated rules file is to do.
public struct RuleOptions: Hashable, Sendable {
    /// Whom it lets in besides the person at the screen: a group of the system.
    public var group: String
    /// The one camera it is about; `nil` for every camera.
    public var camera: CameraMatch?
    /// Whether the group may set the brightness of torches.
    public var torch: Bool
    /// The program that gives a camera its saved settings at plug-in, by its plain absolute path; `nil` for none. Whether
    /// only root may write it is for the caller to see.
    public var profileProgram: String?

    public static let defaultGroup = "video"

    /// - Throws: when the group's name or the program's path is not one that may stand in a rule.
    public init(
        group: String = defaultGroup, camera: CameraMatch? = nil, torch: Bool = false, profileProgram: String? = nil
    ) throws(RuleOptionError) {
        self.group = group
        self.camera = camera
        self.torch = torch
        self.profileProgram = profileProgram
        try Self.check(groupName: group)
        if let profileProgram { try Self.check(program: profileProgram) }
    }

    /// udev splits a command at spaces and quotes, and replaces `$` and `%`.
    private static func check(program path: String) throws(RuleOptionError) {
        let isPlain = path.utf8.allSatisfy { $0.isLetterOrDigit || "/-_.+".utf8.contains($0) }
        guard path.hasPrefix("/"), isPlain, path.utf8.count <= 200 else {
            throw RuleOptionError("cannot write a rule that runs \(path): it takes a plain absolute path")
        }
    }

    public static let standard = {
        do {
            return try RuleOptions()
        } catch {
            preconditionFailure("the default group has a name")
        }
    }()

    /// Letters, digits, `_`, `-` and `.`, as shadow-utils allows: nothing that means something to udev.
    private static func check(groupName name: String) throws(RuleOptionError) {
        let isPlain = name.utf8.allSatisfy { byte in
            byte.isLetterOrDigit || [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
        }
        guard let first = name.utf8.first, isPlain, name.utf8.count <= 32, first != UInt8(ascii: "-") else {
            throw RuleOptionError(
                "cannot write a rule for group \(name): it is no name of a group; give one such as video")
        }
        guard !name.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            throw RuleOptionError("cannot write a rule for group \(name): give the group's name, not its number")
        }
    }

    /// - Parameter accounts: those of the machine the rule is for.
    /// - Throws: when udev would not take the group.
    public func checkGroup(_ accounts: AccountLookup) throws(RuleOptionError) {
        guard let number = accounts.groupID(group) else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): this machine has no such group. Make it first: sudo groupadd "
                    + "--system \(group).")
        }
        guard number < Accounts.systemLimit else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): it is a group of people (number \(number)), and systemd 258 "
                    + "and later ignore rules for those. Make one of the system: sudo groupadd --system scanner.")
        }
        guard number != 0 else {
            throw RuleOptionError(
                "cannot write a rule for group \(group): it is root's own, and gives more than cameras. Use video."
            )
        }
    }
}

/// Why a rule cannot be written as asked.
public struct RuleOptionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A whole sentence: verb, object, place: cause; next step. Quotes the user's and devices' words raw: escape it
    /// before showing it.
    public var description: String

    public init(_ description: String) { self.description = description }
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
