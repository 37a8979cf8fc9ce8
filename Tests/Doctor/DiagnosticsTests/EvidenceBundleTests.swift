// SPDX-License-Identifier: Apache-2.0

import CameraDiscovery
import Diagnostics
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

    @Test("the same report from the file as from the machine")
    func sameReport() throws {
        let broken = Snapshot.healthy { $0.refuse("EACCES") }
        let back = try EvidenceBundle(decoding: EvidenceBundle([broken]).encoded(), name: "file")
        #expect(Doctor.judge(back.snapshots[0]) == Doctor.judge(broken))
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
