// SPDX-License-Identifier: Apache-2.0

/// A page of panels below each other, as data. It does not depend on the file format.
package struct Plot: Hashable, Sendable {
    /// One curve. Points are sorted by x.
    package struct Curve: Hashable, Sendable {
        package struct Point: Hashable, Sendable {
            package var x: Double
            package var y: Double
            /// The range that the point represents; both ends are equal if it represents itself.
            package var low: Double
            package var high: Double

            package init(x: Double, y: Double, low: Double? = nil, high: Double? = nil) {
                self.x = x
                self.y = y
                self.low = low ?? y
                self.high = high ?? y
            }
        }

        /// Shown in the legend.
        package var name: String
        package var points: [Point]
        /// On the right axis, which then has its own label.
        package var isOnRightAxis: Bool

        package init(name: String, points: [Point], isOnRightAxis: Bool = false) {
            self.name = name
            self.points = points
            self.isOnRightAxis = isOnRightAxis
        }
    }

    package struct Bar: Hashable, Sendable {
        package var from: Double
        package var to: Double
        package var height: Double

        package init(from: Double, to: Double, height: Double) {
            self.from = from
            self.to = to
            self.height = height
        }
    }

    /// A vertical line through a panel, with its name.
    package struct Mark: Hashable, Sendable {
        package var x: Double
        package var name: String

        package init(x: Double, name: String) {
            self.x = x
            self.name = name
        }
    }

    package struct Panel: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            case curves([Curve])
            case bars([Bar])
        }

        package var title: String
        /// With units.
        package var xLabel: String
        package var yLabel: String
        package var rightLabel: String?
        package var content: Content
        /// Values that the axis must include, such as 0 and 255. It always includes the data.
        package var yRange: ClosedRange<Double>?
        package var marks: [Mark]
        /// Shown in the middle if there is nothing to draw.
        package var emptyNote: String

        package init(
            title: String, xLabel: String, yLabel: String, rightLabel: String? = nil, content: Content,
            yRange: ClosedRange<Double>? = nil, marks: [Mark] = [], emptyNote: String = "no measurements"
        ) {
            self.title = title
            self.xLabel = xLabel
            self.yLabel = yLabel
            self.rightLabel = rightLabel
            self.content = content
            self.yRange = yRange
            self.marks = marks
            self.emptyNote = emptyNote
        }
    }

    package var title: String
    package var subtitle: String
    package var panels: [Panel]
    /// Shown at the bottom in small print: how to read the plot.
    package var footnotes: [String]

    package init(title: String, subtitle: String, panels: [Panel], footnotes: [String] = []) {
        self.title = title
        self.subtitle = subtitle
        self.panels = panels
        self.footnotes = footnotes
    }

    /// The bytes of the file. The first call loads cairo.
    package func render(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
        let layout = PlotLayout(self)
        let drawing = try Drawing(format, width: PlotLayout.width, height: layout.height)
        layout.draw(on: drawing)
        return try drawing.finish()
    }
}
