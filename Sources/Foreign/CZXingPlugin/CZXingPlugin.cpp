// SPDX-License-Identifier: Apache-2.0
//
// Adapts zxing-cpp 1.4 to 3.x to one table of C functions.

#define ZX_USE_UTF8 1  // 1.x: texts are std::string

#include <CZXing.h>

#if __has_include(<ZXing/Version.h>)
#include <ZXing/Version.h>
#else
#include <ZXing/ZXVersion.h>
#endif
#include <ZXing/ReadBarcode.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#if ZXING_VERSION_MAJOR > 2 || (ZXING_VERSION_MAJOR == 2 && ZXING_VERSION_MINOR >= 2)
using Options = ZXing::ReaderOptions;
#else
using Options = ZXing::DecodeHints;
#endif

namespace {

using ZXing::BarcodeFormat;

struct Kind {
    uint32_t symbology;
    BarcodeFormat format;
};

// 3.0 renamed DataBar Expanded, and made the linear kinds families of variants.
constexpr Kind kinds[] = {
    {CZXING_EAN13, BarcodeFormat::EAN13},
    {CZXING_EAN8, BarcodeFormat::EAN8},
    {CZXING_UPCA, BarcodeFormat::UPCA},
    {CZXING_UPCE, BarcodeFormat::UPCE},
#if ZXING_VERSION_MAJOR >= 3
    // The text as it is printed; the variants of its family (Code 32, extended Code 39) change it.
    {CZXING_CODE39, BarcodeFormat::Code39Std},
#else
    {CZXING_CODE39, BarcodeFormat::Code39},
#endif
    {CZXING_CODE93, BarcodeFormat::Code93},
    {CZXING_CODE128, BarcodeFormat::Code128},
    {CZXING_CODABAR, BarcodeFormat::Codabar},
    {CZXING_ITF, BarcodeFormat::ITF},
#if ZXING_VERSION_MAJOR >= 3
    {CZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExp},
    {CZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExpStk},
    {CZXING_DATABAR, BarcodeFormat::DataBar},
    // Before QRCode, whose family it belongs to.
    {CZXING_MICRO_QR, BarcodeFormat::MicroQRCode},
#else
    {CZXING_DATABAR_EXPANDED, BarcodeFormat::DataBarExpanded},
    {CZXING_DATABAR, BarcodeFormat::DataBar},
    {CZXING_MICRO_QR, BarcodeFormat::MicroQRCode},
#endif
    {CZXING_QR, BarcodeFormat::QRCode},
    {CZXING_AZTEC, BarcodeFormat::Aztec},
    {CZXING_PDF417, BarcodeFormat::PDF417},
    {CZXING_DATA_MATRIX, BarcodeFormat::DataMatrix},
    {CZXING_MAXICODE, BarcodeFormat::MaxiCode},
};

constexpr uint32_t allKinds() {
    uint32_t all = 0;
    for (const Kind &kind : kinds) all |= kind.symbology;
    return all;
}

constexpr uint32_t linearKinds = CZXING_EAN13 | CZXING_EAN8 | CZXING_UPCA | CZXING_UPCE | CZXING_CODE39 | CZXING_CODE93
    | CZXING_CODE128 | CZXING_CODABAR | CZXING_ITF | CZXING_DATABAR | CZXING_DATABAR_EXPANDED;

/// Symbologies that may fail an assertion in this version.
#if ZXING_VERSION_MAJOR < 2
// Micro QR: the sampling asserts that the refined centre of the pattern is dark, which need not be so.
constexpr uint32_t unsafeKinds = CZXING_MICRO_QR;
constexpr uint32_t dataBarKinds = CZXING_DATABAR | CZXING_DATABAR_EXPANDED;
#else
constexpr uint32_t unsafeKinds = 0;
#endif

uint32_t symbologyOf(BarcodeFormat format) {
#if ZXING_VERSION_MAJOR >= 3
    // What was asked for as the standard variant comes back as the family.
    if (format == BarcodeFormat::Code39) return CZXING_CODE39;
#endif
    for (const Kind &kind : kinds) {
#if ZXING_VERSION_MAJOR >= 3
        if (format == kind.format || format <= kind.format) return kind.symbology;
#else
        if (format == kind.format) return kind.symbology;
#endif
    }
    return 0;
}

ZXing::BarcodeFormats formatsOf(uint32_t symbologies) {
#if ZXING_VERSION_MAJOR >= 3
    std::vector<BarcodeFormat> formats;
    for (const Kind &kind : kinds)
        if (symbologies & kind.symbology) formats.push_back(kind.format);
    return ZXing::BarcodeFormats(std::move(formats));
#else
    ZXing::BarcodeFormats formats;
    for (const Kind &kind : kinds)
        if (symbologies & kind.symbology) formats |= kind.format;
    return formats;
#endif
}

/// A result together with the memory that its pointers refer to.
struct OwnedResult {
    czxing_result result{};
    std::vector<czxing_barcode> barcodes;
    // Allocated separately, so that pointers stay valid when the vectors grow.
    std::vector<std::unique_ptr<std::vector<uint8_t>>> bytes;
    std::vector<std::unique_ptr<std::string>> texts;
};

#if ZXING_VERSION_MAJOR >= 3
/// Puts a space before the add-on of an EAN or UPC, which 3.x appends to it without one.
template <typename Bytes>
void separate(const std::string &addOn, Bytes &content) {
    if (addOn.empty() || content.size() <= addOn.size()) return;
    const auto begin = content.end() - static_cast<std::ptrdiff_t>(addOn.size());
    if (std::equal(addOn.begin(), addOn.end(), begin)) content.insert(begin, ' ');
}
#endif

template <typename Barcode>
void append(const Barcode &barcode, OwnedResult &owned) {
    if (!barcode.isValid()) return;
    czxing_barcode entry{};
    entry.symbology = symbologyOf(barcode.format());
    if (entry.symbology == 0) return;
    entry.line_count = barcode.lineCount();
    entry.is_mirrored = barcode.isMirrored();
    entry.sequence_index = barcode.sequenceIndex();
    entry.sequence_size = barcode.sequenceSize();
    const std::string identifier = barcode.symbologyIdentifier();
    if (identifier.size() < sizeof entry.identifier) identifier.copy(entry.identifier, sizeof entry.identifier - 1);

    const auto &position = barcode.position();
    for (int i = 0; i < 4; ++i) {
        entry.corners[2 * i] = position[i].x;
        entry.corners[2 * i + 1] = position[i].y;
        entry.has_corners |= position[i].x != 0 || position[i].y != 0;
    }

    auto bytes = std::make_unique<std::vector<uint8_t>>(barcode.bytes().begin(), barcode.bytes().end());
#if ZXING_VERSION_MAJOR >= 3
    // 3.x pads every EAN and UPC to thirteen digits, also in the text; we want the printed form.
    const bool isPrinted = entry.symbology == CZXING_UPCE && !barcode.extra("UPCE").empty();
    if (isPrinted) {
        const std::string printed = barcode.extra("UPCE");
        bytes->assign(printed.begin(), printed.end());
    }
    const std::string addOn = barcode.extra("EanAddOn");
    if (isPrinted) bytes->insert(bytes->end(), addOn.begin(), addOn.end());
    separate(addOn, *bytes);
#else
    constexpr bool isPrinted = false;
#endif
    entry.bytes = bytes->data();
    entry.byte_count = bytes->size();

    const auto type = barcode.contentType();
    entry.is_text = !isPrinted
        && (type == ZXing::ContentType::Text || type == ZXing::ContentType::GS1 || type == ZXing::ContentType::ISO15434);
    if (entry.is_text) {
#if ZXING_VERSION_MAJOR >= 2
        auto text = std::make_unique<std::string>(barcode.text(ZXing::TextMode::Plain));
#if ZXING_VERSION_MAJOR >= 3
        separate(addOn, *text);
#endif
#else
        auto text = std::make_unique<std::string>(barcode.text());
#endif
        entry.text = text->data();
        entry.text_count = text->size();
        owned.texts.push_back(std::move(text));
    }
    owned.bytes.push_back(std::move(bytes));
    owned.barcodes.push_back(entry);
}

struct Call {
    const uint8_t *pixels;
    int32_t width, height, rowStride;
    const czxing_options *options;
    OwnedResult *owned;
};

/// Calls the library.
void callLibrary(const Call &call) {
    const ZXing::ImageView view(
        call.pixels, call.width, call.height, ZXing::ImageFormat::Lum, call.rowStride);
    Options options;
    options.setFormats(formatsOf(call.options->symbologies));
    options.setTryHarder(call.options->try_harder != 0);
    options.setTryRotate(call.options->try_rotate != 0);
    options.setEanAddOnSymbol(
        call.options->read_add_on ? ZXing::EanAddOnSymbol::Read : ZXing::EanAddOnSymbol::Ignore);
#if ZXING_VERSION_MAJOR >= 2
    options.setTryDownscale(call.options->try_variants != 0);
    options.setTryInvert(call.options->try_variants != 0);
#if ZXING_VERSION_MAJOR == 2
    // The text as it is printed and as other readers give it; 3.x has a format of its own for the extension.
    options.setTryCode39ExtendedMode(false);
#if ZXING_VERSION_MINOR < 3
    options.setReturnCodabarStartEnd(true);
#endif
#endif
    for (const auto &barcode : ZXing::ReadBarcodes(view, options)) append(barcode, *call.owned);
#else
    // The pyramid compares results of different levels with `Result::operator==`, which asserts.
    options.setTryDownscale(false);
    options.setReturnCodabarStartEnd(true);
    if (call.options->symbologies & linearKinds) {
        // Only this call never compares two finished linear results. Do not change the limit of symbols.
        const uint32_t plain = call.options->symbologies & ~dataBarKinds;
        if (plain) {
            options.setFormats(formatsOf(plain));
            append(ZXing::ReadBarcode(view, options), *call.owned);
        }
        if (const uint32_t dataBar = call.options->symbologies & dataBarKinds) {
            // Results are compared with `Result::operator==`, which asserts a line count of one, but stacked symbols
            // count more. With a minimum of one line, the call ends before there is anything to compare.
            options.setFormats(formatsOf(dataBar));
            options.setMinLineCount(1);
            append(ZXing::ReadBarcode(view, options), *call.owned);
        }
    } else {
        for (const auto &barcode : ZXing::ReadBarcodes(view, options)) append(barcode, *call.owned);
    }
#endif
}

czxing_status readPicture(
    const uint8_t *pixels, int32_t width, int32_t height, int32_t rowStride, const czxing_options *options,
    czxing_result **result) noexcept {
    *result = nullptr;
    // The smallest symbol is a Micro QR of 11 modules. Smaller pictures make 1.4's Aztec reader throw.
    if (width < 11 || height < 3 || rowStride < width || (options->symbologies & allKinds()) == 0) return CZXING_DONE;
    if (height < 11 && !(options->symbologies & linearKinds)) return CZXING_DONE;
    // The library multiplies these as int.
    if (static_cast<int64_t>(rowStride) * height > std::numeric_limits<int32_t>::max()) return CZXING_THREW;
    try {
        auto owned = std::make_unique<OwnedResult>();
        Call call{pixels, width, height, rowStride, options, owned.get()};
#if ZXING_VERSION_MAJOR < 2
        // Linear and matrix kinds in one call would read one code of either.
        if ((options->symbologies & linearKinds) && (options->symbologies & ~linearKinds)) return CZXING_THREW;
#endif
        callLibrary(call);
        if (owned->barcodes.empty()) return CZXING_DONE;
        owned->result = {owned->barcodes.data(), owned->barcodes.size()};
        *result = &owned.release()->result;
        return CZXING_DONE;
    } catch (...) {
        return CZXING_THREW;
    }
}

void release(czxing_result *result) noexcept {
    // `result` is the first member, so the addresses are equal.
    delete reinterpret_cast<OwnedResult *>(result);
}

constexpr czxing_functions table = {
    CZXING_ABI,
    ZXING_VERSION_MAJOR,
    ZXING_VERSION_MINOR,
    ZXING_VERSION_PATCH,
    allKinds(),
    unsafeKinds,
    ZXING_VERSION_MAJOR < 2,
    readPicture,
    release,
};

}  // namespace

extern "C" __attribute__((visibility("default"))) const czxing_functions *candela_zxing_functions(void) {
    return &table;
}
