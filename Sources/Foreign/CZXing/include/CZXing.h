// SPDX-License-Identifier: Apache-2.0
//
// The edge between Swift and zxing-cpp. zxing-cpp is C++ and changes its interface from version to version, so a small
// plugin (`CZXingPlugin`, built as libcandela-zxing.so) hides it behind the plain C table below; this target finds and
// loads the plugin. No C++ exception crosses the table; a failed assertion ends
// the process, which is why the calls in `unsafe_symbologies` are made in a worker.

#ifndef CZXING_H
#define CZXING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Grows whenever a struct below changes; a plugin of another number is refused.
#define CZXING_ABI 2u

/// One bit for each kind of code, for sets and for a single code's kind.
enum {
    CZXING_EAN13 = 1 << 0,
    CZXING_EAN8 = 1 << 1,
    CZXING_UPCA = 1 << 2,
    CZXING_UPCE = 1 << 3,
    CZXING_CODE39 = 1 << 4,
    CZXING_CODE93 = 1 << 5,
    CZXING_CODE128 = 1 << 6,
    CZXING_CODABAR = 1 << 7,
    CZXING_ITF = 1 << 8,
    CZXING_DATABAR = 1 << 9,
    CZXING_DATABAR_EXPANDED = 1 << 10,
    CZXING_QR = 1 << 11,
    CZXING_MICRO_QR = 1 << 12,
    CZXING_AZTEC = 1 << 13,
    CZXING_PDF417 = 1 << 14,
    CZXING_DATA_MATRIX = 1 << 15,
    CZXING_MAXICODE = 1 << 16,
};

typedef struct czxing_options {
    /// The kinds to look for; never 0.
    uint32_t symbologies;
    /// Scan every line, and look for finder patterns on every line.
    uint8_t try_harder;
    /// Look for linear codes along columns too.
    uint8_t try_rotate;
    /// Read a two- or five-digit add-on beside an EAN or UPC; the text then ends in a space and its digits.
    uint8_t read_add_on;
    /// Let the library look at shrunken and inverted copies too; ignored before zxing-cpp 2.0, whose pyramid can end
    /// the process and which knows no inversion.
    uint8_t try_variants;
} czxing_options;

typedef struct czxing_barcode {
    uint32_t symbology;
    /// How many scan lines agreed, for linear codes; else 0.
    int32_t line_count;
    /// x and y of the symbol's top left, top right, bottom right and bottom left, in pixels of the picture.
    int32_t corners[8];
    /// 0 when the library does not tell where the symbol lies (MaxiCode before 2.0).
    uint8_t has_corners;
    /// 1 when the library knows or guesses the bytes to be text; `text` is then set.
    uint8_t is_text;
    /// What the symbol holds, without any conversion.
    const uint8_t *bytes;
    size_t byte_count;
    /// The same as UTF-8, not terminated.
    const char *text;
    size_t text_count;
} czxing_barcode;

typedef struct czxing_result {
    const czxing_barcode *barcodes;
    size_t count;
} czxing_result;

typedef enum czxing_status {
    CZXING_DONE = 0,
    /// The library threw, or memory ran out: nothing was read.
    CZXING_THREW = 1,
} czxing_status;

typedef struct czxing_functions {
    uint32_t abi;
    /// The version of zxing-cpp, as its headers say.
    uint32_t major, minor, patch;
    /// The kinds it can read.
    uint32_t symbologies;
    /// Those over which this version may fail an assertion, which ends the process.
    uint32_t unsafe_symbologies;
    /// 1 when one call reads one linear code only (before 2.0), so that the caller has to look beside it for more.
    uint8_t one_linear_code;

    /// Reads an 8-bit grey picture. `*result` is set to what was read (NULL when nothing was); the caller gives it
    /// back with `release`. Safe from several threads.
    czxing_status (*read)(
        const uint8_t *pixels, int32_t width, int32_t height, int32_t row_stride, const czxing_options *options,
        czxing_result **result);
    void (*release)(czxing_result *result);
} czxing_functions;

/// The one symbol the plugin exports.
#define CZXING_ENTRY_POINT "candela_zxing_functions"
const czxing_functions *candela_zxing_functions(void);

/// The plugin's table, loaded by the first call from any thread; it lives as long as the process. Looked for in
/// $CANDELA_PLUGIN_DIR, beside the running executable, in ../lib/candela from there, and beside the module that holds
/// this function. NULL when there is none that loads; then `*reason` is set to a sentence that lives as long as the
/// process.
const czxing_functions *czxing_load(const char **reason);

#ifdef __cplusplus
}
#endif

#endif
