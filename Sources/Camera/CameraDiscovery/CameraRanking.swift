// SPDX-License-Identifier: Apache-2.0

internal import Frames

/// Ranks cameras for a user who names none, or names one with several nodes.
enum CameraRanking {
    /// One criterion; a lower rank is better.
    private struct Criterion {
        var rank: @Sendable (VideoNode) -> Int
        var why: @Sendable (_ best: VideoNode, _ other: VideoNode) -> String
    }

    /// The criteria, strongest first.
    private static let criteria = [
        Criterion(rank: { $0.isUsable ? 0 : 1 }, why: { _, other in "\(other.place) cannot be opened" }),
        Criterion(
            rank: { $0.givesNoPictures ? 1 : 0 },
            why: { _, other in "\(other.place) gives only \(other.formatNames), and no pictures" }),
        Criterion(rank: { rank($0.nodeClass) }, why: { _, other in "\(other.place) is \(other.nodeClass.phrase)" }),
        // Both are plugged in for a purpose, but a grabber has no picture unless another device sends one.
        Criterion(
            rank: { $0.isGrabber ? 1 : 0 },
            why: { _, other in "\(other.place) is a grabber: it shows what another device sends" }),
        Criterion(
            rank: { rank($0.usb?.removable, $0.bus) },
            why: { best, other in
                if best.usb == nil { return "\(other.place) is virtual" }
                return other.usb == nil
                    ? "it is on USB and \(other.place) is not" : "it was plugged in and \(other.place) is built in"
            }
        ),
        Criterion(rank: { $0.number ?? Int.max }, why: { _, _ in "it has the lowest number" }),
    ]

    /// The nodes that can capture, best first.
    static func sorted(_ nodes: [VideoNode]) -> [VideoNode] {
        nodes.filter(\.classification.yieldsPictures).sorted { left, right in
            for criterion in criteria {
                let (first, second) = (criterion.rank(left), criterion.rank(right))
                if first != second { return first < second }
            }
            return left.syspath < right.syspath
        }
    }

    /// Why the first of two nodes ranks before the second.
    static func reason(_ best: VideoNode, over other: VideoNode) -> String {
        for criterion in criteria where criterion.rank(best) != criterion.rank(other) {
            return criterion.why(best, other)
        }
        return "it is listed first"
    }

    private static func rank(_ nodeClass: NodeClass) -> Int {
        switch nodeClass {
        case .capture: 0
        case .infrared: 1
        case .loopback: 2
        default: 3
        }
    }

    /// An external camera was plugged in for a purpose; a built-in one usually points at the user.
    private static func rank(_ removable: USBLink.Removability?, _ bus: VideoNode.Bus) -> Int {
        switch removable {
        case .removable, .unknown: 0
        case .fixed: 1
        case nil: bus == .virtual ? 2 : 1
        }
    }
}

extension VideoNode {
    /// Whether it was opened and has no formats with pictures, but compressed video, such as H.264, or nothing that can be
    /// decoded: a camera with its own encoder has another node for pictures. A format that is not in the table may be one that libv4lconvert knows.
    fileprivate var givesNoPictures: Bool {
        let formats = capabilities?.formats ?? []
        return !formats.isEmpty
            && formats.allSatisfy { if case .unreadable = PixelFormat($0) { true } else { false } }
    }

    fileprivate var formatNames: String { (capabilities?.formats ?? []).map(\.description).joined(separator: ", ") }
}
