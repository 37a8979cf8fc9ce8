// SPDX-License-Identifier: Apache-2.0

internal import Barcodes
internal import FrameMetrics
internal import Frames
internal import Terminal
internal import TerminalPreview
internal import Threads
internal import Torch

extension ScanPreview {
    /// The state of the drawing thread between pictures.
    private struct Drawing {
        var size: TerminalSize?
        var panel = PreviewPanel()
        var look: PreviewPane.Look?
        var accepted: [Bool] = []
        /// The Tenengrad of the sharpest recent picture.
        var best = 0.0
        var nextFigures = FrameTimestamp(nanoseconds: 0)
        var shown = 0
    }

    /// Time between pictures: fluent for the eye, and most of the CPU is left to scanning.
    private static let pause = Duration.milliseconds(66)
    /// The same for modes that send whole pictures, which are large.
    private static let longPause = Duration.milliseconds(125)
    private static let figuresPause = Duration.milliseconds(250)

    /// Draws until the run is over, on its own thread.
    func draw(on canvas: TerminalCanvas) {
        var drawing = Drawing()
        while true {
            let isOver: Bool? = state.wait(timeout: .milliseconds(500)) { state in
                if state.isOver { return true }
                return state.isStale
                    || state.panes.indices.contains(state.shown) && state.panes[state.shown].next != nil
                    ? false : nil
            }
            if isOver == true { return }
            let begun = FrameTimestamp.now
            refresh(&drawing)
            show(drawing, canvas, clearing: isResized(&drawing))
            let pause = canvas.mode == .blocks ? Self.pause : Self.longPause
            // A slow terminal gets fewer pictures.
            let rest = max(pause - FrameTimestamp.now.since(begun), .milliseconds(20))
            _ = state.wait(timeout: rest) { $0.isOver ? true : nil }
        }
    }

    private func isResized(_ drawing: inout Drawing) -> Bool {
        let size = screen.size
        defer { drawing.size = size }
        return size != drawing.size
    }

    /// Takes the newest state.
    private func refresh(_ drawing: inout Drawing) {
        let state = state.withLock { state in
            state.isStale = false
            defer { if state.panes.indices.contains(state.shown) { state.panes[state.shown].next = nil } }
            return state
        }
        if drawing.shown != state.shown {
            (drawing.look, drawing.best, drawing.shown) = (nil, 0, state.shown)
            drawing.nextFigures = FrameTimestamp(nanoseconds: 0)
        }
        drawing.panel.messages = state.log.lines
        drawing.panel.entry = state.entry
        drawing.panel.isPaused = state.isPaused
        drawing.panel.severalCameras = state.panes.count > 1
        guard state.panes.indices.contains(state.shown) else {
            drawing.panel.camera = "waiting for a camera"
            return
        }
        let pane = state.panes[state.shown]
        drawing.panel.camera = pane.name
        drawing.panel.hasZoom = pane.hasZoom
        drawing.panel.framesPerSecond = pane.framesPerSecond
        drawing.panel.decodeMilliseconds = pane.decodeMilliseconds
        guard let look = pane.next else { return }
        drawing.look = look
        drawing.accepted = look.codes.map(pane.isAccepted)
        drawing.panel.codes = look.codes.count
        drawing.panel.size = look.luma.size.description
        takeFigures(of: look.luma, &drawing)
    }

    private func takeFigures(of image: LumaImage, _ drawing: inout Drawing) {
        guard drawing.nextFigures <= .now else { return }
        drawing.nextFigures = .now + Self.figuresPause
        let figures = FrameFigures(image)
        drawing.panel.light = figures.mean
        // Decays slowly, because the scene changes.
        drawing.best = max(figures.tenengrad, drawing.best * 0.999)
        drawing.panel.focus = drawing.best > 0 ? figures.tenengrad / drawing.best : nil
        drawing.panel.edgeWidth = figures.edges.width
    }

    private func show(_ drawing: Drawing, _ canvas: TerminalCanvas, clearing: Bool) {
        guard let size = drawing.size else { return }
        // The terminal draws it in one step, if it supports that. Source: synchronized output specification, mode 2026.
        var bytes = Array("\u{1b}[?2026h".utf8)
        func put(_ text: String) { bytes += Array(text.utf8) }
        if clearing { put("\u{1b}[0m\u{1b}[2J") }
        let below = min(size.rows, PreviewPanel.height(ofTerminal: size.rows))
        picture(drawing, canvas, size, rows: size.rows - below, &bytes)
        for (number, line) in drawing.panel.lines(columns: size.columns, count: below).enumerated() {
            put("\u{1b}[\(size.rows - below + number + 1);1H\u{1b}[0m\(line)\u{1b}[0m\u{1b}[K")
        }
        put("\u{1b}[?2026l")
        screen.write(bytes)
    }

    private func picture(
        _ drawing: Drawing, _ canvas: TerminalCanvas, _ size: TerminalSize, rows: Int, _ bytes: inout [UInt8]
    ) {
        guard let look = drawing.look, look.luma.size.area > 0, rows > 0 else { return }
        let cell = size.cell.map { CellSize(width: $0.width, height: $0.height) } ?? .usual
        let place = TerminalCanvas.fit(look.luma.size, columns: size.columns, rows: rows, cell: cell)
        // A block cell shows at most 4 × 4 points.
        let detail = canvas.mode == .blocks ? CellSize(width: 4, height: 4) : cell
        var picture = ColourPicture(
            look.luma, most: FrameSize(width: place.columns * detail.width, height: place.rows * detail.height))
        // A character has only one foreground colour, so a line must fill it.
        let width = canvas.mode == .blocks ? picture.size.width / place.columns + 1 : picture.size.width / 160
        for (code, isAccepted) in zip(look.codes, drawing.accepted) {
            if let corners = code.corners { picture.draw(corners, isAccepted ? .green : .amber, width: max(2, width)) }
        }
        let left = (size.columns - place.columns) / 2 + 1
        let top = (rows - place.rows) / 2 + 1
        bytes += canvas.forgetting
        for (row, piece) in canvas.draw(picture, columns: place.columns, rows: place.rows, cell: cell).enumerated() {
            bytes += Array("\u{1b}[\(top + row);\(left)H".utf8) + piece
        }
    }
}
