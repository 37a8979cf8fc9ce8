// SPDX-License-Identifier: Apache-2.0

/// A line of a rules file that changes access to cameras.
package struct CameraRule: Codable, Hashable, Sendable {
    /// The path without the root of the survey: `/usr/lib/udev/rules.d/70-uaccess.rules`.
    package var path: String
    /// From 1.
    package var line: Int
    /// As written, with continuation lines joined. Raw: escape before showing.
    package var text: String
    package var subjects: Set<Subject>
    /// Its assignments of TAG, GROUP, OWNER, MODE and RUN that concern access, in order.
    package var assignments: [RuleToken]

    /// The kind of device that a rule reaches.
    package enum Subject: String, Codable, Hashable, Sendable, CaseIterable {
        /// Nodes of subsystem video4linux.
        case video
        /// Nodes of subsystem media.
        case media
        /// The raw USB device of a camera, used by programs that bypass the driver; V4L2 does not use it.
        case usb
        /// Every node of a USB device, including a camera's video nodes.
        case usbChildren = "usb-children"
    }

    package init(path: String, line: Int, text: String, subjects: Set<Subject>, assignments: [RuleToken]) {
        self.path = path
        self.line = line
        self.text = text
        self.subjects = subjects
        self.assignments = assignments
    }

    /// The file name, by which udev sorts.
    package var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// `70-uaccess.rules:21`
    package var place: String { "\(fileName):\(line)" }

    /// Whether it adds the tag by which logind gives access to the user at the seat.
    package var tagsUaccess: Bool {
        assignments.contains { $0.key == "TAG" && $0.value == "uaccess" && $0.operation != .remove }
    }

    /// Whether it removes that tag: with `TAG-=`, or by assigning other tags.
    package var untagsUaccess: Bool {
        assignments.contains { token in
            token.key == "TAG"
                && (token.value == "uaccess"
                    ? token.operation == .remove : token.operation == .assign || token.operation == .assignFinal)
        }
    }

    package var group: String? { assignments.last { $0.key == "GROUP" }?.value }
    package var owner: String? { assignments.last { $0.key == "OWNER" }?.value }
    /// As written.
    package var mode: String? { assignments.last { $0.key == "MODE" }?.value }
    /// The mode as a number; `nil` if there is none or it is not octal.
    package var modeBits: UInt32? { mode.flatMap { UInt32($0, radix: 8) } }
    package var runs: [RuleToken] { assignments.filter { $0.key == "RUN" } }

    /// Whether it reaches capture nodes.
    package var reachesNodes: Bool { subjects.contains(.video) || subjects.contains(.usbChildren) }
}
