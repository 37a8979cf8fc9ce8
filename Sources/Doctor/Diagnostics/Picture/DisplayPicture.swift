// SPDX-License-Identifier: Apache-2.0

internal import FrameMetrics

/// The picture of a display, which a capture device digitises: see `CaptureDevice`.
///
/// What assumes a scene in some light, in front of a lens, is not told of it: a white page is not overexposed, a dark theme needs no lamp, and
/// soft letters are no matter of a focus.
enum DisplayPicture {
    /// Why light and focus are not judged.
    static let reason = "the picture comes from a capture device and is without any noise, as another device's screen is, with neither light nor a lens in front of it"

    /// Whether a suspect is none here.
    static func holdsBack(_ suspect: Suspect, _ evidence: PictureEvidence) -> Bool {
        guard evidence.isOfDisplay == true else { return false }
        switch suspect.finding.id {
        // The brightness and contrast that the device itself is set to.
        case .lightSettings: return false
        // Half pictures are in the signal, whatever that shows.
        case .lightMotion: return MotionSuspect.interlaced(evidence) == nil
        // A lamp that is reflected in a label.
        case .symbolGlare: return true
        default: return suspect.check == .light || suspect.check == .focus
        }
    }

    /// The check, if it has found something; else that it was left out.
    static func leftOut(_ report: CheckReport, _ evidence: PictureEvidence) -> CheckReport {
        guard evidence.isOfDisplay == true, report.findings.isEmpty, report.notes.isEmpty else { return report }
        return CheckReport(report.id, .skip, reason, evidence: report.evidence)
    }
}
