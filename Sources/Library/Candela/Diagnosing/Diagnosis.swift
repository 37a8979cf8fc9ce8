// SPDX-License-Identifier: Apache-2.0

internal import ConfinedProcesses
internal import Diagnostics
internal import Frames
internal import Scanning

/// The doctor's report: why a camera does not read, and what to do.
///
/// Its texts can contain names that devices give: escape them before a terminal shows them.
public struct Diagnosis: Hashable, Sendable {
    /// Whether scanning works.
    public let verdict: Verdict
    /// The finding that decides; `nil` if nothing is wrong.
    public let headline: Finding?
    /// Every link of the chain from the camera to the text, in causal order.
    public let checks: [Check]
    /// The codes that were read: symbology and text.
    public let reads: [String]

    /// All findings, in the order of the checks.
    public var findings: [Finding] { checks.flatMap(\.findings) }

    /// Whether scanning works.
    public enum Verdict: String, Hashable, Sendable {
        /// Every check passed.
        case ready
        /// It works, but something makes it worse, or a check could not be run.
        case degraded
        /// It cannot work.
        case blocked
    }

    /// One link of the chain.
    public struct Check: Hashable, Sendable {
        /// Its name: `access`, `light`.
        public let name: String
        /// The question that it answers.
        public let question: String
        /// `pass`, `warn`, `fail`, `unknown`, or `skip` after another check failed.
        public let state: String
        /// The answer in a few words.
        public let summary: String
        /// What is wrong, the worst first.
        public let findings: [Finding]
    }

    /// Something that is wrong.
    public struct Finding: Hashable, Sendable {
        /// Its name, which does not change between versions: `light.dark`. `candela doctor --explain` describes it.
        public let id: String
        /// The cause in one sentence.
        public let message: String
        /// The consequence for scanning, in one sentence.
        public let effect: String
        /// `certain`, `likely`, or `possible`.
        public let confidence: String
        /// What was looked at and what was found: `mean luma: 11 of 255`.
        public let evidence: [String]
        /// What to do, the best first.
        public let fixes: [Fix]
    }

    /// A way to fix something.
    public struct Fix: Hashable, Sendable {
        /// What it does.
        public let title: String
        /// Shell commands; empty for work by hand.
        public let commands: [String]
        /// Whether the commands need root.
        public let needsRoot: Bool
    }
}

extension Camera {
    /// Finds out why the camera does not read, or that it does. It takes some seconds and changes nothing.
    ///
    /// - Parameters:
    ///   - symbologies: what shall be read.
    ///   - progress: called with the question of each check that begins, on another thread.
    /// - Returns: the report.
    /// - Throws: `CameraError` if the name of the camera means several cameras or none; `CancellationError` once the task is
    ///   cancelled and the camera is closed.
    public func diagnose(
        reading symbologies: Set<Symbology> = .standard, progress: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> Diagnosis {
        let address = address
        return try await CameraThread.run { channel in
            do throws(ReadingError) { try Workers.prepare(.confined) } catch { throw CameraError(error) }
            let options = Examination.Options(symbologies: symbologies.inner) { effort, use throws(InnerReaderError) in
                try makeReader(symbologies, effort, use, isolation: .confined)
            }
            do throws(Examination.Refusal) {
                let snapshot = try Examination(options: options) { progress($0.question) }.examine(
                    address, program: CandelaVersion.current
                ) { source in
                    // Weak: the camera must be closed afterwards.
                    channel.onStop { [weak source] in source?.stop() }
                }
                return Diagnosis(Doctor.judge(snapshot))
            } catch {
                throw CameraError(.absent, error.description)
            }
        }
    }
}

extension Diagnosis {
    init(_ report: DoctorReport) {
        switch report.verdict {
        case .ready: verdict = .ready
        case .degraded: verdict = .degraded
        case .blocked: verdict = .blocked
        }
        headline = report.headline.map { Finding($0) }
        checks = report.checks.map { check in
            Check(
                name: check.id.rawValue, question: check.id.question, state: check.state.rawValue,
                summary: check.summary, findings: check.findings.map { Finding($0) })
        }
        reads = report.reads.map { $0.symbology + ($0.text.map { " " + $0 } ?? "") }
    }
}

extension Diagnosis.Finding {
    fileprivate init(_ finding: Diagnostics.Finding) {
        id = finding.id.rawValue
        message = finding.message
        effect = finding.effect
        confidence = finding.confidence.rawValue
        evidence = finding.evidence.map { "\($0.what): \($0.value)" }
        fixes = finding.fixes.map { Diagnosis.Fix(title: $0.title, commands: $0.commands, needsRoot: $0.needsRoot) }
    }
}
