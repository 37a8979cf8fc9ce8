// SPDX-License-Identifier: Apache-2.0

/// A kind of code that can be made, but not requested when reading. The raw value is the word used on the command line.
///
/// Several are other symbologies with their own text or size rules (`pzn` is a Code 39, `sscc-18` a Code 128). These are
/// read as their `carrier`.
package enum PrintedSymbology: String, Hashable, Sendable, CaseIterable {
    // Matrix and stacked codes.
    case rMQR = "rmqr"
    case microPDF417 = "micro-pdf417"
    case compactPDF417 = "compact-pdf417"
    case hanXin = "han-xin"
    case gridMatrix = "grid-matrix"
    case codeOne = "code-one"
    case aztecRune = "aztec-rune"
    /// The Slovenian payment order.
    case upnQR = "upn-qr"

    // GS1.
    case dataBarLimited = "databar-limited"
    case dataBarTruncated = "databar-truncated"
    case dataBarStacked = "databar-stacked"
    case dataBarStackedOmni = "databar-stacked-omni"
    case dataBarExpandedStacked = "databar-expanded-stacked"
    case itf14 = "itf-14"
    case ean14 = "ean-14"
    /// The serial shipping container code, in Germany NVE-18.
    case sscc18 = "sscc-18"

    // Codes of bars.
    case code39Extended = "code-39-extended"
    case logmars
    case vin
    case code11 = "code-11"
    case msiPlessey = "msi-plessey"
    case plessey = "uk-plessey"
    case telepen
    case telepenNumeric = "telepen-numeric"
    case channelCode = "channel-code"
    case matrix2of5 = "matrix-2-of-5"
    case industrial2of5 = "industrial-2-of-5"
    case iata2of5 = "iata-2-of-5"
    case dataLogic2of5 = "data-logic-2-of-5"
    case bc412

    // Medicines.
    case pharmacode
    case pharmacodeTwoTrack = "pharmacode-two-track"
    case pzn
    case code32 = "code-32"
    case hibc128 = "hibc-128"
    case hibc39 = "hibc-39"
    case hibcDataMatrix = "hibc-data-matrix"
    case hibcQR = "hibc-qr"
    case hibcPDF417 = "hibc-pdf417"
    case hibcMicroPDF417 = "hibc-micro-pdf417"
    case hibcAztec = "hibc-aztec"

    // Post and parcels.
    case uspsIMail = "usps-imail"
    case postnet
    case planet
    case fim
    case rm4scc
    case mailmark
    case kix
    case australiaPost = "australia-post"
    case australiaPostReply = "australia-post-reply"
    case australiaPostRouting = "australia-post-routing"
    case australiaPostRedirection = "australia-post-redirection"
    case japanPost = "japan-post"
    case koreaPost = "korea-post"
    case cepNet = "cepnet"
    case leitcode
    case identcode
    case dpd
    case daft
}

extension PrintedSymbology {
    /// The symbology whose rules its bars or modules also follow, and as which a reader reports it; `nil` if there is
    /// none.
    package var carrier: Symbology? {
        switch self {
        case .code39Extended, .logmars, .vin, .pzn, .code32, .hibc39: .code39
        case .ean14, .sscc18, .dpd, .hibc128: .code128
        case .itf14, .leitcode, .identcode: .itf
        case .dataBarTruncated, .dataBarStacked, .dataBarStackedOmni: .dataBar
        case .dataBarExpandedStacked: .dataBarExpanded
        case .upnQR, .hibcQR: .qr
        case .hibcDataMatrix: .dataMatrix
        case .compactPDF417, .hibcPDF417: .pdf417
        case .aztecRune, .hibcAztec: .aztec
        default: nil
        }
    }
}
