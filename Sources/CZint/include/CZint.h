// SPDX-License-Identifier: Apache-2.0

// libzint, loaded at run time, behind an opaque handle: Swift never sees `struct zint_symbol`, whose 28,800-byte
// array it would import as a tuple.

#ifndef CZINT_H
#define CZINT_H

#include <stdbool.h>
#include <stdint.h>

/// libzint's numbers of the symbologies used here; the `.c` file asserts that they are the header's.
enum candela_zint_symbology {
    CANDELA_ZINT_ITF = 3,
    CANDELA_ZINT_CODE39 = 8,
    CANDELA_ZINT_EAN = 13,
    CANDELA_ZINT_CODABAR = 18,
    CANDELA_ZINT_CODE128 = 20,
    CANDELA_ZINT_CODE93 = 25,
    CANDELA_ZINT_GS1_128 = 16,
    CANDELA_ZINT_DATABAR = 29,
    CANDELA_ZINT_DATABAR_EXPANDED = 31,
    CANDELA_ZINT_UPC_A = 34,
    CANDELA_ZINT_UPC_E = 37,
    CANDELA_ZINT_PDF417 = 55,
    CANDELA_ZINT_MAXICODE = 57,
    CANDELA_ZINT_QR = 58,
    CANDELA_ZINT_ISBN = 69,
    CANDELA_ZINT_DATA_MATRIX = 71,
    CANDELA_ZINT_DATABAR_STACKED = 80,
    CANDELA_ZINT_DATABAR_EXPANDED_STACKED = 81,
    CANDELA_ZINT_AZTEC = 92,
    CANDELA_ZINT_MICRO_QR = 97,
};

enum candela_zint_mode {
    CANDELA_ZINT_BYTES = 0,
    CANDELA_ZINT_UTF8 = 1,
    CANDELA_ZINT_GS1 = 2,
    /// OR-ed with the above: application identifiers stand in parentheses, not brackets.
    CANDELA_ZINT_GS1_PARENTHESES = 0x10,
};

/// What to encode besides the data. Zero leaves the choice to libzint, except `option_1`, where -1 does.
struct candela_zint_request {
    int32_t symbology;
    int32_t mode;
    int32_t option_1;
    int32_t option_2;
    int32_t option_3;
    int32_t eci;
    /// The height of the bars in X dimensions; 0 takes the standard's.
    float height;
};

/// A symbol, or the reason there is none. Owned by the caller: `candela_zint_delete`.
struct candela_zint_result;

/// Loads libzint once. Null when it is there, else the loader's reason, which lives as long as the process.
/// Safe from any thread.
const char *candela_zint_load(void);

/// Encodes `length` bytes; null when libzint is missing or memory is short. Serialised inside: libzint makes no
/// promise about threads. Failure is told by `candela_zint_failed`.
struct candela_zint_result *candela_zint_encode(
    const struct candela_zint_request *request, const uint8_t *data, int32_t length);
void candela_zint_delete(struct candela_zint_result *result);

bool candela_zint_failed(const struct candela_zint_result *result);
/// libzint's words for an error or warning, empty when there is none. Valid until the result is deleted.
const char *candela_zint_message(const struct candela_zint_result *result);
/// The human-readable text, UTF-8, empty when the symbology prints none. Valid until the result is deleted.
const char *candela_zint_text(const struct candela_zint_result *result);
int32_t candela_zint_rows(const struct candela_zint_result *result);
int32_t candela_zint_columns(const struct candela_zint_result *result);
/// False outside the symbol.
bool candela_zint_is_dark(const struct candela_zint_result *result, int32_t row, int32_t column);
/// In X dimensions; 0 for a row that shares what the others leave of `candela_zint_height`.
float candela_zint_row_height(const struct candela_zint_result *result, int32_t row);
float candela_zint_height(const struct candela_zint_result *result);

#endif
