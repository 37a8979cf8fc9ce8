// SPDX-License-Identifier: Apache-2.0
//
// The interface between Swift and zxing-cpp. zxing-cpp is C++, and its interface changes between versions, so a small
// plugin (`CZXingPlugin`, built as libcandela-zxing.so) hides it behind the C table below. No C++ exception crosses the table. A failed assertion ends the process, so calls with
// `unsafe_symbologies` are made in a worker.

#ifndef CZXING_H
#define CZXING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Increase this whenever a struct below changes. Plugins with another number are rejected.
#define CZXING_ABI 5u

/// One bit for each symbology, for sets and for single ones.
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
    /// The symbologies to search for; never 0.
    uint32_t symbologies;
    /// Scan every line, and look for finder patterns on every line.
    uint8_t try_harder;
    /// Search for linear codes along columns, too.
    uint8_t try_rotate;
    /// Read a two- or five-digit add-on beside an EAN or UPC. The text then ends in a space and its digits.
    uint8_t read_add_on;
    /// Let the library try shrunken and inverted copies, too. Ignored before zxing-cpp 2.0, whose pyramid can end the
    /// process and which has no inversion.
    uint8_t try_variants;
} czxing_options;

typedef struct czxing_barcode {
    uint32_t symbology;
    /// The number of scan lines that agreed, for linear codes; otherwise 0.
    int32_t line_count;
    /// x and y of the symbol's top left, top right, bottom right and bottom left, in pixels of the picture.
    int32_t corners[8];
    /// 0 if the library does not report the position (MaxiCode before 2.0).
    uint8_t has_corners;
    /// 1 if the library knows or guesses that the bytes are text. Then `text` is set.
    uint8_t is_text;
    /// Whether the symbol is mirrored, for QR and Data Matrix; 0 if that is not known.
    uint8_t is_mirrored;
    /// The symbol is part `sequence_index`, from 0, of `sequence_size` that carry one text together (structured append), which
    /// is 0 if the number is not known; -1 and -1 for a symbol on its own.
    int32_t sequence_index, sequence_size;
    /// The symbology identifier of ISO/IEC 15424, such as "]Q1"; empty if the library gives none.
    char identifier[4];
    /// The content of the symbol, not converted.
    const uint8_t *bytes;
    size_t byte_count;
    /// The content as UTF-8, not terminated.
    const char *text;
    size_t text_count;
} czxing_barcode;

typedef struct czxing_result {
    const czxing_barcode *barcodes;
    size_t count;
} czxing_result;

typedef enum czxing_status {
    CZXING_DONE = 0,
    /// The library threw an exception, or memory ran out: nothing was read.
    CZXING_THREW = 1,
} czxing_status;

typedef struct czxing_functions {
    uint32_t abi;
    /// The version of zxing-cpp, according to its headers.
    uint32_t major, minor, patch;
    /// The symbologies it can read.
    uint32_t symbologies;
    /// The symbologies for which this version may fail an assertion, which ends the process.
    uint32_t unsafe_symbologies;
    /// 1 if a call reads only one linear code (before 2.0), so that the caller must search beside it for more.
    uint8_t one_linear_code;

    /// Reads an 8-bit grey picture. Sets `*result` to the results (NULL if there are none), which the caller frees with
    /// `release`. Thread-safe.
    czxing_status (*read)(
        const uint8_t *pixels, int32_t width, int32_t height, int32_t row_stride, const czxing_options *options,
        czxing_result **result);
    void (*release)(czxing_result *result);
} czxing_functions;

/// The only symbol that the plugin exports.
#define CZXING_ENTRY_POINT "candela_zxing_functions"
const czxing_functions *candela_zxing_functions(void);

/// Loads the plugin's table; see `cplugin_load`.
const czxing_functions *czxing_load(const char **reason);

#ifdef __cplusplus
}
#endif

#endif
