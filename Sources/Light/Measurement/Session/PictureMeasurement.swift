// SPDX-License-Identifier: Apache-2.0

package import Barcodes
internal import FrameMetrics
package import Frames
package import Output
package import Scanning
internal import SymbolFinding

/// The figures of a single picture.
package struct PictureMeasurement: Sendable {
    /// `nil` if those of the symbol were requested and there was none.
    package var figures: AreaFigures?
    /// The first symbol read, else the likeliest place.
    package var symbol: SymbolMeasurement?
    /// In reading order.
    package var barcodes: [Barcode]
    package var decodeTime: Duration

    /// Reads and measures a picture. A picture has no exposure data, so its light is not estimated.
    ///
    /// - Throws: if the region is not in the picture.
    package init(
        _ picture: LumaImage, reader: any BarcodeReader, symbologies: Set<Symbology>, region: FrameRegion?,
        ofSymbol: Bool
    ) throws(RegionError) {
        let began = FrameTimestamp.now
        let read = try RegionReader(reader, region: region).read(picture, symbologies: symbologies).inReadingOrder
        decodeTime = FrameTimestamp.now.since(began)
        barcodes = read
        let area =
            region.flatMap { $0.rectangle(in: picture.size) }
            ?? PixelRectangle(picture.size)
        let noise = picture.cropped(to: area)?.noiseDeviation() ?? 0
        // Picture files have full range, whatever the camera had.
        symbol =
            read.lazy.compactMap { SymbolMeasurement($0, in: picture, noise: noise, range: .full) }.first
            ?? SymbolMeasurement(likeliestIn: picture, area: area, noise: noise)
        let measured = ofSymbol ? symbol.flatMap { $0.box(in: picture.size) } : area
        figures = measured.flatMap { AreaFigures(picture, area: $0) }
    }

    /// A line of `candela measure --json`.
    package func json(source: String) -> JSONValue {
        let codes = barcodes.map { code -> JSONValue in
            [
                "symbology": .string(code.symbology.rawValue),
                "text": .string(code.text ?? VisibleText.escape(code.bytes)), "reader": .string(code.reader),
            ]
        }
        return [
            "event": "picture", "schema": "candela.measure/1", "source": .string(source),
            "figures": figures?.json ?? .null, "symbol": symbol?.json ?? .null, "codes": .array(codes),
            "decode_ms": .number(decodeTime.milliseconds, decimals: 2),
        ]
    }
}
