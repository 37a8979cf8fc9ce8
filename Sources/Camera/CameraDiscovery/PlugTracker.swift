// SPDX-License-Identifier: Apache-2.0

package import Udev

/// Decides what the events of udev mean for the list of cameras. Pure: the caller gives it events, times and lists.
///
/// One plug makes an event for each node, often a second `change` after it, and a driver bound anew removes and adds
/// every node within milliseconds. So events only open a window; when it has been quiet for `settle`, or open for
/// `patience`, the caller gives the list as it is now and gets the difference, one event a camera. The difference heals
/// lost events, too.
package struct PlugTracker: Sendable {
    /// How long it must be quiet.
    package static let settle = Duration.milliseconds(200)
    /// How long a camera whose events never stop may keep the others waiting.
    package static let patience = Duration.seconds(2)

    private var known: [String: VideoNode]
    /// Nodes that something happened to since the last settling.
    private var touched: Set<String> = []
    /// Known nodes that went away, though another may be in their place by now.
    private var removed: Set<String> = []
    private var everythingTouched = false
    private var opened: Duration?
    private var latest: Duration?

    package init(nodes: [VideoNode]) {
        known = Dictionary(nodes.map { ($0.syspath, $0) }) { first, _ in first }
    }

    /// Takes an event in; `now` on any clock that only goes forward.
    package mutating func receive(_ action: UdevAction, syspath: String, at now: Duration) {
        if action == .remove, known[syspath] != nil { removed.insert(syspath) }
        touched.insert(syspath)
        touch(now)
    }

    /// The kernel dropped events: anything may have happened.
    package mutating func eventsLost(at now: Duration) {
        everythingTouched = true
        touch(now)
    }

    private mutating func touch(_ now: Duration) {
        opened = opened ?? now
        latest = now
    }

    /// When to settle; `nil` while nothing happens.
    package var deadline: Duration? {
        guard let opened, let latest else { return nil }
        return min(latest + Self.settle, opened + Self.patience)
    }

    /// Whether this node must be looked at anew, not remembered.
    package func isTouched(_ syspath: String) -> Bool { everythingTouched || touched.contains(syspath) }

    /// Closes the window with the list as it is now. Disappearances come first, then appearances, then changes.
    package mutating func settle(_ nodes: [VideoNode]) -> [CameraEvent] {
        let present = Dictionary(nodes.map { ($0.syspath, $0) }) { first, _ in first }
        var gone: [VideoNode] = []
        var come: [VideoNode] = []
        var changed: [VideoNode] = []
        for node in known.values.sorted(by: { $0.syspath < $1.syspath }) {
            guard let now = present[node.syspath] else {
                gone.append(node)
                continue
            }
            // Same name, but whoever had it open has lost it.
            if removed.contains(node.syspath) {
                gone.append(node)
                come.append(now)
            } else if now != node {
                changed.append(now)
            }
        }
        come += nodes.filter { known[$0.syspath] == nil }
        known = present
        touched = []
        removed = []
        everythingTouched = false
        opened = nil
        latest = nil
        return events(.disappeared, gone) + events(.appeared, come) + events(.changed, changed)
    }

    private func events(_ change: CameraEvent.Change, _ nodes: [VideoNode]) -> [CameraEvent] {
        let sorted = nodes.sorted { ($0.number ?? Int.max, $0.syspath) < ($1.number ?? Int.max, $1.syspath) }
        return Camera.group(sorted).map { CameraEvent(change, $0) }
    }
}
