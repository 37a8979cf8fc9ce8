// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// How much effort to spend on a picture.
public enum ReadingEffort: String, Hashable, Sendable, CaseIterable {
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
/// mostly photographs (`candela-bench steps`, zxing-cpp 1.4). Each step ran on every picture. The table gives
/// milliseconds of processor time a picture, and the number of codes that a step reads and the first four steps, which
/// run on every picture, do not.
///
/// | step | ms | new |
/// |---|---|---|
/// | as is → zxing matrix, linear, apart; zbar | 1.6, 1.5, 2.0; 8.1 | – |
/// | as is → our quick matrix reader | 14.4 | 55 |
/// | made smaller to fit → zxing matrix, linear; zbar | 1.2, 1.4; 5.9 | 2, 1; 1 |
/// | as is, 4×4 windows → zxing Data Matrix | 1.9 | 0 |
/// | as is → our matrix reader | 38.4 | 80 |
/// | as is → our linear reader | 23.9 | 45 |
/// | reduced by 2, by 3 → zxing matrix; by 3 → zxing linear | 0.7, 0.8; 0.5 | 0, 0; 0 |
/// | inverted → zxing matrix, linear; zbar | 0.9, 1.0; 5.6 | 4, 3; 9 |
/// | turned 45 → zxing matrix, linear; zbar | 5.8, 2.1; 8.4 | 2, 13; 15 |
/// | doubled, sharpened → zxing matrix, linear; zbar | 4.1, 4.1; 15.4 | 7, 6; 17 |
/// | equalized → zxing matrix, linear; zbar | 2.1, 2.4; 9.9 | 6, 6; 10 |
/// | thresholded → zxing matrix, linear; zbar | 1.5, 2.1; 5.1 | 0, 2; 8 |
/// | thresholded, 4×4 windows → zxing Data Matrix | 2.4 | 7 |
/// | sharpened 3 → zxing matrix, linear; zbar | 1.8, 2.0; 8.8 | 6, 4; 16 |
/// | reduced by 3, by 2 → zbar | 1.1, 1.9 | 1, 4 |
///
/// Together, each only if its condition is met, they read 818 codes (91.3 %) in 53 ms a picture. A step without new codes
/// here repeats those of an earlier one; with 3.1.1 instead of 1.4 some are needless: see `ReaderAbilities`. Our matrix
/// reader passes straightened QR symbols to zxing. With it, windows for sheets of QR labels and a rotation by 22 degrees
/// added nothing more, and were removed.
public enum ReadingLadder {
    public static func steps(_ effort: ReadingEffort, _ use: ReadingUse) -> [ReadingStep] {
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
    private static let frame = 2_200_000
    /// An unprepared picture: up to 40 megapixels.
    private static let whole = 40_000_000
    /// A prepared picture. Codes on larger pictures are large themselves; searches of the whole picture cover the rest.
    private static let prepared = 1_600_000
    /// A picture to be doubled.
    private static let small = 700_000

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
        scanFast + unreadOnset + [
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
        .init(.none, .zbar, ofZBar, .onset, pixelLimit: frame),
    ]

    /// New content that was not read at once is hard to read: our own readers search it next, one in each frame.
    private static let unreadOnset: [ReadingStep] = [
        .init(.none, .quickLinear, linear, .unreadOnset(after: 0), pixelLimit: prepared),
        .init(.none, .quickCandela, own, .unreadOnset(after: 1), pixelLimit: frame),
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
    private static let pictureNormal: [ReadingStep] =
        [
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
        ]
        + unread(.doubledAndSharpened, [.zxing], pixelLimit: small)

    private static let hard: [ReadingStep] =
        [
            // zxing-cpp first: if the two differ at a place, it is right more often.
            .init(.none, .zxing, matrix, pixelLimit: whole),
            .init(.none, .zxing, linear, pixelLimit: whole),
            .init(.none, .zxing, apart, pixelLimit: whole),
            .init(.none, .zbar, ofZBar, pixelLimit: whole),
            .init(.none, .quickCandela, own, .notOne, pixelLimit: prepared),
            // Large pictures again, reduced: blur and noise average out.
            .init(.none, .zxing, matrix, .largerThan(prepared), pixelLimit: prepared),
            .init(.none, .zxing, linear, .largerThan(prepared), pixelLimit: prepared),
            .init(.none, .zbar, ofZBar, .largerThan(prepared), pixelLimit: prepared),
            // Codes next to others: zxing-cpp 1.4 reads one Data Matrix a call, and misses QR codes among several.
            .init(.none, .zxing, [.dataMatrix], pixelLimit: prepared, windows: 4),
            // Thorough: many scales, so expensive if there is nothing to find.
            .init(.none, .candela, own, .notOne, pixelLimit: prepared),
            .init(.none, .linear, linear, .nothingRead, pixelLimit: prepared),
            .init(.reduced(by: 2), .zxing, matrix, pixelLimit: prepared),
            .init(.reduced(by: 3), .zxing, matrix, pixelLimit: prepared),
            .init(.reduced(by: 3), .zxing, linear, .nothingRead, pixelLimit: prepared),
        ] + hardUnread.flatMap(\.self)

    /// What is tried where nothing, or not the one code, has been read.
    private static let hardUnread: [[ReadingStep]] = [
        unread(.inverted, [.zxing, .zbar], pixelLimit: prepared),
        unread(.rotated(degrees: 45), [.zxing, .zbar], pixelLimit: prepared),
        unread(.doubledAndSharpened, [.zxing, .zbar], pixelLimit: small),
        unread(.equalized, [.zxing], .notOne, pixelLimit: prepared),
        unread(.equalized, [.zbar], pixelLimit: prepared),
        unread(.thresholded, [.zxing, .zbar], .notOne, pixelLimit: prepared),
        [.init(.thresholded, .zxing, [.dataMatrix], .nothingRead, pixelLimit: prepared, windows: 4)],
        unread(.sharpened(sigma: 3), [.zxing, .zbar], pixelLimit: prepared),
        unread(.reduced(by: 3), [.zbar], pixelLimit: prepared),
        unread(.reduced(by: 2), [.zbar], pixelLimit: prepared),
    ]

    /// Steps for pictures on which nothing has been read yet.
    private static func unread(
        _ preparation: ReadingPreparation, _ engines: [ReadingEngine],
        _ condition: ReadingStep.Condition = .nothingRead, pixelLimit: Int
    ) -> [ReadingStep] {
        engines.flatMap { engine -> [ReadingStep] in
            switch engine {
            case .zxing:
                [
                    .init(preparation, .zxing, matrix, condition, pixelLimit: pixelLimit),
                    .init(preparation, .zxing, linear, condition, pixelLimit: pixelLimit),
                ]
            default:
                [.init(preparation, engine, ofZBar, condition, pixelLimit: pixelLimit)]
            }
        }
    }
}
