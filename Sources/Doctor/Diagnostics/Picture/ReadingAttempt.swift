// SPDX-License-Identifier: Apache-2.0

package import Barcodes
package import MatrixReading
package import SymbolFinding

/// One attempt at reading, and its result.
package struct ReadingAttempt: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable {
        /// The requested symbologies and region.
        case asked
        /// The same with effort hard; made only if the requested effort was lower.
        case harder
        /// The requested region, every symbology.
        case everySymbology = "every-symbology"
        /// The whole frame, every symbology; made only if there is a region.
        case wholeFrame = "whole-frame"
        /// Black and white exchanged, every symbology.
        case inverted
        /// What stands beside a linear code painted over.
        case cleared
        /// Dark parts grown, so that separate dots join.
        case joined
        /// Light parts grown, so that separate light dots on a dark ground join.
        case joinedLight = "joined-light"
        /// Gaps between the rows of a matrix code taken out.
        case squeezed
        /// The place of a symbol that is much longer than wide, made square.
        case squared
        /// A quarter of the range spread over all of it; made only of pictures that a program drew, and of those in which nothing resembles a
        /// code.
        case levelled
        /// One plane of the colours in place of the brightness; made only if something differs in hue alone.
        case colour
    }
    package var kind: Kind
    /// The plane of a `colour` attempt: `red`, `green` or `blue`.
    package var plane: String?
    /// The gaps that a `squeezed` attempt took out.
    package var gaps: RowGaps.Figures?
    /// How far the dark and light parts of the code of a `levelled` or `colour` attempt differ in brightness, of 255.
    package var contrast: Double?
    /// The same in the plane of a `colour` attempt; absent in older evidence.
    package var planeContrast: Double?
    /// How many times as long as wide the place of a `squared` attempt is.
    package var ratio: Double?
    /// Processor time spent, in milliseconds.
    package var milliseconds: Double
    /// Frames that were tried, and those in which a code was read.
    package var frames: Int
    package var framesRead: Int
    package var codes: [CodeEvidence]

    package init(_ kind: Kind, milliseconds: Double, frames: Int = 1, framesRead: Int? = nil, codes: [CodeEvidence]) {
        self.kind = kind
        self.milliseconds = milliseconds
        self.frames = frames
        self.framesRead = framesRead ?? (codes.isEmpty ? 0 : frames)
        self.codes = codes
    }
}

/// A code that was read.
package struct CodeEvidence: Codable, Hashable, Sendable {
    /// The name of the symbology.
    package var symbology: String
    /// The content, raw; `nil` if left out for privacy or not text.
    package var text: String?
    /// The number of bytes of the content.
    package var byteCount: Int
    /// The reader that read it.
    package var reader: String
    /// Corners clockwise from the symbol's own top left, x and y alternating, in pixels of the picture; empty if unknown.
    package var corners: [Double]
    /// Pixels per module, if known from the symbology or the picture.
    package var module: Double?
    /// The gaps between dark modules that should touch, in pixels; absent unless there are any.
    package var gap: Double?
    /// Absent in older evidence, and unless it is so.
    package var isMirrored: Bool?
    /// The number of GS1 separators (the control character GS) in it; absent in older evidence, and without any.
    package var separators: Int?
    /// Whether its bytes are no text; absent in older evidence, and unless it is so.
    package var isBinary: Bool?
    /// The character sets that it leaves open: it has bytes beyond ASCII, and does not say what they are. Absent in older
    /// evidence, and unless it is so.
    package var isEncodingUnnamed: Bool?
    /// Its place among several that carry one text together; absent in older evidence, and for a code on its own.
    package var part: Barcode.Part?
    /// Whether it is light on dark; absent in older evidence, and unless it is so.
    package var isInverted: Bool?
    /// How square the corner patterns of a QR code are; absent in older evidence. See `FinderShape`.
    package var squareness: Double?
    /// The shares of lines that show the corner patterns of a QR code as they should be, the least first; absent in older
    /// evidence. See `FinderShape`.
    package var finderLines: [Double]?
    /// Which corner pattern of a QR code cannot be seen; absent in older evidence, and if all can.
    package var missingCorner: MissingCorner?
    /// Holes in the ink or specks on the paper; absent in older evidence, and without any.
    package var grain: SymbolGrain?
    /// How far a QR code is from flat; absent in older evidence, and where its timing patterns cannot be followed.
    package var bend: QRBend?
    /// How much wider the bars of a linear code are than drawn, as a share of a module; absent in older evidence, and where its
    /// edges are too soft for it. See `SymbolFigures`.
    package var barGrowth: Double?
    /// The dark part of a matrix code's area; absent in older evidence. See `SymbolFigures`.
    package var darkShare: Double?
    /// How far the dark and light parts of a linear code in a file with colours differ in red light, of 255; absent in older evidence.
    package var redContrast: Double?
    /// The value of its light parts in red light; absent in older evidence.
    package var redLight: Double?
    /// Thin light lines within bars; absent in older evidence, and without any.
    package var stripes: BarStripes?
    /// The length of a linear code's bars in pixels; absent in older evidence.
    package var barLength: Double?
    /// Whether a linear code without a margin runs into a dark ground; absent in older evidence, and unless it is so.
    package var hasDarkGround: Bool?
    /// The light margin round it; absent in older evidence, and if its edges were not found.
    package var margin: SymbolMargin?
    /// Whether a PDF417 has no stop pattern; absent in older evidence, and unless it is so. See `CompactPDF417`.
    package var isCompact: Bool?
    /// Whether it is a QR code of Model 1, the first form of QR codes; absent in older evidence, and unless it is so.
    package var isModel1: Bool?
    /// Whether it is a Code 39 with the form of a Code 32 (Italian Pharmacode), whose check digit fits; absent in older evidence, and unless
    /// it is so.
    package var isCode32: Bool?
    /// The number of digits of the add-on beside an EAN or UPC, if add-ons were not requested; absent in older evidence, and without one.
    package var addOn: Int?
    /// Whether neither zbar nor zxing-cpp reads it in the picture as it is; absent in older evidence, and unless it is so.
    package var isDemanding: Bool?
    /// Whether zxing-cpp reads a Data Matrix or Aztec code only in an enlarged picture; absent in older evidence, and unless it is so.
    package var needsEnlarging: Bool?
    /// The part of a linear code's width that was printed as dots; absent in older evidence, and below `FrayedBars.least`.
    package var frayed: Double?
    /// The share of specks in a linear code that others do not read; absent in older evidence, and with few. See `BarSpecks`.
    package var specks: Double?
    /// How the bars of such a linear code differ from those of its text; absent if it was not compared.
    package var comparison: BarComparison?

    package init(
        symbology: String, text: String?, byteCount: Int, reader: String, corners: [Double] = [], module: Double? = nil
    ) {
        self.symbology = symbology
        self.text = text
        self.byteCount = byteCount
        self.reader = reader
        self.corners = corners
        self.module = module
    }
}

extension CodeEvidence {
    /// Whether it is a matrix code whose modules cannot be wider than a pixel and a half: its content alone fills that many.
    var isFine: Bool {
        guard let outline = Quadrilateral(corners), Symbology(rawValue: symbology)?.isLinear == false, byteCount > 0, let text else { return false }
        // Bits a character in a QR code; what has small letters takes whole bytes.
        let bits = text.utf8.contains { (97...122).contains($0) } ? 8.0 : 10.0 / 3
        return (outline.width * outline.height).squareRoot() < 1.5 * (bits * Double(byteCount)).squareRoot()
    }
}
