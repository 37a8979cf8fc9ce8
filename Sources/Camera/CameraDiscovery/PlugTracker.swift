// SPDX-License-Identifier: Apache-2.0

package import Udev

/// Turns udev events into changes of the list of cameras. Pure: the caller passes events, times and lists.
///
/// One plug causes an event for each node, often a second `change` after it, and rebinding a driver removes and adds
/// every node within milliseconds. So an event only opens a window. When there was no event for `settle`, or the window
/// has been open for `patience`, the caller passes the current list and gets the difference, one event per camera. The
/// difference also makes up for lost events.
package struct PlugTracker: Sendable {
    /// The quiet time before settling.
    package static let settle = Duration.milliseconds(200)
    /// How long a camera whose events never stop may delay the others.
    package static let patience = Duration.seconds(2)

    private var known: [String: VideoNode]
    /// Nodes with events since the last settling.
    private var touched: Set<String> = []
    /// Known nodes that were removed, even if another has taken their place since.
    private var removed: Set<String> = []
    private var everythingTouched = false
    private var opened: Duration?
    private var latest: Duration?

    package init(nodes: [VideoNode]) {
        known = Dictionary(nodes.map { ($0.syspath, $0) }) { first, _ in first }
    }

    /// Takes an event; `now` is from any monotonic clock.
    package mutating func receive(_ action: UdevAction, syspath: String, at now: Duration) {
        if action == .remove, known[syspath] != nil { removed.insert(syspath) }
        touched.insert(syspath)
        touch(now)
    }

    /// The kernel dropped events: anything may have changed.
    package mutating func eventsLost(at now: Duration) {
        everythingTouched = true
        touch(now)
    }

    private mutating func touch(_ now: Duration) {
        opened = opened ?? now
        latest = now
    }

    /// When to settle; `nil` while there are no events.
    package var deadline: Duration? {
        guard let opened, let latest else { return nil }
        return min(latest + Self.settle, opened + Self.patience)
    }

    /// Whether this node must be probed again.
    package func isTouched(_ syspath: String) -> Bool { everythingTouched || touched.contains(syspath) }

    /// Closes the window with the current list. Returns disappearances first, then appearances, then changes.
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
            // Same name, but programs that had it open have lost it.
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
