// SPDX-License-Identifier: Apache-2.0

internal import Cameras
internal import Diagnostics
internal import Frames
internal import Output
internal import Scanning
internal import Synchronization
internal import Threads
internal import WebPage

// MARK: The doctor

extension StudioSession {
    /// Runs the doctor, which has the camera to itself.
    func examine(_ address: CameraAddress) {
        let isBegun = board.withLock { board in
            guard !board.isOver else { return false }
            board.phase = .examined
            return true
        }
        guard isBegun else { return }
        host?.isTroubled("the doctor examines it for the studio page")
        tellState()
        let events = events
        let seen = Mutex<LumaImage?>(nil)
        var options = plan.examination
        options.onFrame = { luma in seen.withLock { $0 = luma } }
        let examination = Examination(options: options) { check in
            events.tell(
                "doctor", ["check": .string(check.rawValue), "question": .string(check.question)], stands: true)
        }
        do throws(Examination.Refusal) {
            let snapshot = try examination.examine(address, program: plan.version)
            let report = Doctor.judge(snapshot)
            let (look, before) = keep(report, seen: seen.withLock { $0 })
            events.tell(
                "doctor",
                [
                    "report": report.json, "questions": CheckID.questions, "look": look.json,
                    "before": before?.json ?? .null,
                ], stands: true)
        } catch {
            events.tell("doctor", ["error": .string(error.description)], stands: true)
        }
        board.withLock { board in
            board.errand = nil
            if !board.isOver { board.phase = .opening }
        }
        tellState()
    }

    /// Keeps the picture, and that of the previous check of the same camera, so that users can see whether a fix
    /// helped.
    private func keep(_ report: DoctorReport, seen: LumaImage?) -> (look: DoctorLook, before: DoctorLook?) {
        let picture = seen.flatMap { FrameEncoder().bytes(of: $0) }
        return board.withLock { board in
            let last = board.looks.last
            let look = DoctorLook(
                number: (last?.number ?? 0) + 1, subject: report.subject.name, verdict: report.verdict,
                message: report.headline?.message ?? report.summary, picture: picture)
            let before = last.flatMap { $0.subject == look.subject ? $0 : nil }
            board.looks = (before.map { [$0] } ?? []) + [look]
            return (look, before)
        }
    }

    package func doctorPicture(isBefore: Bool) -> [UInt8]? {
        board.withLock { board in
            isBefore ? board.looks.dropLast().last?.picture : board.looks.last?.picture
        }
    }
}
