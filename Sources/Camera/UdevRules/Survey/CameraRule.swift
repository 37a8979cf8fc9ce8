// SPDX-License-Identifier: Apache-2.0

/// A line of a rules file that changes access to cameras.
public struct CameraRule: Codable, Hashable, Sendable {
    /// The path without the root of the survey: `/usr/lib/udev/rules.d/70-uaccess.rules`.
    public var path: String
    /// From 1.
    public var line: Int
    /// As written, with continuation lines joined. Raw: escape before showing.
    public var text: String
    public var subjects: Set<Subject>
    /// Its assignments of TAG, GROUP, OWNER, MODE and RUN that concern access, in order.
    public var assignments: [RuleToken]

    /// The kind of device that a rule reaches.
    public enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nodes of subsystem video4linux.
        case video
        /// Nodes of subsystem media.
        case media
        /// The raw USB device of a camera, used by programs that bypass the driver; V4L2 does not use it.
        case usb
        /// Every node of a USB device, including a camera's video nodes.
        case usbChildren = "usb-children"
    }

    public init(path: String, line: Int, text: String, subjects: Set<Subject>, assignments: [RuleToken]) {
        self.path = path
        self.line = line
        self.text = text
        self.subjects = subjects
        self.assignments = assignments
    }

    /// The file name, by which udev sorts.
    public var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// `70-uaccess.rules:21`
    public var place: String { "\(fileName):\(line)" }

    /// Whether it adds the tag by which logind gives access to the user at the seat.
    public var tagsUaccess: Bool {
        assignments.contains { $0.key == "TAG" && $0.value == "uaccess" && $0.operation != .remove }
    }

    /// Whether it removes that tag: with `TAG-=`, or by assigning other tags.
    public var untagsUaccess: Bool {
        assignments.contains { token in
            token.key == "TAG"
                && (token.value == "uaccess"
                    ? token.operation == .remove : token.operation == .assign || token.operation == .assignFinal)
        }
    }

    public var group: String? { assignments.last { $0.key == "GROUP" }?.value }
    public var owner: String? { assignments.last { $0.key == "OWNER" }?.value }
    /// As written.
    public var mode: String? { assignments.last { $0.key == "MODE" }?.value }
    /// The mode as a number; `nil` if there is none or it is not octal.
    public var modeBits: UInt32? { mode.flatMap { UInt32($0, radix: 8) } }
    public var runs: [RuleToken] { assignments.filter { $0.key == "RUN" } }

    /// Whether it reaches capture nodes.
    public var reachesNodes: Bool { subjects.contains(.video) || subjects.contains(.usbChildren) }
}
