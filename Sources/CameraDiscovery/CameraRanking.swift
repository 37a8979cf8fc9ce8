// SPDX-License-Identifier: Apache-2.0

/// Which camera to take when the user names none, or names one that has several.
enum CameraRanking {
    /// What speaks for a node, strongest first; 0 is best.
    private static let criteria: [(rank: @Sendable (VideoNode) -> Int, why: @Sendable (VideoNode, VideoNode) -> String)] = [
        ({ $0.isUsable ? 0 : 1 }, { _, other in "\(other.place) cannot be opened" }),
        ({ rank($0.nodeClass) }, { _, other in "\(other.place) is \(other.nodeClass.phrase)" }),
        (
            { rank($0.usb?.removable, $0.bus) },
            { best, other in
                best.usb != nil && other.usb?.removable == .fixed
                    ? "it was plugged in and \(other.place) is built in" : "it is a camera on USB and \(other.place) is not"
            }
        ),
        ({ $0.number ?? Int.max }, { _, _ in "it has the lowest number" }),
    ]

    /// Those that yield pictures, best first.
    static func sorted(_ nodes: [VideoNode]) -> [VideoNode] {
        nodes.filter(\.classification.yieldsPictures).sorted { left, right in
            for criterion in criteria {
                let (first, second) = (criterion.rank(left), criterion.rank(right))
                if first != second { return first < second }
            }
            return left.syspath < right.syspath
        }
    }

    /// Why the first of two stands before the second.
    static func reason(_ best: VideoNode, over other: VideoNode) -> String {
        for criterion in criteria where criterion.rank(best) != criterion.rank(other) {
            return criterion.why(best, other)
        }
        return "it comes first"
    }

    private static func rank(_ nodeClass: NodeClass) -> Int {
        switch nodeClass {
        case .capture: 0
        case .infrared: 1
        case .loopback: 2
        default: 3
        }
    }

    /// A camera that somebody plugged in is there for a purpose; one in the lid looks at the person.
    private static func rank(_ removable: USBLink.Removability?, _ bus: VideoNode.Bus) -> Int {
        switch removable {
        case .removable, .unknown: 0
        case .fixed: 1
        case nil: bus == .virtual ? 2 : 1
        }
    }
}
