// SPDX-License-Identifier: Apache-2.0

/// A page of panels below each other, as data. It does not depend on the file format.
public struct Plot: Hashable, Sendable {
    /// One curve. Points are sorted by x.
    public struct Curve: Hashable, Sendable {
        public struct Point: Hashable, Sendable {
            public var x: Double
            public var y: Double
            /// The range that the point represents; both ends are equal if it represents itself.
            public var low: Double
            public var high: Double

            public init(x: Double, y: Double, low: Double? = nil, high: Double? = nil) {
                self.x = x
                self.y = y
                self.low = low ?? y
                self.high = high ?? y
            }
        }

        /// Shown in the legend.
        public var name: String
        public var points: [Point]
        /// On the right axis, which then has its own label.
        public var isOnRightAxis: Bool

        public init(name: String, points: [Point], isOnRightAxis: Bool = false) {
            self.name = name
            self.points = points
            self.isOnRightAxis = isOnRightAxis
        }
    }

    public struct Bar: Hashable, Sendable {
        public var from: Double
        public var to: Double
        public var height: Double

        public init(from: Double, to: Double, height: Double) {
            self.from = from
            self.to = to
            self.height = height
        }
    }

    /// A vertical line through a panel, with its name.
    public struct Mark: Hashable, Sendable {
        public var x: Double
        public var name: String

        public init(x: Double, name: String) {
            self.x = x
            self.name = name
        }
    }

    public struct Panel: Hashable, Sendable {
        public enum Content: Hashable, Sendable {
            case curves([Curve])
            case bars([Bar])
        }

        public var title: String
        /// With units.
        public var xLabel: String
        public var yLabel: String
        public var rightLabel: String?
        public var content: Content
        /// Values that the axis must include, such as 0 and 255. It always includes the data.
        public var yRange: ClosedRange<Double>?
        public var marks: [Mark]
        /// Shown in the middle if there is nothing to draw.
        public var emptyNote: String

        public init(
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

    public var title: String
    public var subtitle: String
    public var panels: [Panel]
    /// Shown at the bottom in small print: how to read the plot.
    public var footnotes: [String]

    public init(title: String, subtitle: String, panels: [Panel], footnotes: [String] = []) {
        self.title = title
        self.subtitle = subtitle
        self.panels = panels
        self.footnotes = footnotes
    }

    /// The bytes of the file. The first call loads cairo.
    public func render(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
        let layout = PlotLayout(self)
        let drawing = try Drawing(format, width: PlotLayout.width, height: layout.height)
        layout.draw(on: drawing)
        return try drawing.finish()
    }
}
