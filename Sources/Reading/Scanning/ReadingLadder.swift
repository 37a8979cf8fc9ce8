// SPDX-License-Identifier: Apache-2.0

import Barcodes

/// How much is done for a picture.
public enum ReadingEffort: String, Hashable, Sendable, CaseIterable {
    /// For small computers: the cheapest looks only.
    case fast
    /// For cameras: cheap looks at each frame, dearer ones spread over frames, so that a code that is held still is
    /// found within three of them, and a difficult one within four dozen.
    case normal
    /// For pictures: cheap looks, then everything that is known to help, until something is read.
    case hard
}

/// Which steps are taken at which effort, in order.
///
/// What the steps of `hard` cost and bring was measured in one run on 865 pictures with 896 codes of every symbology, mostly
/// photographs (`candela-bench steps`, zxing-cpp 1.4): each step on every picture, milliseconds of processor time a picture,
/// and how many codes it reads that none of the first four steps, which are taken for every picture, does.
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
/// Together, each only when its condition is met, they read 818 codes (91.3 %) in 53 ms a picture. A step that brings
/// nothing here is one whose codes an earlier one has; with 3.1.1 in 1.4's place some are needless: see `ReaderAbilities`.
/// Our matrix reader gives QR symbols to zxing straightened. With it, windows for sheets of QR labels and a look turned by
/// 22 degrees brought nothing more, and went.
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
    /// zxing-cpp 1.4 needs a call for each of these, and may fail an assertion over the last.
    private static let apart: Set<Symbology> = [.dataBar, .dataBarExpanded, .microQR]
    /// What our own reader finds where zxing-cpp 1.4 finds one near the middle, or none; and QR and PDF417
    /// symbols, which it straightens.
    private static let own: Set<Symbology> = [.dataMatrix, .aztec, .qr, .pdf417]
    private static let ofZBar = linear.union([.dataBar, .dataBarExpanded, .qr])

    /// A camera's frame is looked at whole up to 1920×1080.
    private static let frame = 2_200_000
    /// A picture as it came: up to 40 megapixels.
    private static let whole = 40_000_000
    /// A prepared picture. Codes on larger ones are large themselves: the looks at the whole picture are for the rest.
    private static let prepared = 1_600_000
    /// A picture that is to be doubled.
    private static let small = 700_000

    private static let fast: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: frame),
        .init(.none, .zxing, linear, pixelLimit: frame),
        .init(.none, .coarseZBar, ofZBar, .everyNth(3, offset: 0), pixelLimit: frame),
    ]

    /// Together less than zbar at every line of every frame, which is what zbarcam does.
    private static let normal: [ReadingStep] = [
        .init(.none, .zxing, matrix, pixelLimit: frame),
        // Linear codes by turns: by zbar in even frames, by zxing-cpp and with one dear look more in odd ones.
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

    /// What has come into view is looked at closely at once, and by our own readers where that does not read it; what was
    /// there before, or moves on, in turns: matrix codes in every second, linear ones in two of the others, and a dear look
    /// in the third. On average a third of what zbar costs.
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

    /// What has come and was not read at once is hard to read: our own readers look next, one in each frame.
    private static let unreadOnset: [ReadingStep] = [
        .init(.none, .quickLinear, linear, .unreadOnset(after: 0), pixelLimit: prepared),
        .init(.none, .quickCandela, own, .unreadOnset(after: 1), pixelLimit: frame),
    ]

    private static let doubt: [ReadingStep] = [
        // The place alone is a small picture: several ways of looking at it cost less than one at the frame.
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

    /// What reads most for its time.
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
            // zxing-cpp first: where the two differ over a place, it is right more often.
            .init(.none, .zxing, matrix, pixelLimit: whole),
            .init(.none, .zxing, linear, pixelLimit: whole),
            .init(.none, .zxing, apart, pixelLimit: whole),
            .init(.none, .zbar, ofZBar, pixelLimit: whole),
            .init(.none, .quickCandela, own, .notOne, pixelLimit: prepared),
            // Large pictures again, smaller: blur and noise average out.
            .init(.none, .zxing, matrix, .largerThan(prepared), pixelLimit: prepared),
            .init(.none, .zxing, linear, .largerThan(prepared), pixelLimit: prepared),
            .init(.none, .zbar, ofZBar, .largerThan(prepared), pixelLimit: prepared),
            // Codes beside others: zxing-cpp 1.4 reads one Data Matrix a call, and misses QR codes among several.
            .init(.none, .zxing, [.dataMatrix], pixelLimit: prepared, windows: 4),
            // Thorough: many scales, so dear where there is nothing of its kind.
            .init(.none, .candela, own, .notOne, pixelLimit: prepared),
            .init(.none, .linear, linear, .nothingRead, pixelLimit: prepared),
            .init(.reduced(by: 2), .zxing, matrix, pixelLimit: prepared),
            .init(.reduced(by: 3), .zxing, matrix, pixelLimit: prepared),
            .init(.reduced(by: 3), .zxing, linear, .nothingRead, pixelLimit: prepared),
        ]
        + unread(.inverted, [.zxing, .zbar], pixelLimit: prepared)
        + unread(.rotated(degrees: 45), [.zxing, .zbar], pixelLimit: prepared)
        + unread(.doubledAndSharpened, [.zxing, .zbar], pixelLimit: small)
        + unread(.equalized, [.zxing], .notOne, pixelLimit: prepared)
        + unread(.equalized, [.zbar], pixelLimit: prepared)
        + unread(.thresholded, [.zxing, .zbar], .notOne, pixelLimit: prepared)
        + [.init(.thresholded, .zxing, [.dataMatrix], .nothingRead, pixelLimit: prepared, windows: 4)]
        + unread(.sharpened(sigma: 3), [.zxing, .zbar], pixelLimit: prepared)
        + unread(.reduced(by: 3), [.zbar], pixelLimit: prepared)
        + unread(.reduced(by: 2), [.zbar], pixelLimit: prepared)

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
