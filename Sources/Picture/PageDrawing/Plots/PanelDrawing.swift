// SPDX-License-Identifier: Apache-2.0

/// One panel: its axes, grid, data and legend.
struct PanelDrawing {
    /// Blue, vermilion and bluish green from Okabe and Ito's palette, which colour-blind people can distinguish.
    private static let inks = [Ink(code: 0x0072b2), Ink(code: 0xd55e00), Ink(code: 0x009e73), Ink(code: 0xcc79a7)]

    private let panel: Plot.Panel
    /// The area in which data is drawn.
    private let left: Double
    private let right: Double
    private let top: Double
    private let bottom: Double
    private let pageWidth: Double
    private let margin: Double
    private let x: AxisTicks
    private let y: AxisTicks
    private let other: AxisTicks?

    init(_ panel: Plot.Panel, top: Double, height: Double, margin: Double, width: Double) {
        let panel = Self.finite(panel)
        self.panel = panel
        self.margin = margin
        pageWidth = width
        left = margin + 58
        right = width - margin - 58
        self.top = top + 26
        bottom = top + height - 42
        switch panel.content {
        case .curves(let curves):
            let points = curves.flatMap(\.points)
            x = AxisTicks(
                low: points.map(\.x).min() ?? 0, high: points.map(\.x).max() ?? 1, count: 8, startsAtZero: true)
            y = Self.axis(curves.filter { !$0.isOnRightAxis }, panel.yRange)
            let rightCurves = curves.filter(\.isOnRightAxis)
            other = rightCurves.allSatisfy(\.points.isEmpty) ? nil : Self.axis(rightCurves, nil)
        case .bars(let bars):
            let marks = panel.marks.map(\.x)
            x = AxisTicks(
                low: (bars.map(\.from) + marks).min() ?? 0, high: (bars.map(\.to) + marks).max() ?? 1, count: 8,
                startsAtZero: true)
            y = AxisTicks(low: 0, high: bars.map(\.height).max() ?? 1, startsAtZero: true)
            other = nil
        }
    }

    /// Removes values that are not finite: they have no place.
    private static func finite(_ panel: Plot.Panel) -> Plot.Panel {
        var panel = panel
        func isPlace(_ value: Double) -> Bool { abs(value) <= 1e12 }
        switch panel.content {
        case .curves(var curves):
            for index in curves.indices {
                curves[index].points.removeAll {
                    !isPlace($0.x) || !isPlace($0.y) || !isPlace($0.low) || !isPlace($0.high)
                }
            }
            panel.content = .curves(curves)
        case .bars(let bars):
            panel.content = .bars(bars.filter { isPlace($0.from) && isPlace($0.to) && isPlace($0.height) })
        }
        panel.marks.removeAll { !isPlace($0.x) }
        return panel
    }

    private static func axis(_ curves: [Plot.Curve], _ range: ClosedRange<Double>?) -> AxisTicks {
        let points = curves.flatMap(\.points)
        if let range, points.allSatisfy({ range.contains($0.low) && range.contains($0.high) }) {
            return AxisTicks(scale: range)
        }
        let low = [points.map(\.low).min(), range?.lowerBound].compactMap { $0 }.min() ?? 0
        let high = [points.map(\.high).max(), range?.upperBound].compactMap { $0 }.max() ?? 1
        return AxisTicks(low: low, high: high, startsAtZero: true)
    }

    private func placeX(_ value: Double) -> Double { left + (value - x.lower) / (x.upper - x.lower) * (right - left) }

    private func placeY(_ value: Double, _ axis: AxisTicks) -> Double {
        bottom - (value - axis.lower) / (axis.upper - axis.lower) * (bottom - top)
    }

    private var isEmpty: Bool {
        switch panel.content {
        case .curves(let curves): curves.allSatisfy(\.points.isEmpty)
        case .bars(let bars): bars.isEmpty
        }
    }

    func draw(on drawing: Drawing) {
        drawing.text(panel.title, x: left, y: top - 10, size: 12.5, isBold: true)
        guard !isEmpty else {
            drawing.line([(left, bottom), (right, bottom)], .rule)
            drawing.text(panel.emptyNote, x: (left + right) / 2, y: (top + bottom) / 2, size: 12, .grey, align: .middle)
            return
        }
        axes(drawing)
        drawing.clipped(x: left, y: top - 2, width: right - left, height: bottom - top + 4) {
            switch panel.content {
            case .curves(let curves):
                for (index, curve) in curves.enumerated() {
                    self.curve(curve, Self.inks[index % Self.inks.count], drawing)
                }
            case .bars(let bars): self.bars(bars, drawing)
            }
        }
        marks(drawing)
        legend(drawing)
    }

    private func axes(_ drawing: Drawing) {
        for value in y.values {
            let place = placeY(value, y)
            drawing.line([(left, place), (right, place)], .rule, width: 0.8)
            drawing.text(y.label(value), x: left - 7, y: place + 3.6, size: 10, .grey, align: .right)
        }
        for value in x.values where value <= x.upper {
            let place = placeX(value)
            drawing.line([(place, bottom), (place, bottom + 4)], .grey, width: 0.8)
            drawing.text(x.label(value), x: place, y: bottom + 15, size: 10, .grey, align: .middle)
        }
        drawing.line([(left, bottom), (right, bottom)], .grey)
        drawing.text(panel.xLabel, x: (left + right) / 2, y: bottom + 30, size: 10.5, align: .middle)
        drawing.text(
            panel.yLabel, x: margin + 8, y: (top + bottom) / 2, size: 10.5, ink(ofAxis: false), align: .middle,
            turned: true)
        guard let other else { return }
        for value in other.values {
            drawing.text(other.label(value), x: right + 7, y: placeY(value, other) + 3.6, size: 10, .grey)
        }
        if let label = panel.rightLabel {
            drawing.text(
                label, x: pageWidth - margin, y: (top + bottom) / 2, size: 10.5, ink(ofAxis: true), align: .middle,
                turned: true)
        }
    }

    /// An axis with a single curve has the colour of that curve.
    private func ink(ofAxis isRight: Bool) -> Ink {
        guard case .curves(let curves) = panel.content, other != nil,
            let index = curves.firstIndex(where: { $0.isOnRightAxis == isRight }),
            curves.count(where: { $0.isOnRightAxis == isRight }) == 1
        else { return .black }
        return Self.inks[index % Self.inks.count]
    }

    private func curve(_ curve: Plot.Curve, _ ink: Ink, _ drawing: Drawing) {
        let axis = curve.isOnRightAxis ? other ?? y : y
        let points = curve.points.map { (x: placeX($0.x), y: placeY($0.y, axis)) }
        if curve.points.contains(where: { $0.high > $0.low }) {
            let upper = curve.points.map { (x: placeX($0.x), y: placeY($0.high, axis)) }
            let lower = curve.points.map { (x: placeX($0.x), y: placeY($0.low, axis)) }
            drawing.area(upper + lower.reversed(), ink.covering(0.22))
        }
        drawing.line(points, ink, width: points.count > 400 ? 1 : 1.6)
        // A few points get dots; a single one would otherwise be invisible.
        if points.count <= 60 {
            for point in points {
                drawing.rectangle(x: point.x - 1.8, y: point.y - 1.8, width: 3.6, height: 3.6, ink)
            }
        }
    }

    private func bars(_ bars: [Plot.Bar], _ drawing: Drawing) {
        for bar in bars where bar.height > 0 {
            let (from, to) = (placeX(bar.from), placeX(bar.to))
            let height = placeY(bar.height, y)
            drawing.rectangle(
                x: from + 0.5, y: height, width: max(1.5, to - from - 1), height: bottom - height, Self.inks[0])
        }
    }

    /// Names stand next to their lines, one row lower if the previous one is in the way.
    private func marks(_ drawing: Drawing) {
        var taken: [(until: Double, row: Int)] = []
        for mark in panel.marks.sorted(by: { $0.x < $1.x }) {
            let place = placeX(mark.x)
            guard place >= left - 1, place <= right + 1 else { continue }
            drawing.line([(place, top), (place, bottom)], Self.inks[1], width: 1.2, dash: 4)
            let length = drawing.textWidth(mark.name, size: 10) + 8
            let isLeft = place + length > right
            let from = isLeft ? place - length : place
            var row = 0
            while taken.contains(where: { $0.row == row && $0.until > from }) { row += 1 }
            taken.append((from + length, row))
            // On white, because the text may stand over bars.
            drawing.rectangle(
                x: isLeft ? place - length + 2 : place + 2, y: top + 12 * Double(row), width: length - 4, height: 12,
                Ink(code: 0xffffff).covering(0.85))
            drawing.text(
                mark.name, x: isLeft ? place - 4 : place + 4, y: top + 9 + 12 * Double(row), size: 10, Self.inks[1],
                align: isLeft ? .right : .left)
        }
    }

    private func legend(_ drawing: Drawing) {
        guard case .curves(let all) = panel.content else { return }
        let shown = all.enumerated().filter { !$0.element.points.isEmpty }
        guard shown.count > 1 else { return }
        var end = right
        for (index, curve) in shown.reversed() {
            let length = drawing.textWidth(curve.name, size: 10.5)
            drawing.text(curve.name, x: end - length, y: top - 10, size: 10.5)
            let ink = Self.inks[index % Self.inks.count]
            drawing.line([(end - length - 24, top - 13.5), (end - length - 6, top - 13.5)], ink, width: 2.4)
            end -= length + 40
        }
    }
}
