// SPDX-License-Identifier: Apache-2.0

#include "CExpat.h"
#include "CDynamicLibrary.h"

#include <expat.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SYMBOLS(X)                                                                                                       \
    X(XML_ParserCreate) X(XML_ParserFree) X(XML_SetUserData) X(XML_SetElementHandler) X(XML_SetCharacterDataHandler)     \
    X(XML_SetStartDoctypeDeclHandler) X(XML_Parse) X(XML_StopParser) X(XML_GetErrorCode) X(XML_ErrorString)              \
    X(XML_GetCurrentLineNumber)

CANDELA_LIBRARY("libexpat.so.1", SYMBOLS, load_expat)

const char *candela_expat_load(void) { return load_expat(); }

typedef struct {
    XML_Parser parser;
    unsigned char *records;
    size_t room, count;
    /// The last record, if it is a text that can grow; its offset plus one.
    size_t text;
    int depth, most_depth;
    candela_expat_outcome outcome;
} parsing;

static void stop(parsing *state, candela_expat_outcome outcome) {
    if (state->outcome == CANDELA_EXPAT_PARSED) state->outcome = outcome;
    lib.XML_StopParser(state->parser, XML_FALSE);
}

static void record(parsing *state, unsigned char kind, const char *text, size_t length) {
    uint32_t stored = (uint32_t)length;
    state->text = 0;
    if (length > UINT32_MAX || state->room - state->count < 1 + sizeof stored ||
        state->room - state->count - 1 - sizeof stored < length) {
        stop(state, CANDELA_EXPAT_TOO_LARGE);
        return;
    }
    if (kind == CANDELA_EXPAT_TEXT) state->text = state->count + 1;
    state->records[state->count++] = kind;
    memcpy(state->records + state->count, &stored, sizeof stored);
    state->count += sizeof stored;
    if (length) memcpy(state->records + state->count, text, length);
    state->count += length;
}

static void begin_element(void *context, const XML_Char *name, const XML_Char **attributes) {
    parsing *state = context;
    // The parser may call once more after it was stopped.
    if (state->outcome != CANDELA_EXPAT_PARSED) return;
    if (++state->depth > state->most_depth) {
        stop(state, CANDELA_EXPAT_TOO_LARGE);
        return;
    }
    record(state, CANDELA_EXPAT_START, name, strlen(name));
    for (size_t index = 0; attributes[index] && state->outcome == CANDELA_EXPAT_PARSED; index += 2) {
        record(state, CANDELA_EXPAT_ATTRIBUTE, attributes[index], strlen(attributes[index]));
        record(state, CANDELA_EXPAT_VALUE, attributes[index + 1], strlen(attributes[index + 1]));
    }
}

static void end_element(void *context, const XML_Char *name) {
    (void)name;
    parsing *state = context;
    if (state->outcome != CANDELA_EXPAT_PARSED) return;
    state->depth--;
    record(state, CANDELA_EXPAT_END, "", 0);
}

static void take_text(void *context, const XML_Char *text, int length) {
    parsing *state = context;
    if (state->outcome != CANDELA_EXPAT_PARSED || length <= 0) return;
    if (state->text == 0) {
        record(state, CANDELA_EXPAT_TEXT, text, (size_t)length);
        return;
    }
    // A text comes in pieces: they become one record.
    if (state->room - state->count < (size_t)length) {
        stop(state, CANDELA_EXPAT_TOO_LARGE);
        return;
    }
    uint32_t stored;
    memcpy(&stored, state->records + state->text, sizeof stored);
    stored += (uint32_t)length;
    memcpy(state->records + state->text, &stored, sizeof stored);
    memcpy(state->records + state->count, text, (size_t)length);
    state->count += (size_t)length;
}

static void refuse_type(void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public, int internal) {
    (void)name, (void)system, (void)public, (void)internal;
    stop(context, CANDELA_EXPAT_HAS_TYPE);
}

candela_expat_result candela_expat_parse(const void *bytes, size_t count, int most_depth, void *records, size_t room) {
    candela_expat_result result = {.outcome = CANDELA_EXPAT_NO_MEMORY, .message = ""};
    if (count > INT_MAX) {
        result.outcome = CANDELA_EXPAT_TOO_LARGE;
        return result;
    }
    XML_Parser parser = lib.XML_ParserCreate(NULL);
    if (parser == NULL) return result;
    parsing state = {.parser = parser, .records = records, .room = room, .most_depth = most_depth,
                     .outcome = CANDELA_EXPAT_PARSED};
    lib.XML_SetUserData(parser, &state);
    lib.XML_SetElementHandler(parser, begin_element, end_element);
    lib.XML_SetCharacterDataHandler(parser, take_text);
    lib.XML_SetStartDoctypeDeclHandler(parser, refuse_type);
    if (lib.XML_Parse(parser, bytes, (int)count, XML_TRUE) == XML_STATUS_ERROR && state.outcome == CANDELA_EXPAT_PARSED) {
        enum XML_Error error = lib.XML_GetErrorCode(parser);
        state.outcome = error == XML_ERROR_NO_MEMORY ? CANDELA_EXPAT_NO_MEMORY : CANDELA_EXPAT_MALFORMED;
        const char *words = lib.XML_ErrorString(error);
        if (words) result.message = words;
        result.line = (size_t)lib.XML_GetCurrentLineNumber(parser);
    }
    lib.XML_ParserFree(parser);
    result.outcome = state.outcome;
    result.count = state.count;
    return result;
}
