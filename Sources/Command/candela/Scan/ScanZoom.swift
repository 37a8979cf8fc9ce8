// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
internal import Barcodes
internal import CameraControls
internal import Cameras
internal import FrameMetrics
internal import Frames
internal import Output
internal import Scanning
internal import SettingsStore
internal import SymbolFinding
internal import Terminal

/// `--zoom`: a magnification, a value of the driver, or `auto`.
enum ZoomChoice: ExpressibleByArgument, Hashable {
    case automatic
    case value(String)

    init?(argument: String) { self = argument == "auto" ? .automatic : .value(argument) }
}

/// The zoom of a camera during a scan: set once, or moved towards codes that are too small. Restored at the end.
final class ScanZoom {
    private let camera: String
    private let loan: ControlLoan
    private let control: ControlDescription
    private let scale: ZoomScale
    /// The value last set here.
    private var now: Int64
    private var governor: ZoomGovernor?
    private var frames = 0

    /// Number of frames from one search for places to the next.
    private static let period = 10

    /// - Parameter choice: `nil` to leave the zoom unchanged until a key moves it.
    /// - Throws: when the camera has no zoom or does not support the value.
    init(_ choice: ZoomChoice?, _ camera: OpenCamera, _ loan: ControlLoan) throws(CommandFailure) {
        let name = VisibleText.escape(CameraAddress(camera.name).label)
        guard let open = loan.controls, let control = open.list.first(where: { $0.id == .zoomAbsolute }),
            let start = open.number(of: .zoomAbsolute)
        else {
            throw CommandFailure(
                "cannot zoom \(name): the camera has no zoom; use --region to read only a part of the picture")
        }
        self.camera = name
        self.control = control
        now = start
        scale = ZoomScale(control, start: start)
        self.loan = loan
        switch choice {
        case nil: break
        case .automatic:
            governor = ZoomGovernor(most: scale.most)
            if scale.most <= 1 { Console.note("\(name): its zoom is already at its longest") }
            if scale.isAssumed {
                Console.note("\(name): the unit of its zoom is not known; the whole range is taken for 4x")
            }
        case .value(let text):
            let wanted = try failing { () throws(ControlError) in
                try WantedSetting("zoom", text, lookup: ControlLookup(open.list), clamps: true) { open.number(of: $0) }
            }
            try set(wanted.value)
            if let note = wanted.note { Console.note("\(name): \(VisibleText.escape(note))") }
        }
    }

    /// Takes the codes read in a frame; called on the reading thread.
    func observe(_ image: LumaImage, _ codes: [Barcode]) {
        guard governor != nil else { return }
        frames += 1
        let now = FrameTimestamp.now
        var place: ZoomGovernor.Place?
        if codes.isEmpty, frames.isMultiple(of: Self.period), governor!.isCurious(at: now) {
            place = Self.place(in: image)
        }
        guard let target = governor!.take(isRead: !codes.isEmpty, place: place, at: now) else { return }
        do {
            let (value, before) = (scale.value(of: target), self.now)
            guard value != before else { return }
            try set(.integer(value))
            if value > before { Console.note("\(camera): zooming in, because a code is too small to read") }
        } catch {
            Console.note(error.message)
            governor = nil
        }
    }

    /// Whether a camera has a zoom control.
    static func isThere(_ camera: OpenCamera) -> Bool {
        OpenControls(camera)?.list.contains { $0.id == .zoomAbsolute } == true
    }

    /// Moves the zoom a step in (1), a step out (-1), or back to its start (0), and turns automatic zoom off.
    func move(_ direction: Int) {
        governor = nil
        do {
            try set(.integer(scale.value(from: now, moved: direction)))
        } catch {
            Console.note(error.message)
        }
    }

    private func set(_ value: ControlValue) throws(CommandFailure) {
        let control = control
        try failing { () throws(ControlError) in try loan.surface?.set([ControlSetting(control.id, value)]) }
        if case .integer(let number) = value { now = number }
    }

    private static func place(in image: LumaImage) -> ZoomGovernor.Place? {
        let noise = image.noiseDeviation()
        guard let best = SymbolFinder().find(in: image, noise: noise).first else { return nil }
        let figures = SymbolFigures(of: image, corners: best.corners, kind: best.kind, noise: noise)
        let box = best.corners.bounds
        return ZoomGovernor.Place(
            left: box.minX, top: box.minY, right: box.maxX, bottom: box.maxY, module: figures.module, in: image.size)
    }
}
