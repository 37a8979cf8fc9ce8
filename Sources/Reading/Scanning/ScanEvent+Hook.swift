// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
package import Output

extension ScanEvent {
    /// The state of a hook that receives scans.
    package struct Hook: Sendable {
        package enum State: Sendable {
            /// Scans cannot be delivered; they wait and are retried.
            case away(reason: String)
            /// Delivery works again.
            case back
            /// The hook refused a scan for good.
            case refused(Scan, reason: String)
            /// The outbox cannot be used.
            case stuck(reason: String)
            /// The number of scans that still wait at the end; a later run delivers them.
            case waiting(Int, reason: String?)
            /// The number of scans that could neither be delivered nor stored.
            case lost(Int, reason: String?)
            /// What would be sent for a scan, in words, and why it would be refused.
            case preview(Scan, words: String, refusal: String?)
        }

        package var time: WallTime
        /// Its kind and address.
        package var hook: String
        package var state: State

        package init(time: WallTime = .now, hook: String, _ state: State) {
            self.time = time
            self.hook = hook
            self.state = state
        }
    }
}

extension ScanEvent.Hook {
    /// A sentence for people. Contains untrusted text: escape it before display.
    package var message: String {
        switch state {
        case .away(let reason): "\(hook): cannot deliver scans, will try again: \(reason)"
        case .back: "\(hook): scans are delivered again"
        case .refused(let scan, let reason): "\(hook): \(scan.shownText) was refused and will not be retried: \(reason)"
        case .stuck(let reason): "\(hook): cannot deliver scans: \(reason)"
        case .waiting(let count, let reason):
            "\(hook): \(Self.scans(count)) not delivered yet\(Self.because(reason)); the next scan with the same hook "
                + "delivers them, or run candela history deliver"
        case .lost(let count, let reason):
            "\(hook): \(Self.scans(count)) lost, neither delivered nor stored\(Self.because(reason))"
        case .preview(_, let words, nil): "would \(words)"
        case .preview(let scan, _, let refusal?): "\(hook): \(scan.shownText) would be refused: \(refusal)"
        }
    }

    private static func scans(_ count: Int) -> String { count == 1 ? "1 scan" : "\(count) scans" }
    private static func because(_ reason: String?) -> String { reason.map { " (\($0))" } ?? "" }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("event", "hook"), .init("time", .string(time.text)), .init("hook", .string(hook)),
        ]
        func add(_ state: JSONValue, reason: String?) {
            members.append(.init("state", state))
            if let reason { members.append(.init("reason", .string(reason))) }
        }
        switch state {
        case .away(let reason): add("away", reason: reason)
        case .back: add("back", reason: nil)
        case .refused(let scan, let reason):
            add("refused", reason: reason)
            if let id = scan.id { members.append(.init("id", .string(id))) }
            members.append(.init("text", .string(scan.shownText)))
        case .stuck(let reason): add("stuck", reason: reason)
        case .waiting(let count, let reason):
            add("waiting", reason: reason)
            members.append(.init("scans", .integer(count)))
        case .lost(let count, let reason):
            add("lost", reason: reason)
            members.append(.init("scans", .integer(count)))
        case .preview(let scan, let words, let refusal):
            add("preview", reason: refusal)
            if let id = scan.id { members.append(.init("id", .string(id))) }
            members.append(.init("message", .string(words)))
        }
        return .object(members)
    }
}

extension ScanEvent.Scan {
    /// The text for people; for bytes that are not text, their escaped form.
    fileprivate var shownText: String { finalText ?? VisibleText.escape(barcode.bytes) }
}
