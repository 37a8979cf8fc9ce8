// SPDX-License-Identifier: Apache-2.0

import Foundation
import Frames
import PageDrawing
import Pictures
import Testing

@Suite("Ticks of an axis")
struct AxisTicksTests {
    @Test(
        "are round numbers that include the data",
        arguments: [
            (0.0, 255.0, [0.0, 100, 200, 300], 0), (0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1], 1),
            (3, 3.04, [3, 3.01, 3.02, 3.03, 3.04], 2),
            (-5, 12, [-5, 0, 5, 10, 15], 0), (0, 12_345, [0, 5000, 10_000, 15_000], 0),
        ])
    func round(_ low: Double, _ high: Double, _ expected: [Double], _ decimals: Int) {
        let ticks = AxisTicks(low: low, high: high)
        #expect(ticks.values.count == expected.count)
        #expect(zip(ticks.values, expected).allSatisfy { abs($0 - $1) < 1e-9 })
        #expect(ticks.decimals == decimals)
        #expect(ticks.lower <= low && ticks.upper >= high)
    }

    @Test(
        "one value, no values, and extreme numbers still have an axis",
        arguments: [(0.0, 0.0), (7, 7), (-3, -3), (1e300, -1e300), (.nan, 1), (.infinity, 0)])
    func odd(_ low: Double, _ high: Double) {
        for zero in [false, true] {
            let ticks = AxisTicks(low: low, high: high, startsAtZero: zero)
            #expect(ticks.upper > ticks.lower && ticks.lower.isFinite && ticks.upper.isFinite)
            #expect((2...50).contains(ticks.values.count))
            #expect(ticks.values.allSatisfy { !ticks.label($0).isEmpty })
        }
    }

    @Test("a fixed scale keeps its ends, with round numbers inside")
    func scale() {
        let ticks = AxisTicks(scale: 0...255)
        #expect(ticks.lower == 0 && ticks.upper == 255)
        #expect(ticks.values == [0, 100, 200])
    }

    @Test("labels have the decimals of their step, a real minus sign, and separated thousands")
    func labels() {
        #expect(AxisTicks(low: 0, high: 1).label(0.4) == "0.4")
        #expect(AxisTicks(low: 0, high: 0.05).label(0.03) == "0.03")
        #expect(AxisTicks(low: -5, high: 12).label(-5) == "−5")
        #expect(AxisTicks(low: -5, high: 12).label(0) == "0")
        #expect(AxisTicks(low: 0, high: 12_345).label(10_000) == "10\u{2009}000")
        #expect(AxisTicks(low: 0, high: 5000).label(4000) == "4000")
    }
}

@Suite("Plots")
struct PlotTests {
    private func plot(points: Int, title: String = "A plot") -> Plot {
        var curve = Plot.Curve(name: "value", points: [])
        var bars: [Plot.Bar] = []
        for index in 0..<points {
            let place = Double(index)
            curve.points.append(Plot.Curve.Point(x: place / 30, y: 100 + 50 * sin(place / 9), low: 40, high: 160))
            if index < 20 { bars.append(Plot.Bar(from: place, to: place + 1, height: Double(index * 3 % 17))) }
        }
        return Plot(
            title: title, subtitle: "of numbers",
            panels: [
                .init(title: "Curve", xLabel: "time (s)", yLabel: "luma", content: .curves([curve]), yRange: 0...255),
                .init(
                    title: "Bars", xLabel: "milliseconds", yLabel: "frames", content: .bars(bars),
                    marks: [.init(x: 5, name: "p50 5 ms"), .init(x: 5.1, name: "p95 5.1 ms")]),
            ], footnotes: ["small print"])
    }

    @Test("a PNG is a picture of two pixels a unit, drawn on white", arguments: [0, 1, 2, 10_000])
    func png(_ points: Int) throws {
        let bytes = try plot(points: points).render(.png)
        let storage = PixelStorage(count: bytes.count) { (span: inout MutableSpan<UInt8>) in
            for index in bytes.indices { span[index] = bytes[index] }
        }
        let picture = try PictureLoader().picture(in: storage, name: "plot.png")
        #expect(picture.luma.width == 1920 && picture.luma.height > 800)
        #expect(picture.luma[2, 2] == 255)
        // Title, axes and data leave ink, data most.
        var dark = 0
        for y in stride(from: 0, to: picture.luma.height, by: 2) {
            for x in stride(from: 0, to: picture.luma.width, by: 2) where picture.luma[x, y] < 200 { dark += 1 }
        }
        #expect(dark > (points == 0 ? 300 : 1500))
    }

    @Test("an SVG is valid whatever the titles contain, and has no control characters")
    func svg() throws {
        for title in [
            "</svg><script>alert(1)</script>", "\u{1b}[2J\u{0}\n", String(repeating: "W", count: 100_000), "", "日本語",
        ] {
            let text = String(decoding: try plot(points: 50, title: title).render(.svg), as: UTF8.self)
            #expect(text.hasPrefix("<?xml"))
            #expect(text.contains("</svg>"))
            #expect(!text.contains("script") && !text.contains("\u{1b}"))
            #expect(text.utf8.count < 3_000_000)
        }
    }

    @Test("numbers that are not finite do not break a plot")
    func notNumbers() throws {
        var broken = plot(points: 3)
        broken.panels[0].content = .curves([
            .init(name: "x", points: [.init(x: 0, y: .nan), .init(x: 1, y: .infinity), .init(x: .nan, y: 3)])
        ])
        broken.panels[1].marks = [.init(x: .nan, name: "nothing"), .init(x: 1e300, name: "far")]
        #expect(try broken.render(.svg).count > 1000)
    }

    @Test("the file format follows the name's extension")
    func format() {
        #expect(PlotFormat(path: "a/b.PNG") == .png && PlotFormat(path: "x.svg") == .svg)
        for path in ["plot", "plot.pdf", "png", "a.png/b", "."] { #expect(PlotFormat(path: path) == nil) }
    }
}
