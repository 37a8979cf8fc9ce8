// SPDX-License-Identifier: Apache-2.0

#include "CZint.h"

#include "CDynamicLibrary.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zint.h>

#include "Layouts.h"

#define SAME(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #theirs)
SAME(CANDELA_ZINT_ITF, BARCODE_C25INTER);
SAME(CANDELA_ZINT_CODE39, BARCODE_CODE39);
SAME(CANDELA_ZINT_EAN, BARCODE_EANX);
SAME(CANDELA_ZINT_CODABAR, BARCODE_CODABAR);
SAME(CANDELA_ZINT_CODE128, BARCODE_CODE128);
SAME(CANDELA_ZINT_CODE93, BARCODE_CODE93);
SAME(CANDELA_ZINT_GS1_128, BARCODE_GS1_128);
SAME(CANDELA_ZINT_DATABAR, BARCODE_DBAR_OMN);
SAME(CANDELA_ZINT_DATABAR_EXPANDED, BARCODE_DBAR_EXP);
SAME(CANDELA_ZINT_UPC_A, BARCODE_UPCA);
SAME(CANDELA_ZINT_UPC_E, BARCODE_UPCE);
SAME(CANDELA_ZINT_PDF417, BARCODE_PDF417);
SAME(CANDELA_ZINT_MAXICODE, BARCODE_MAXICODE);
SAME(CANDELA_ZINT_QR, BARCODE_QRCODE);
SAME(CANDELA_ZINT_ISBN, BARCODE_ISBNX);
SAME(CANDELA_ZINT_DATA_MATRIX, BARCODE_DATAMATRIX);
SAME(CANDELA_ZINT_DATABAR_STACKED, BARCODE_DBAR_OMNSTK);
SAME(CANDELA_ZINT_DATABAR_EXPANDED_STACKED, BARCODE_DBAR_EXPSTK);
SAME(CANDELA_ZINT_AZTEC, BARCODE_AZTEC);
SAME(CANDELA_ZINT_MICRO_QR, BARCODE_MICROQR);
SAME(CANDELA_ZINT_CODE11, BARCODE_CODE11);
SAME(CANDELA_ZINT_MATRIX_2OF5, BARCODE_C25STANDARD);
SAME(CANDELA_ZINT_IATA_2OF5, BARCODE_C25IATA);
SAME(CANDELA_ZINT_DATA_LOGIC_2OF5, BARCODE_C25LOGIC);
SAME(CANDELA_ZINT_INDUSTRIAL_2OF5, BARCODE_C25IND);
SAME(CANDELA_ZINT_CODE39_EXTENDED, BARCODE_EXCODE39);
SAME(CANDELA_ZINT_LEITCODE, BARCODE_DPLEIT);
SAME(CANDELA_ZINT_IDENTCODE, BARCODE_DPIDENT);
SAME(CANDELA_ZINT_DATABAR_LIMITED, BARCODE_DBAR_LTD);
SAME(CANDELA_ZINT_TELEPEN, BARCODE_TELEPEN);
SAME(CANDELA_ZINT_POSTNET, BARCODE_POSTNET);
SAME(CANDELA_ZINT_MSI_PLESSEY, BARCODE_MSI_PLESSEY);
SAME(CANDELA_ZINT_FIM, BARCODE_FIM);
SAME(CANDELA_ZINT_LOGMARS, BARCODE_LOGMARS);
SAME(CANDELA_ZINT_PHARMACODE, BARCODE_PHARMA);
SAME(CANDELA_ZINT_PZN, BARCODE_PZN);
SAME(CANDELA_ZINT_PHARMACODE_TWO_TRACK, BARCODE_PHARMA_TWO);
SAME(CANDELA_ZINT_CEPNET, BARCODE_CEPNET);
SAME(CANDELA_ZINT_COMPACT_PDF417, BARCODE_PDF417COMP);
SAME(CANDELA_ZINT_AUSTRALIA_POST, BARCODE_AUSPOST);
SAME(CANDELA_ZINT_AUSTRALIA_REPLY, BARCODE_AUSREPLY);
SAME(CANDELA_ZINT_AUSTRALIA_ROUTING, BARCODE_AUSROUTE);
SAME(CANDELA_ZINT_AUSTRALIA_REDIRECTION, BARCODE_AUSREDIRECT);
SAME(CANDELA_ZINT_RM4SCC, BARCODE_RM4SCC);
SAME(CANDELA_ZINT_EAN14, BARCODE_EAN14);
SAME(CANDELA_ZINT_VIN, BARCODE_VIN);
SAME(CANDELA_ZINT_SSCC18, BARCODE_NVE18);
SAME(CANDELA_ZINT_JAPAN_POST, BARCODE_JAPANPOST);
SAME(CANDELA_ZINT_KOREA_POST, BARCODE_KOREAPOST);
SAME(CANDELA_ZINT_DATABAR_STACKED_TRUNCATED, BARCODE_DBAR_STK);
SAME(CANDELA_ZINT_PLANET, BARCODE_PLANET);
SAME(CANDELA_ZINT_MICRO_PDF417, BARCODE_MICROPDF417);
SAME(CANDELA_ZINT_USPS_IMAIL, BARCODE_USPS_IMAIL);
SAME(CANDELA_ZINT_PLESSEY, BARCODE_PLESSEY);
SAME(CANDELA_ZINT_TELEPEN_NUMERIC, BARCODE_TELEPEN_NUM);
SAME(CANDELA_ZINT_ITF14, BARCODE_ITF14);
SAME(CANDELA_ZINT_KIX, BARCODE_KIX);
SAME(CANDELA_ZINT_DAFT, BARCODE_DAFT);
SAME(CANDELA_ZINT_DPD, BARCODE_DPD);
SAME(CANDELA_ZINT_HIBC_128, BARCODE_HIBC_128);
SAME(CANDELA_ZINT_HIBC_39, BARCODE_HIBC_39);
SAME(CANDELA_ZINT_HIBC_DATA_MATRIX, BARCODE_HIBC_DM);
SAME(CANDELA_ZINT_HIBC_QR, BARCODE_HIBC_QR);
SAME(CANDELA_ZINT_HIBC_PDF417, BARCODE_HIBC_PDF);
SAME(CANDELA_ZINT_HIBC_MICRO_PDF417, BARCODE_HIBC_MICPDF);
SAME(CANDELA_ZINT_HIBC_AZTEC, BARCODE_HIBC_AZTEC);
SAME(CANDELA_ZINT_HAN_XIN, BARCODE_HANXIN);
SAME(CANDELA_ZINT_MAILMARK, BARCODE_MAILMARK);
SAME(CANDELA_ZINT_AZTEC_RUNE, BARCODE_AZRUNE);
SAME(CANDELA_ZINT_CODE32, BARCODE_CODE32);
SAME(CANDELA_ZINT_CHANNEL, BARCODE_CHANNEL);
SAME(CANDELA_ZINT_CODE_ONE, BARCODE_CODEONE);
SAME(CANDELA_ZINT_GRID_MATRIX, BARCODE_GRIDMATRIX);
SAME(CANDELA_ZINT_UPN_QR, BARCODE_UPNQR);
SAME(CANDELA_ZINT_RMQR, BARCODE_RMQR);
SAME(CANDELA_ZINT_BC412, BARCODE_BC412);
SAME(CANDELA_ZINT_BYTES, DATA_MODE);
SAME(CANDELA_ZINT_UTF8, UNICODE_MODE);
SAME(CANDELA_ZINT_GS1, GS1_MODE);
SAME(CANDELA_ZINT_GS1_PARENTHESES, GS1PARENS_MODE);

static struct {
    __typeof__(&ZBarcode_Create) create;
    __typeof__(&ZBarcode_Delete) delete;
    __typeof__(&ZBarcode_Encode) encode;
    __typeof__(&ZBarcode_Version) version;
} library;

/// Of the library that is loaded; `struct zint_symbol` is used through it alone.
static const struct layout *layout;
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static pthread_mutex_t encoding = PTHREAD_MUTEX_INITIALIZER;
static char reason[512];

static void load(void) {
    const candela_function functions[] = {
        {"ZBarcode_Create", (void **)&library.create}, {"ZBarcode_Delete", (void **)&library.delete},
        {"ZBarcode_Encode", (void **)&library.encode}, {"ZBarcode_Version", (void **)&library.version},
    };
    const char *sonames[CANDELA_COUNT(layouts) + 1] = {0};
    for (size_t i = 0; i < CANDELA_COUNT(layouts); i++) sonames[i] = layouts[i].soname;
    int found = candela_library_load_first(sonames, functions, CANDELA_COUNT(functions), reason, sizeof reason);
    if (found < 0) return;
    // 21501 is 2.15.1. A distribution may have built it as something else than its soname says.
    if (library.version() / 100 == layouts[found].version) {
        layout = &layouts[found];
    } else {
        snprintf(reason, sizeof reason, "%s: it is version %d, which has another layout", layouts[found].soname,
                 library.version());
    }
}

const char *candela_zint_load(void) {
    pthread_once(&loading, load);
    return layout ? 0 : reason;
}

int32_t candela_zint_version(void) { return candela_zint_load() ? 0 : library.version(); }

struct candela_zint_result {
    struct zint_symbol *symbol;
    int status;
};

/// Where the loaded library has a member.
#define MEMBER(type, symbol, member) ((type *)((char *)(symbol) + layout->member))

struct candela_zint_result *candela_zint_encode(
    const struct candela_zint_request *request, const uint8_t *data, int32_t length) {
    if (candela_zint_load()) return 0;
    struct candela_zint_result *result = calloc(1, sizeof *result);
    if (!result) return 0;
    pthread_mutex_lock(&encoding);
    struct zint_symbol *symbol = library.create();
    if (symbol) {
        *MEMBER(int, symbol, symbology) = request->symbology;
        *MEMBER(int, symbol, input_mode) = request->mode;
        *MEMBER(int, symbol, option_1) = request->option_1;
        *MEMBER(int, symbol, option_2) = request->option_2;
        *MEMBER(int, symbol, option_3) = request->option_3;
        *MEMBER(int, symbol, eci) = request->eci;
        *MEMBER(float, symbol, height) = request->height;
        *MEMBER(int, symbol, output_options) |= COMPLIANT_HEIGHT;
        // With a length of 0, libzint would search for a NUL.
        result->status = length > 0 ? library.encode(symbol, data, length) : ZINT_ERROR_INVALID_DATA;
    }
    pthread_mutex_unlock(&encoding);
    result->symbol = symbol;
    if (!symbol) {
        free(result);
        return 0;
    }
    return result;
}

void candela_zint_delete(struct candela_zint_result *result) {
    if (!result) return;
    library.delete(result->symbol);
    free(result);
}

int32_t candela_zint_rows(const struct candela_zint_result *result) { return *MEMBER(int, result->symbol, rows); }

int32_t candela_zint_columns(const struct candela_zint_result *result) { return *MEMBER(int, result->symbol, width); }

/// All versions have room for as many.
enum { MOST_ROWS = 200, ROW_BYTES = 144, MOST_COLUMNS = 8 * ROW_BYTES };

bool candela_zint_failed(const struct candela_zint_result *result) {
    int32_t rows = candela_zint_rows(result), columns = candela_zint_columns(result);
    return result->status >= ZINT_ERROR || rows <= 0 || rows > MOST_ROWS || columns <= 0 || columns > MOST_COLUMNS;
}

const char *candela_zint_message(const struct candela_zint_result *result) {
    return MEMBER(const char, result->symbol, errtxt);
}

const char *candela_zint_text(const struct candela_zint_result *result) {
    return MEMBER(const char, result->symbol, text);
}

static bool has_row(const struct candela_zint_result *result, int32_t row) {
    return row >= 0 && row < candela_zint_rows(result) && row < MOST_ROWS;
}

bool candela_zint_is_dark(const struct candela_zint_result *result, int32_t row, int32_t column) {
    if (!has_row(result, row) || column < 0 || column >= candela_zint_columns(result) || column >= MOST_COLUMNS) {
        return false;
    }
    const unsigned char *data = MEMBER(const unsigned char, result->symbol, encoded_data);
    return data[ROW_BYTES * row + (column >> 3)] >> (column & 7) & 1;
}

float candela_zint_row_height(const struct candela_zint_result *result, int32_t row) {
    return has_row(result, row) ? MEMBER(const float, result->symbol, row_height)[row] : 0;
}

float candela_zint_height(const struct candela_zint_result *result) {
    return *MEMBER(const float, result->symbol, height);
}
