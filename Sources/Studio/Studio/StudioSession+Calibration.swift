// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import Calibration
internal import CameraCalibration
internal import Cameras
internal import Frames
package import Output
internal import ReadingWorker
internal import Scanning
internal import SettingsStore
internal import Terminal
internal import Threads
internal import Torch
internal import WebPage

// MARK: On the camera's thread

extension StudioSession {
    /// Calibrates. The calibration has the camera to itself and restores the previous settings at the end. The result
    /// is
    /// kept until a client says what to do with it.
    func calibrate(_ address: CameraAddress, _ wish: CalibrationWish) {
        let watcher = StudioWatcher()
        let begun = board.withLock { board -> StandingSettings?? in
            guard !board.isOver else { return nil }
            board.phase = .calibrating
            board.errand = nil
            var stand = CalibrationStand(number: (board.calibration?.number ?? 0) + 1)
            stand.previous = board.standing
            stand.watcher = watcher
            board.calibration = stand
            return .some(board.standing)
        }
        guard let standing = begun else { return }
        host?.isTroubled("it is calibrated on the studio page")
        tellState()
        tellCalibration()
        run(wish, address, standing, watcher)
        board.withLock { board in
            board.calibration?.watcher = nil
            if !board.isOver { board.phase = .opening }
        }
        tellCalibration()
        tellState()
    }

    private func run(
        _ wish: CalibrationWish, _ address: CameraAddress, _ standing: StandingSettings?, _ watcher: StudioWatcher
    ) {
        var request = CalibrationRequest(symbologies: plan.symbologies)
        request.expected = wish.expected
        request.motion = wish.motion
        request.module = wish.module
        // A simulated camera need not run in real time here, and standard input has no controls.
        var capture = plan.request
        capture.isLive = false
        capture.wish = nil
        let plan = plan
        if wish.mayUseTorch { TorchNoteFile.putRight() }
        let work = CalibrationWork(
            request, capture: capture, lamp: wish.mayUseTorch ? CalibrationLamp() : nil, watcher: watcher,
            makeReader: { () throws(BarcodeReaderError) in
                try Readers(isInProcess: plan.isInProcess).make(effort: plan.effort, for: .frames)
            }
        ) { request throws(CommandFailure) in
            do throws(CameraError) {
                return try CameraOpener(decoders: plan.decoders).open(address, request: request) { _, _ in
                    standing?.wish
                }
            } catch {
                throw CommandFailure(error.description)
            }
        }
        defer { work.end() }
        let encoder = FrameEncoder()
        do throws(CalibrationWork.Failure) {
            let report = try work.run(
                began: { session in
                    if let standing { _ = standing.profile.give(to: session.controls) }
                }
            ) { [self] progress in
                take(progress, encoder, work)
            }
            guard let session = work.session else { return }
            finish(session, report, encoder)
        } catch {
            fail(error, isCancelled: watcher.isStopped)
        }
    }

    private func take(_ progress: CalibrationProgress, _ encoder: FrameEncoder, _ work: CalibrationWork) {
        // Nothing has been changed yet, so the next frame shows the previous settings.
        let isBefore = progress.before != nil && progress.stage != .before
        let isWanted = isBefore && board.withLock { $0.calibration?.before == nil }
        let picture = isWanted ? work.session.flatMap { encoder.picture(of: $0.camera.source) } : nil
        board.withLock { board in
            board.calibration?.progress = progress.json
            if let picture { board.calibration?.before = picture }
        }
        tellCalibration()
    }

    private func finish(_ session: CalibrationSession, _ report: CalibrationReport, _ encoder: FrameEncoder) {
        let after = encoder.picture(of: session.camera.source)
        let words = CalibrationWords(session.camera, report)
        let profile: CameraProfile
        do throws(CommandFailure) {
            profile = try CameraProfile(of: session, report)
        } catch {
            return fail(.refused(error), isCancelled: false)
        }
        let lit = report.chosen.first { $0.id == .lampBesideCamera }
        board.withLock { board in
            board.calibration?.phase = .done
            board.calibration?.after = after
            board.calibration?.words = words.page(report)
            board.calibration?.report = words.json(isKept: false, isSaved: false)
            board.calibration?.found = StandingSettings(
                profile: profile, light: lit.map { Int(clamping: $0.value) })
        }
    }

    private func fail(_ failure: CalibrationWork.Failure, isCancelled: Bool) {
        let message =
            switch failure {
            case .refused(let failure): failure.message
            case .ended(let error): error.description
            }
        board.withLock { board in
            board.calibration?.phase = isCancelled ? .cancelled : .failed
            board.calibration?.message = isCancelled ? nil : message
        }
    }

    func tellCalibration() {
        events.tell("calibration", board.withLock { $0.calibration?.json ?? .null }, stands: true)
    }
}

// MARK: Requests from the page

extension StudioSession {
    package var calibration: JSONValue { board.withLock { $0.calibration?.json ?? .null } }

    package func calibrationPicture(isAfter: Bool) -> [UInt8]? {
        board.withLock { isAfter ? $0.calibration?.after : $0.calibration?.before }
    }

    func perform(_ action: CalibrationAction) throws(PageFailure) -> JSONValue {
        switch action {
        case .begin(let wish):
            guard let live = board.withLock({ $0.live }) else {
                throw PageFailure(409, "cannot calibrate: there is no camera now")
            }
            guard live.surface != nil else {
                throw PageFailure(409, "cannot calibrate \(live.name): it has no controls")
            }
            try handOver(.calibrate(wish))
            return ["calibrating": true]
        case .cancel:
            // It may not have started yet.
            let isTaken = board.withLock { board in
                guard case .calibrate? = board.errand else { return false }
                board.errand = .reopen
                return true
            }
            if isTaken { return ["cancelled": true] }
            guard let watcher = board.withLock({ $0.calibration?.watcher }) else {
                throw PageFailure(409, "cannot cancel: no calibration is running")
            }
            watcher.stop()
            return ["cancelled": true]
        case .apply:
            try use(.applied, named: nil)
        case .keep(let name):
            var found = try found().profile
            found.note = found.note ?? "calibrated in the studio"
            try keep(found, as: name, isForced: false)
            try use(.kept, named: name)
        case .putBack:
            let previous = try board.withLock { board throws(PageFailure) in
                guard let stand = board.calibration, stand.use == .applied else {
                    throw PageFailure(409, "cannot restore the previous settings: no calibrated settings are applied")
                }
                board.calibration?.use = .open
                return stand.previous
            }
            try reopen(with: previous)
        }
        tellCalibration()
        return calibration
    }

    private func found() throws(PageFailure) -> StandingSettings {
        guard let found = board.withLock({ $0.calibration?.found }) else {
            throw PageFailure(409, "cannot use the result: no calibration has finished")
        }
        return found
    }

    private func use(_ use: CalibrationStand.Use, named name: String?) throws(PageFailure) {
        var found = try found()
        found.isKept = use == .kept
        try reopen(with: found)
        board.withLock { board in
            board.calibration?.use = use
            board.calibration?.name = name
        }
    }

    /// Opens the camera again with these settings.
    private func reopen(with standing: StandingSettings?) throws(PageFailure) {
        let live = try board.withLockSignalling { board throws(PageFailure) in
            guard !board.isTaken else {
                throw PageFailure(
                    409,
                    "cannot apply settings: the doctor or a calibration is using the camera; wait until it finishes")
            }
            board.standing = standing
            board.errand = .reopen
            return board.live
        }
        live?.tap.stop()
    }

    /// Takes the camera from the scan for an errand. Afterwards the user's settings are applied again.
    func handOver(_ errand: Board.Errand) throws(PageFailure) {
        let live = board.withLock { $0.live }
        let held = live?.heldSettings
        try board.withLockSignalling { board throws(PageFailure) in
            guard !board.isTaken else {
                throw PageFailure(
                    409, "cannot start: the doctor or a calibration is using the camera; wait until it finishes")
            }
            board.errand = errand
            if let held {
                if board.standing == nil {
                    board.standing = StandingSettings(profile: held)
                } else {
                    board.standing?.profile.settings = held.settings
                }
            }
        }
        live?.tap.stop()
    }
}
