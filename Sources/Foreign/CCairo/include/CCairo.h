// SPDX-License-Identifier: Apache-2.0
//
// What our plots need of cairo, loaded when first needed: one set of calls draws into a PNG and into an SVG.

#ifndef CANDELA_CCAIRO_H
#define CANDELA_CCAIRO_H

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

typedef struct candela_drawing candela_drawing;

typedef enum candela_drawing_kind {
    CANDELA_DRAWING_PNG,
    CANDELA_DRAWING_SVG,
    CANDELA_DRAWING_PDF
} candela_drawing_kind;

/// NULL when cairo is loaded, else why it is not; that text lives as long as the process. Safe from any thread.
const char *_Nullable candela_cairo_load(void);

/// A white drawing of so many units; a PNG has `scale` pixels a unit, a PDF `scale` points of 1/72 inch. `candela_cairo_load` gave NULL. NULL when there
/// is no memory. Give it back with `candela_drawing_free`. One thread at a time.
candela_drawing *_Nullable candela_drawing_create(candela_drawing_kind kind, double width, double height, double scale);
void candela_drawing_free(candela_drawing *drawing);

void candela_drawing_colour(candela_drawing *drawing, double red, double green, double blue, double alpha);
void candela_drawing_move(candela_drawing *drawing, double x, double y);
void candela_drawing_line(candela_drawing *drawing, double x, double y);
void candela_drawing_rectangle(candela_drawing *drawing, double x, double y, double width, double height);
/// Draws the path, `width` units wide, and forgets it; `dash` is the length of dashes, 0 for none.
void candela_drawing_stroke(candela_drawing *drawing, double width, double dash);
/// Fills the path and forgets it.
void candela_drawing_fill(candela_drawing *drawing);
/// Nothing shows outside the rectangle until `candela_drawing_unclip`.
void candela_drawing_clip(candela_drawing *drawing, double x, double y, double width, double height);
void candela_drawing_unclip(candela_drawing *drawing);

/// How wide the text will be. `text` is UTF-8, in the system's sans-serif font.
double candela_drawing_text_width(candela_drawing *drawing, const char *text, double size, int bold);
/// Writes the text with its baseline's start at (x, y), turned by `angle` radians clockwise.
void candela_drawing_text(
    candela_drawing *drawing, const char *text, double x, double y, double size, int bold, double angle);

/// Draws a PNG file's bytes as large as the rectangle. Returns NULL, or why it cannot; that text lives as long as the
/// process.
const char *_Nullable candela_drawing_picture(
    candela_drawing *drawing, const uint8_t *bytes, size_t size, double x, double y, double width, double height);

/// Ends the drawing and gives its file's bytes, which live as long as `drawing`. Returns NULL, or why there is no file;
/// that text lives as long as the process.
const char *_Nullable candela_drawing_finish(
    candela_drawing *drawing, const uint8_t *_Nullable *_Nonnull bytes, size_t *size);

#pragma clang assume_nonnull end

#endif
