// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Output
import Testing

@Suite("the doctor's report")
struct DoctorReportTests {
    @Test("the JSON has the documented schema")
    func json() {
        let report = Doctor.judge(
            .healthy { snapshot in
                snapshot.user = .seen(.ada(groups: [1000, 44], session: [1000]))
                snapshot.refuse("EACCES")
            })
        #expect(
            report.json.text.hasPrefix(
                #"{"schema":"candela.doctor/1","subject":"/dev/video0","kind":"camera","verdict":"blocked","headline":"access.stale-group","message":"ada is in group video, but this login session started before the user was added","checks":[{"id":"presence","state":"pass","message":"HD Pro Webcam C920, USB at 480 Mb/s""#
            ), "\(report.json.text)")
        #expect(
            report.json.text.contains(
                #"{"id":"access","state":"fail","finding":"access.stale-group","message":"ada is in group video, but this login session started before the user was added","confidence":"certain","evidence":[{"what":"open(/dev/video0)","value":"EACCES"},{"what":"mode","value":"crw-rw---- root:video"}"#
            ))
        #expect(report.json.text.contains(#"{"id":"contention","state":"skip","reason":"access failed"}"#))
    }

    @Test("the worst finding gives the verdict, the first of the worst is the headline")
    func verdicts() {
        func finding(_ id: FindingID, _ severity: Finding.Severity) -> Finding {
            Finding(id, severity, "m", evidence: [EvidenceLine("a", "b")], effect: "e")
        }
        let subject = Snapshot.Subject(kind: .camera, name: "x", isNamed: true)
        let warn = CheckReport(.presence, findings: [finding(.deviceSlowLink, .warn)], passed: "")
        let both = CheckReport(.light, findings: [finding(.lightNoise, .warn), finding(.lightDark, .fail)], passed: "")
        #expect(both.state == .fail && both.findings.first?.id == .lightDark)
        #expect(DoctorReport(subject: subject, checks: [warn, both]).headline?.id == .lightDark)
        #expect(DoctorReport(subject: subject, checks: [warn]).verdict == .degraded)
        #expect(DoctorReport(subject: subject, checks: [warn]).headline?.id == .deviceSlowLink)
        let unknown = CheckReport(.stream, .unknown, "why")
        #expect(DoctorReport(subject: subject, checks: [unknown]).verdict == .degraded)
        #expect(DoctorReport(subject: subject, checks: [unknown]).headline == nil)
        #expect(DoctorReport(subject: subject, checks: [CheckReport(.stream, .pass, "")]).verdict == .ready)
    }

    @Test("a check that could not be run is unknown with its reason, never a pass, and the others still run")
    func unknown() {
        let report = Doctor.judge(.healthy { $0.nodes = .unknown("udev does not answer") })
        let node = report.checks.first { $0.id == .node }
        #expect(node?.state == .unknown)
        #expect(node?.summary == "udev does not answer")
        #expect(report.verdict != .ready)
        let blind = Doctor.judge(.healthy { $0.host = .unknown("/sys is not mounted") })
        #expect(blind.checks.first?.state == .unknown)
        #expect(blind.checks.first { $0.id == .stream }?.state == .pass)
    }

    @Test("every finding has a page, under the check that raises it, once")
    func catalogue() {
        let ids = Catalogue.entries.map(\.id)
        #expect(Set(ids).count == ids.count)
        for entry in Catalogue.entries {
            #expect(entry.explanation.count > 200, "\(entry.id)")
            #expect(
                !entry.title.isEmpty && entry.title.first?.isUppercase == false || entry.title.hasPrefix("USB"),
                "\(entry.id)")
        }
        for broken in SystemJudgesTests.devices + SystemJudgesTests.access + SystemJudgesTests.nodes
            + SystemJudgesTests.streams
        {
            #expect(ids.contains(broken.headline), "\(broken.headline) has a page")
        }
    }
}
