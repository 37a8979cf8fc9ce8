// SPDX-License-Identifier: Apache-2.0

// libzint, loaded on first use, behind an opaque handle: Swift never sees `struct zint_symbol`, whose 28,800-byte array
// it would import as a tuple.

#ifndef CZINT_H
#define CZINT_H

#include <stdbool.h>
#include <stdint.h>

/// libzint's numbers of the symbologies that we use. The `.c` file asserts that they match the header's.
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
    // Symbologies that are only printed.
    CANDELA_ZINT_CODE11 = 1,
    CANDELA_ZINT_MATRIX_2OF5 = 2,
    CANDELA_ZINT_IATA_2OF5 = 4,
    CANDELA_ZINT_DATA_LOGIC_2OF5 = 6,
    CANDELA_ZINT_INDUSTRIAL_2OF5 = 7,
    CANDELA_ZINT_CODE39_EXTENDED = 9,
    CANDELA_ZINT_LEITCODE = 21,
    CANDELA_ZINT_IDENTCODE = 22,
    CANDELA_ZINT_DATABAR_LIMITED = 30,
    CANDELA_ZINT_TELEPEN = 32,
    CANDELA_ZINT_POSTNET = 40,
    CANDELA_ZINT_MSI_PLESSEY = 47,
    CANDELA_ZINT_FIM = 49,
    CANDELA_ZINT_LOGMARS = 50,
    CANDELA_ZINT_PHARMACODE = 51,
    CANDELA_ZINT_PZN = 52,
    CANDELA_ZINT_PHARMACODE_TWO_TRACK = 53,
    CANDELA_ZINT_CEPNET = 54,
    CANDELA_ZINT_COMPACT_PDF417 = 56,
    CANDELA_ZINT_AUSTRALIA_POST = 63,
    CANDELA_ZINT_AUSTRALIA_REPLY = 66,
    CANDELA_ZINT_AUSTRALIA_ROUTING = 67,
    CANDELA_ZINT_AUSTRALIA_REDIRECTION = 68,
    CANDELA_ZINT_RM4SCC = 70,
    CANDELA_ZINT_EAN14 = 72,
    CANDELA_ZINT_VIN = 73,
    CANDELA_ZINT_SSCC18 = 75,
    CANDELA_ZINT_JAPAN_POST = 76,
    CANDELA_ZINT_KOREA_POST = 77,
    CANDELA_ZINT_DATABAR_STACKED_TRUNCATED = 79,
    CANDELA_ZINT_PLANET = 82,
    CANDELA_ZINT_MICRO_PDF417 = 84,
    CANDELA_ZINT_USPS_IMAIL = 85,
    CANDELA_ZINT_PLESSEY = 86,
    CANDELA_ZINT_TELEPEN_NUMERIC = 87,
    CANDELA_ZINT_ITF14 = 89,
    CANDELA_ZINT_KIX = 90,
    CANDELA_ZINT_DAFT = 93,
    CANDELA_ZINT_DPD = 96,
    CANDELA_ZINT_HIBC_128 = 98,
    CANDELA_ZINT_HIBC_39 = 99,
    CANDELA_ZINT_HIBC_DATA_MATRIX = 102,
    CANDELA_ZINT_HIBC_QR = 104,
    CANDELA_ZINT_HIBC_PDF417 = 106,
    CANDELA_ZINT_HIBC_MICRO_PDF417 = 108,
    CANDELA_ZINT_HIBC_AZTEC = 112,
    CANDELA_ZINT_HAN_XIN = 116,
    CANDELA_ZINT_MAILMARK = 121,
    CANDELA_ZINT_AZTEC_RUNE = 128,
    CANDELA_ZINT_CODE32 = 129,
    CANDELA_ZINT_CHANNEL = 140,
    CANDELA_ZINT_CODE_ONE = 141,
    CANDELA_ZINT_GRID_MATRIX = 142,
    CANDELA_ZINT_UPN_QR = 143,
    CANDELA_ZINT_RMQR = 145,
    CANDELA_ZINT_BC412 = 146,
};

enum candela_zint_mode {
    CANDELA_ZINT_BYTES = 0,
    CANDELA_ZINT_UTF8 = 1,
    CANDELA_ZINT_GS1 = 2,
    /// OR-ed with the above: application identifiers are in parentheses, not brackets.
    CANDELA_ZINT_GS1_PARENTHESES = 0x10,
};

/// What to encode, apart from the data. Zero lets libzint choose, except for `option_1`, where -1 does.
struct candela_zint_request {
    int32_t symbology;
    int32_t mode;
    int32_t option_1;
    int32_t option_2;
    int32_t option_3;
    int32_t eci;
    /// The height of the bars in X dimensions; 0 for the standard's.
    float height;
};

/// A symbol, or the reason for failure. The caller frees it with `candela_zint_delete`.
struct candela_zint_result;

/// Loads libzint once. Returns NULL, or the loader's reason for failure, valid for the lifetime of the process.
/// Thread-safe.
const char *candela_zint_load(void);

/// The version of the library that is loaded, 21501 for 2.15.1; 0 if there is none. Loads it.
int32_t candela_zint_version(void);

/// Encodes `length` bytes. NULL if libzint is missing or out of memory. Calls are serialised, as libzint does not
/// promise thread safety. To detect failure, use `candela_zint_failed`.
struct candela_zint_result *candela_zint_encode(
    const struct candela_zint_request *request, const uint8_t *data, int32_t length);
void candela_zint_delete(struct candela_zint_result *result);

bool candela_zint_failed(const struct candela_zint_result *result);
/// libzint's message for an error or warning, "Warning 247: …"; empty if there is none. Valid until the result is
/// deleted.
const char *candela_zint_message(const struct candela_zint_result *result);
/// The human-readable text, UTF-8; empty if the symbology has none. Valid until the result is deleted.
const char *candela_zint_text(const struct candela_zint_result *result);
int32_t candela_zint_rows(const struct candela_zint_result *result);
int32_t candela_zint_columns(const struct candela_zint_result *result);
/// False outside the symbol.
bool candela_zint_is_dark(const struct candela_zint_result *result, int32_t row, int32_t column);
/// In X dimensions; 0 if the row shares the height that the others leave of `candela_zint_height`.
float candela_zint_row_height(const struct candela_zint_result *result, int32_t row);
float candela_zint_height(const struct candela_zint_result *result);

#endif
