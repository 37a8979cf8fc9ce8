// SPDX-License-Identifier: Apache-2.0

/// Judges a snapshot. Pure: the same snapshot gives the same report on any machine.
package enum Doctor {
    /// Runs every check in causal order. Checks after a failed one are skipped.
    package static func judge(_ snapshot: Snapshot) -> DoctorReport {
        var checks: [CheckReport] = []
        if snapshot.subject.kind == .camera {
            checks = [
                PresenceJudge.judge(snapshot), DriverJudge.judge(snapshot), NodeJudge.judge(snapshot),
                AccessJudge.judge(snapshot), ContentionJudge.judge(snapshot), StreamJudge.judge(snapshot),
            ]
        } else if snapshot.subject.kind == .network {
            checks = NetworkJudge.judge(snapshot)
            // A stream that did not begin is explained there.
            if !checks.contains(where: { $0.state == .fail }) { checks.append(StreamJudge.judge(snapshot)) }
        } else if snapshot.subject.kind == .libcamera {
            checks = LibcameraJudge.judge(snapshot)
            if !checks.contains(where: { $0.state == .fail }) {
                checks += [ContentionJudge.judge(snapshot), StreamJudge.judge(snapshot)]
            }
        } else if snapshot.subject.kind == .genICam || snapshot.subject.kind == .pipeWire {
            checks =
                snapshot.subject.kind == .genICam ? GenICamJudge.judge(snapshot) : PipeWireJudge.judge(snapshot)
            if !checks.contains(where: { $0.state == .fail }) { checks.append(StreamJudge.judge(snapshot)) }
        } else if snapshot.subject.kind != .picture {
            checks = [ContentionJudge.judge(snapshot), StreamJudge.judge(snapshot)]
        } else if let file = PictureFileJudge.judge(snapshot) {
            checks = [file]
        }
        checks = skippingAfterFailure(UnaskedUnit.adding(to: SpokenTrouble.adding(to: checks, snapshot), snapshot))
        // Programs that get pictures in another way, such as libcamera's, suffer from it, too.
        if snapshot.stream.value == nil, let failed = checks.firstIndex(where: { $0.state == .fail }) {
            checks[failed] = checks[failed].adding(notes: LowVoltage.findings(nil, snapshot, StreamSubject(snapshot)))
        }
        if let note = SharedSensorBus.note(snapshot),
            let place = checks.firstIndex(where: { $0.state == .fail }) ?? checks.firstIndex(where: { $0.id == .stream }) ?? checks.indices.last
        {
            checks[place] = checks[place].adding(notes: [note])
        }
        checks += pictureChecks(snapshot, after: checks)
        if let desktop = DesktopJudge.judge(snapshot) { checks.append(desktop) }
        let picture = snapshot.picture.value
        let reads = picture.map { $0.read.isEmpty ? $0.codes(.harder) : $0.read } ?? []
        let codes = reads.map { DoctorReport.Read(symbology: $0.symbology, text: $0.text) }
        return DecidingFacts.adding(
            to: DoctorReport(
                subject: snapshot.subject, checks: checks, reads: codes, summary: summary(checks, codes)))
    }

    /// A failed check hides everything behind it, so the checks after the first failure are not judged.
    private static func skippingAfterFailure(_ checks: [CheckReport]) -> [CheckReport] {
        guard let failed = checks.firstIndex(where: { $0.state == .fail }) else { return checks }
        return checks.enumerated().map { index, check in
            index > failed ? CheckReport(check.id, .skip, "\(checks[failed].id.rawValue) failed") : check
        }
    }

    private static func pictureChecks(_ snapshot: Snapshot, after checks: [CheckReport]) -> [CheckReport] {
        let ids: [CheckID] = [.light, .focus, .symbol, .reader]
        func blaming(_ finding: Finding, notes: [Finding] = []) -> [CheckReport] {
            [CheckReport(.light, findings: [finding], passed: "").adding(notes: notes)]
                + ids.dropFirst().map { CheckReport($0, .skip, "light failed") }
        }
        // A stream that failed may still have delivered frames, but a frozen or torn picture proves nothing.
        if let failed = checks.first(where: { $0.state == .fail }) {
            return ids.map { CheckReport($0, .skip, "\(failed.id.rawValue) failed") }
        }
        guard var picture = snapshot.picture.value?.bounded else {
            return ids.map { .unseen($0, snapshot.picture) }
        }
        // Fixes set controls on the examined camera, whichever camera is the default.
        if [.camera, .simulated, .libcamera, .genICam, .pipeWire].contains(snapshot.subject.kind) {
            picture.camera = snapshot.subject.name
        }
        if let profile = snapshot.profile.value, profile.differences.isEmpty { picture.profile = profile.name }
        let subject = StreamSubject(snapshot)
        // What is lost of a compressed stream stays in the picture as blocks and smears until the next whole one.
        if subject.kind == .network, picture.isUnread, checks.contains(where: { $0.findings.contains { $0.id == .streamCorrupt } }) {
            return ids.map { CheckReport($0, .skip, "many frames arrive damaged") }
        }
        if CaptureDevice.showsDisplay(picture, subject) { picture.isOfDisplay = true }
        if let finding = SwitchJudge.finding(snapshot, picture) ?? StaticPicture.find(snapshot, picture) {
            // What else the blank or noisy picture seems to say has this cause.
            return blaming(finding)
        }
        var light = LightJudge.judge(picture)
        if let finding = SettlingJudge.find(snapshot.stream.value, snapshot) { light = light.adding(notes: [finding]) }
        if let finding = HazeJudge.find(snapshot, picture) { light = light.adding(notes: [finding]) }
        if let finding = TorchJudge.judge(snapshot, light) { light = light.adding(finding) }
        let watched = WatchJudge.findings(snapshot)
        let swing = SwingJudge.find(snapshot.stream.value, snapshot)
        if let finding = watched.first(where: { $0.id == .lightPumping }) ?? swing { light = light.adding(finding) }
        if let finding = ProfileJudge.judge(snapshot) { light = light.adding(finding) }
        var focus = FocusJudge.judge(picture)
        if !focus.findings.contains(where: { $0.id == .focusHunting }) {
            for finding in watched where finding.id == .focusHunting { focus = focus.adding(finding) }
        }
        if let finding = CaptureDevice.soft(picture, snapshot.stream.value, subject) {
            focus = CheckReport(.focus, findings: focus.findings + focus.notes + [finding], passed: focus.summary, evidence: focus.evidence)
        }
        var reader = ReaderJudge.judge(picture)
        for finding in ReaderShortfallJudge.findings(snapshot) + (PythonBarcodeReader.find(snapshot, .note).map { [$0] } ?? []) {
            reader = finding.severity == .note ? reader.adding(notes: [finding]) : reader.adding(finding)
        }
        let symbol = SymbolJudge.judge(picture).adding(notes: PictureFileJudge.transparency(snapshot) + PictureFileJudge.inks(snapshot))
        let failed = [light, focus, symbol].flatMap(\.findings).filter { $0.severity == .fail }
        if var swing, picture.read.isEmpty, !failed.isEmpty, failed.allSatisfy({ Self.ofOnePicture.contains($0.id) }) {
            swing.severity = .fail
            return blaming(swing, notes: light.notes)
        }
        return [light, focus, symbol, reader]
    }

    /// What one picture out of a swing of the brightness shows, too dark or too bright, is no cause of its own.
    private static let ofOnePicture: Set<FindingID> = [.lightDark, .lightClipped, .lightCovered, .lightBacklit, .symbolGlare, .symbolContrast]

    private static func summary(_ checks: [CheckReport], _ reads: [DoctorReport.Read]) -> String {
        let open = checks.filter { $0.state == .unknown }.map(\.id.rawValue)
        if !open.isEmpty { return "no fault found, but \(Words.list(open)) could not be checked" }
        let reader = checks.last { $0.id == .reader }?.summary ?? "no fault found"
        guard !reads.isEmpty else { return reader }
        let codes = reads.prefix(4).map { $0.symbology + ($0.text.map { " \"\($0)\"" } ?? "") }
        return Words.list(codes + (reads.count > 4 ? ["\(reads.count - 4) more"] : [])) + ": " + reader
    }
}

extension CheckReport {
    /// This report with one more finding.
    func adding(_ finding: Finding) -> CheckReport {
        var report = CheckReport(id, findings: findings + notes + [finding], passed: summary, evidence: evidence)
        // A check that could not be judged keeps its reason, whatever else was found.
        if state == .skip || state == .unknown { report.summary = summary }
        return report
    }
}
