// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
import Foundation
import Output
import Testing
import UdevRules
import UserSession

@Suite("evidence as a file")
struct EvidenceBundleTests {
    /// A snapshot with a value in every field.
    private static let full = Snapshot.healthy { snapshot in
        snapshot.holders = .seen(.held(by: "zoom"))
        snapshot.stream.value?.failure = .busy
        snapshot.stream.value?.ending = .init(kind: .gone, message: "gone")
        snapshot.stream.value?.settings?.focusReadings = [3, 4]
        snapshot.stream.value?.disturbances = [.init(control: "gain", before: 1, after: 2)]
        snapshot.rules.value?.problems = [.late]
        snapshot.torches = .seen([TorchRecord(path: "/sys/class/leds/white:flash", isWritable: false)])
        snapshot.profile = .seen(
            .init(name: "bench", differences: [.init(control: "gain", saved: "1", current: "2", isDefault: false)]))
        snapshot.frames = [KeptFrame(width: 1, height: 2, luma: "AAE=")]
        snapshot.damage = "cut off"
        snapshot.nodes.value?[1].access = NodeAccess(
            mode: 0o660, ownerID: 0, groupID: 44, accessControlList: [2, 0, 0, 0], mayOpen: true)
    }

    @Test("every value survives writing and reading")
    func roundTrip() throws {
        let bundle = EvidenceBundle([Self.full, .healthy()])
        let back = try EvidenceBundle(decoding: bundle.encoded(), name: "file")
        #expect(back == bundle)
    }

    @Test(
        "numbers that somebody made up give no crash: the page judges files of strangers",
        arguments: ["busy", "healthy", "metadata", "moved", "none", "not-permitted", "unbound", "full"])
    func absurdNumbers(name: String) throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Evidence")
        let bytes =
            name == "full"
            ? Data(try EvidenceBundle([Self.full]).encoded())
            : try Data(contentsOf: folder.appending(path: name + ".json"))
        let tree = try JSONSerialization.jsonObject(with: bytes)
        var places: [[JSONStep]] = []
        JSONStep.numbers(in: tree, [], &places)
        #expect(places.count > 10)
        var judged = 0
        for place in places {
            for number in ["9223372036854775807", "-9223372036854775808", "-1", "0", "4294967295", "1e308", "-1e-308"] {
                let marked = JSONStep.replaced(tree, place[...], with: "@")
                let text = String(decoding: try JSONSerialization.data(withJSONObject: marked), as: UTF8.self)
                    .replacing("\"@\"", with: number)
                // It may be refused.
                guard let bundle = try? EvidenceBundle(decoding: Array(text.utf8), name: "file") else { continue }
                for snapshot in bundle.snapshots { _ = Doctor.judge(snapshot).json.text }
                judged += 1
            }
        }
        #expect(judged > places.count)
    }

    /// A step into a JSON value.
    private enum JSONStep {
        case key(String)
        case index(Int)

        /// The places of all numbers. Of long lists, only the first two are changed.
        static func numbers(in value: Any, _ place: [JSONStep], _ places: inout [[JSONStep]]) {
            switch value {
            case let value as [String: Any]:
                for (key, child) in value.sorted(by: { $0.key < $1.key }) {
                    numbers(in: child, place + [.key(key)], &places)
                }
            case let value as [Any]:
                for (index, child) in value.prefix(2).enumerated() {
                    numbers(in: child, place + [.index(index)], &places)
                }
            case is NSNumber: places.append(place)
            default: break
            }
        }

        static func replaced(_ value: Any, _ place: ArraySlice<JSONStep>, with new: Any) -> Any {
            guard let step = place.first else { return new }
            switch step {
            case .key(let key):
                var members = value as! [String: Any]
                members[key] = replaced(members[key]!, place.dropFirst(), with: new)
                return members
            case .index(let index):
                var items = value as! [Any]
                items[index] = replaced(items[index], place.dropFirst(), with: new)
                return items
            }
        }
    }

    @Test("the same report from the file as from the machine")
    func sameReport() throws {
        let broken = Snapshot.healthy { $0.refuse("EACCES") }
        let back = try EvidenceBundle(decoding: EvidenceBundle([broken]).encoded(), name: "file")
        #expect(Doctor.judge(back.snapshots[0]) == Doctor.judge(broken))
    }

    @Test("redacted, what a service said keeps no address, key or name of a home")
    func words() throws {
        var client = CameraClientRecord(.unit, name: "watch.service")
        client.exitStatus = "1"
        client.lastWords = [
            "opening rtsp://anna:geheim@10.0.0.7/live", "token=abc123 mail anna@example.org",
            "key 0123456789abcdef0123456789abcdef", "cannot write /home/anna/log/watch.log: Permission denied",
            "[RTSP] [conn 192.168.31.23:51234] closed: no one is publishing to path 'cam'",
        ]
        client.stopped = nil
        let snapshot = Snapshot.healthy { $0.client = client }
        let redacted = try EvidenceBundle([snapshot]).redacted()
        let text = String(decoding: try redacted.encoded(), as: UTF8.self)
        for secret in ["anna", "geheim", "abc123", "0123456789abcdef", "192.168.31"] { #expect(!text.contains(secret), "\(secret)") }
        #expect(text.contains("log/watch.log: Permission denied".replacing("/", with: "\\/")) || text.contains("log/watch.log: Permission denied"))
        #expect(Doctor.judge(redacted.snapshots[0]).headline?.id == Doctor.judge(snapshot).headline?.id)
    }

    @Test("redacted, it contains no user name, serial number or code text, and the findings stay")
    func redaction() throws {
        let snapshot = Snapshot.healthy { snapshot in
            snapshot.user = .seen(.ada(groups: [1000, 44], session: [1000]))
            snapshot.subject.name = "/home/ada/cam/by-id/usb-046d_HD_Pro_Webcam_C920_3F2A8B1C-video-index0"
        }
        let redacted = try EvidenceBundle([snapshot]).redacted()
        #expect(redacted.isRedacted)
        let text = String(decoding: try redacted.encoded(), as: UTF8.self)
        for secret in ["3F2A8B1C", "\"ada\"", "/ada/", "4006381333931"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        // Equal values stay equal.
        #expect(redacted.snapshots[0].node.serial == "SERIAL-1")
        #expect(redacted.snapshots[0].node.byID == ["/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_SERIAL-1-video-index0"])
        #expect(redacted.snapshots[0].user.value?.name == "USER-1")
        #expect(Doctor.judge(redacted.snapshots[0]).findings.map(\.id) == Doctor.judge(snapshot).findings.map(\.id))
    }

    @Test("a user name that is a common word does not change other words")
    func commonNames() throws {
        let snapshot = Snapshot.healthy { snapshot in
            snapshot.user = .seen(UserRecord(id: 1001, name: "camera", accountGroups: [], sessionGroups: []))
        }
        let redacted = try EvidenceBundle([snapshot]).redacted().snapshots[0]
        #expect(redacted.node.classReason == snapshot.node.classReason)
        #expect(redacted.host == snapshot.host)
    }

    @Test(
        "a file that is not evidence is rejected with the reason",
        arguments: [
            ("", "not valid JSON"), ("{}", "\"schema\" is missing"),
            ("{\"schema\":\"candela.evidence/9\"}", "candela.evidence/9"),
            ("{\"schema\":\"candela.evidence/1\",\"redacted\":false}", "\"snapshots\" is missing"),
            ("{\"schema\":\"candela.evidence/1\",\"redacted\":false,\"snapshots\":[7]}", "wrong type"),
            ("\u{0}\u{1}", "not valid JSON"),
        ])
    func refusals(text: String, reason: String) {
        let error = #expect(throws: EvidenceError.self) {
            _ = try EvidenceBundle(decoding: Array(text.utf8), name: "x.json")
        }
        #expect(error?.description.hasPrefix("cannot replay x.json: ") == true)
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
