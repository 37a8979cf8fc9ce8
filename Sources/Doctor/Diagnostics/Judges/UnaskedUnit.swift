// SPDX-License-Identifier: Apache-2.0

internal import MachineFacts

/// Judges services that work with cameras and that nobody asked about: what they wrote says that they get no pictures, for a reason of their
/// own.
enum UnaskedUnit {
    /// A note for each, beside whatever else is found.
    static func notes(_ snapshot: Snapshot) -> [Finding] {
        (snapshot.units ?? []).compactMap { trouble($0, snapshot) }.map { finding in
            var finding = finding
            finding.severity = .note
            return finding
        }
    }

    /// A camera for libcamera is in order. If a service for cameras is not, that is why somebody asks, and comes first.
    static func adding(to checks: [CheckReport], _ snapshot: Snapshot) -> [CheckReport] {
        guard snapshot.client == nil, let failed = checks.firstIndex(where: { $0.state == .fail }),
            var raw = checks[failed].findings.first, raw.id == .deviceNeedsLibcamera,
            let unit = (snapshot.units ?? []).lazy.filter({ CameraUnits.isKnown($0.name) }).compactMap({ trouble($0, snapshot) }).first
        else { return checks }
        raw.severity = .note
        var checks = checks
        checks[failed] = CheckReport(checks[failed].id, findings: [unit], passed: "").adding(notes: [raw] + checks[failed].notes)
        return checks
    }

    private static func trouble(_ unit: CameraClientRecord, _ snapshot: Snapshot) -> Finding? {
        let place = Place(snapshot)
        let holders = snapshot.holders.value?.holders ?? []
        if let finding = LacksElement.find(unit, holders, place) ?? KnownError.find(unit, snapshot) { return finding }
        // What only the failure itself tells is left to who asks about it.
        return FailedService.find(unit, isClear: true, place: place) ?? FailedChild.find(unit, holders, place: place)
    }
}
