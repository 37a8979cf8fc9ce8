// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// How much effort to spend on a picture.
package enum ReadingEffort: String, Hashable, Sendable, CaseIterable {
    /// For small computers: only the cheapest searches.
    case fast
    /// For cameras: cheap searches on each frame, expensive ones spread over frames. A code that is held still is found
    /// within three frames, a difficult one within four dozen.
    case normal
    /// For pictures: cheap searches, then everything known to help, until a code is read.
    case hard
}

/// The steps for each effort, in order.
///
/// The cost and benefit of the steps of `hard`, measured in one run on 865 pictures with 896 codes of every symbology,
/// mostly photographs (`candela-bench ladder`, zxing-cpp 1.4). The table gives milliseconds of processor time a picture: over
/// all pictures, and for the 39 without a code; and the number of codes that a step was the first to read.
///
/// | step | all | no code | first |
/// |---|---|---|---|
/// | as is → zxing matrix, linear | 1.2, 1.1 | 0.7, 1.5 | 317, 212 |
/// | as is → zxing apart | 0.8 | 1.8 | 85 |
/// | as is → our quick matrix reader | 2.5 | 2.2 | 87 |
/// | as is → zbar | 2.0 | 7.3 | 38 |
/// | made smaller to fit → zxing matrix, linear; zbar | 0.1 | 0 | 2 |
/// | as is → our matrix reader | 3.6 | 11.7 | 39 |
/// | as is → our linear reader | 4.6 | 21.2 | 51 |
/// | bars, upright, in four ways → zbar, zxing | 1.0 | 7.8 | 4 |
/// | reduced by 2, equalized → zxing matrix | 0.2 | 1.4 | 4 |
/// | thresholded → zxing linear, zbar; reduced by 3 → zbar | 0.8 | 8.8 | 0; they read pale codes and codes in shadow |
/// | with margins → zxing, zbar, our quick linear reader | 0.6 | 8.9 | 4 |
///
/// Together they read 846 codes (94.4 %). Where every step ran on the whole picture until a code was read, the same codes cost
/// several times as much, most of it on pictures without a code.
/// Prepared copies of the whole picture read little that these steps do not, and cost most where nothing is: they are left to
/// codes that wait for a second read. With 3.1.1 instead of 1.4 some steps are needless: see `ReaderAbilities`.
package enum ReadingLadder {
    package static func steps(_ effort: ReadingEffort, _ use: ReadingUse) -> [ReadingStep] {
        switch (effort, use) {
        case (.hard, _): hard
        case (.fast, .pictures): pictureFast
        case (.normal, .pictures): pictureNormal
        case (.fast, .frames): fast + doubt
        case (.normal, .frames): normal + doubt
        case (.fast, .scan): scanFast
        case (.normal, .scan): scanNormal
        }
    }

    private static let matrix: Set<Symbology> = [.qr, .aztec, .pdf417, .dataMatrix, .maxiCode]
    private static let linear: Set<Symbology> = [
        .ean13, .ean8, .upcA, .upcE, .ean2, .ean5, .isbn, .code39, .code39Mod43, .code93, .code128, .codabar, .itf,
    ]
    /// zxing-cpp 1.4 needs a separate call for each of these, and can fail an assertion on the last.
    private static let apart: Set<Symbology> = [.dataBar, .dataBarExpanded, .microQR]
    /// Symbologies for our own reader: zxing-cpp 1.4 finds one near the middle, or none. Also QR and PDF417, which it
    /// straightens.
    private static let own: Set<Symbology> = [.dataMatrix, .aztec, .qr, .pdf417]
    private static let ofZBar = linear.union([.dataBar, .dataBarExpanded, .qr])

    /// A camera frame is searched whole up to 1920×1080.
    package static let frame = 2_200_000
    /// An unprepared picture: up to 40 megapixels.
    private static let whole = 40_000_000
    /// A prepared picture. Codes on larger pictures are large themselves; searches of the whole picture cover the rest.
    private static let prepared = 1_600_000
    /// A picture to be doubled.
    private static let small = 700_000
    /// Bars that were cut out, or a picture in which such bars are large.
    private static let cutOut = 250_000

    private static let fast: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: frame),
        .init(.none, .zxing, linear, pixelLimit: frame),
        .init(.none, .coarseZBar, ofZBar, .everyNth(3, offset: 0), pixelLimit: frame),
    ]

    /// Together cheaper than zbar on every line of every frame, which is what zbarcam does.
    private static let normal: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: frame),
        // Linear codes alternate: zbar in even frames, zxing-cpp and one more expensive search in odd ones.
        .init(.none, .coarseZBar, ofZBar, .everyNth(2, offset: 0), pixelLimit: frame),
        .init(.none, .zxing, linear, .everyNth(2, offset: 1), pixelLimit: frame),
        .init(.none, .quickCandela, own, .everyNth(6, offset: 2), pixelLimit: frame),
        .init(.none, .quickLinear, linear, .everyNth(6, offset: 4), pixelLimit: prepared),
        .init(.rotated(degrees: 45), .zxing, linear, .everyNth(12, offset: 1), pixelLimit: prepared),
        .init(.none, .zxing, apart, .everyNth(12, offset: 3), pixelLimit: frame),
        .init(.none, .zxing, [.dataMatrix], .everyNth(12, offset: 5), pixelLimit: prepared, windows: 3),
        .init(.inverted, .coarseZBar, ofZBar, .everyNth(12, offset: 7), pixelLimit: prepared),
        .init(.inverted, .zxing, matrix, .everyNth(12, offset: 9), pixelLimit: prepared),
        .init(.none, .zbar, ofZBar, .everyNth(12, offset: 11), pixelLimit: prepared),
    ]

    /// New content is searched closely at once, then by our own readers if that reads nothing. Older or moving content
    /// has turns: matrix codes in every second frame, linear codes in two of the others, and an expensive search in the
    /// third. On average this costs a third of zbar.
    private static let scanNormal: [ReadingStep] =
        scanFast + unreadOnset + stacked + [
            .init(.none, .quickLinear, linear, .everyNth(24, offset: 17), pixelLimit: prepared),
            .init(.none, .quickCandela, own, .everyNth(48, offset: 11), pixelLimit: frame),
            .init(.rotated(degrees: 45), .zxing, linear, .everyNth(48, offset: 23), pixelLimit: prepared),
            .init(.none, .zxing, apart, .everyNth(48, offset: 35), pixelLimit: frame),
            .init(.none, .zbar, ofZBar, .everyNth(48, offset: 47), pixelLimit: prepared),
            .init(.none, .zxing, [.dataMatrix], .everyNth(48, offset: 8), pixelLimit: prepared, windows: 3),
            .init(.inverted, .coarseZBar, ofZBar, .everyNth(48, offset: 20), pixelLimit: prepared),
            .init(.inverted, .zxing, matrix, .everyNth(48, offset: 32), pixelLimit: prepared),
        ]

    private static let scanFast: [ReadingStep] =
        onset + doubt + [
            .init(.none, .zxing, matrix, .everyNth(2, offset: 0), pixelLimit: frame),
            .init(.none, .zxing, linear, .everyNth(6, offset: 1), pixelLimit: frame),
            .init(.none, .zxing, linear, .everyNth(6, offset: 3), pixelLimit: frame),
            .init(.none, .coarseZBar, ofZBar, .everyNth(24, offset: 5), pixelLimit: frame),
        ]

    private static let onset: [ReadingStep] = [
        .init(.none, .zxing, matrix, .onset, pixelLimit: frame),
        .init(.none, .zxing, linear, .onset, pixelLimit: frame),
        .init(.none, .zbar, ofZBar, .unexplainedOnset, pixelLimit: frame),
    ]

    /// New content that was not read at once is hard to read: our own readers search it next, one in each frame.
    private static let unreadOnset: [ReadingStep] = [
        .init(.none, .quickLinear, linear, .unreadOnset(after: 0), pixelLimit: prepared),
        .init(.none, .quickCandela, own, .unreadOnset(after: 1), pixelLimit: frame),
    ]

    /// What no single frame shows well enough; see `StackedPlace`. The picture is small and enlarged.
    private static let stacked: [ReadingStep] = [
        .init(.none, .zxing, matrix, .stacked, pixelLimit: small),
        .init(.none, .zxing, linear, .stacked, pixelLimit: small),
        .init(.none, .quickLinear, linear, .stacked, pixelLimit: small),
        .init(.none, .quickCandela, own, .stacked, pixelLimit: small),
        .init(.sharpened(sigma: 2), .zxing, matrix, .stacked, pixelLimit: small),
        .init(.sharpened(sigma: 2), .zxing, linear, .stacked, pixelLimit: small),
        .init(.sharpened(sigma: 2), .zbar, ofZBar, .stacked, pixelLimit: small),
    ]

    private static let doubt: [ReadingStep] = [
        // The place itself is a small picture: several searches of it cost less than one of the frame.
        .init(.none, .quickLinear, linear, .doubt, pixelLimit: small),
        .init(.none, .zbar, ofZBar, .doubt, pixelLimit: small),
        .init(.none, .zxing, linear.union(apart), .doubt, pixelLimit: small),
        .init(.equalized, .zbar, ofZBar, .doubt, pixelLimit: small),
        .init(.sharpened(sigma: 1), .zbar, ofZBar, .doubt, pixelLimit: small),
        .init(.sharpened(sigma: 1), .zxing, linear, .doubt, pixelLimit: small),
    ]

    private static let pictureFast: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: frame),
        .init(.none, .zxing, linear, .nothingRead, pixelLimit: frame),
        .init(.none, .coarseZBar, ofZBar, .nothingRead, pixelLimit: frame),
    ]

    /// The steps that read most for their time.
    private static let pictureNormal: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: whole),
        .init(.none, .zxing, linear, pixelLimit: whole),
        .init(.none, .zxing, apart, .nothingRead, pixelLimit: whole),
        .init(.reduced(by: 2), .zxing, matrix, .nothingRead, pixelLimit: prepared),
        .init(.reduced(by: 3), .zxing, matrix, .nothingRead, pixelLimit: prepared),
        .init(.none, .zxing, matrix, .largerThan(prepared), pixelLimit: prepared),
        .init(.none, .quickLinear, linear, .nothingRead, pixelLimit: prepared),
        .init(.none, .zbar, ofZBar, .nothingRead, pixelLimit: prepared),
        .init(.none, .quickCandela, own, .nothingRead, pixelLimit: prepared),
        .init(.inverted, .zxing, matrix, .nothingRead, pixelLimit: prepared),
        .init(.doubledAndSharpened, .zxing, matrix, .nothingRead, pixelLimit: small),
        .init(.doubledAndSharpened, .zxing, linear, .nothingRead, pixelLimit: small),
    ] + cutTight + confirming

    private static let hard: [ReadingStep] =
        [
            // zxing-cpp first: if the two differ at a place, it is right more often.
            .init(.none, .zxing, matrix, pixelLimit: whole),
            .init(.none, .zxing, linear, pixelLimit: whole),
            .init(.none, .zxing, apart, .noneOrSeveralLinear, pixelLimit: whole),
            // Looks for the structure of matrix codes: finds more of them, and says what else looks like one.
            .init(.none, .quickCandela, own, .noLinearRead, pixelLimit: prepared),
            .init(.none, .zbar, ofZBar, .moreLikely, pixelLimit: whole),
            // Large pictures again, reduced: blur and noise average out.
            .init(.none, .zxing, matrix, .unreadLargerThan(prepared), pixelLimit: prepared),
            .init(.none, .zxing, linear, .unreadLargerThan(prepared), pixelLimit: prepared),
            .init(.none, .zbar, ofZBar, .unreadLargerThan(prepared), pixelLimit: prepared),
            // Thorough: many scales.
            .init(.none, .candela, own, .placesLeft, pixelLimit: prepared),
            // zxing-cpp 1.4 reads one Data Matrix a call.
            .init(.none, .zxing, [.dataMatrix], .sheet, pixelLimit: prepared, windows: 4),
            .init(.none, .linear, linear, .nothingRead, pixelLimit: whole),
        ]
        + onBars + [
            .init(.reduced(by: 2), .zxing, matrix, .placesLeft, pixelLimit: prepared),
            .init(.equalized, .zxing, matrix, .placesLeft, pixelLimit: prepared),
            // Codes that no search for structure sees: pale, in deep shadow, or interrupted by a stripe.
            .init(.thresholded, .zxing, linear, .nothingRead, pixelLimit: prepared),
            .init(.thresholded, .zbar, ofZBar, .nothingRead, pixelLimit: prepared),
            .init(.reduced(by: 3), .zbar, ofZBar, .nothingRead, pixelLimit: prepared),
        ]
        + cutTight + confirming

    /// What was read once is worth another look in other ways.
    private static let confirming: [ReadingStep] = [
        .init(.inverted, .zbar, ofZBar, .unconfirmed, pixelLimit: prepared),
        .init(.inverted, .zxing, linear, .unconfirmed, pixelLimit: prepared),
        .init(.doubledAndSharpened, .zbar, ofZBar, .unconfirmed, pixelLimit: small),
        .init(.doubledAndSharpened, .zxing, linear, .unconfirmed, pixelLimit: small),
        .init(.equalized, .zbar, ofZBar, .unconfirmed, pixelLimit: prepared),
        .init(.equalized, .zxing, linear, .unconfirmed, pixelLimit: prepared),
        .init(.sharpened(sigma: 3), .zbar, ofZBar, .unconfirmed, pixelLimit: prepared),
        .init(.sharpened(sigma: 3), .zxing, linear, .unconfirmed, pixelLimit: prepared),
    ]

    /// Pictures whose edge runs through a code: cut out without quiet zones, or a few lines of bars.
    private static let cutTight: [ReadingStep] = [
        .init(.framed, .zxing, matrix, .nothingRead, pixelLimit: small),
        .init(.framed, .zxing, linear, .nothingRead, pixelLimit: cutOut),
        .init(.framed, .zbar, ofZBar, .nothingRead, pixelLimit: cutOut),
        .init(.framed, .zxing, apart, .nothingRead, pixelLimit: cutOut),
        .init(.framed, .quickLinear, linear, .nothingRead, pixelLimit: cutOut),
    ]

    /// Where bars are and nothing was read: a small picture of each place, so several ways cost little.
    private static let onBars: [ReadingStep] = [.none, .sharpened(sigma: 2), .equalized, .inverted].flatMap {
        preparation in
        [
            .init(
                preparation, .rowsZBar, ofZBar.subtracting([.qr]), .nothingRead, pixelLimit: prepared, isOnBars: true),
            .init(
                preparation, .zxing, linear.union([.dataBar, .dataBarExpanded]), .nothingRead, pixelLimit: prepared,
                isOnBars: true),
        ]
    }
}
