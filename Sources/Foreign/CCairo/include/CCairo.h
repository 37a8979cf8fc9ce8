// SPDX-License-Identifier: Apache-2.0
//
// The part of cairo that our plots need, loaded on first use. The same calls draw a PNG, an SVG or a PDF.

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

/// Loads cairo once. Returns NULL, or the reason for failure, valid for the lifetime of the process. Thread-safe.
const char *_Nullable candela_cairo_load(void);

/// Makes a white drawing of the given size in units. A PNG has `scale` pixels per unit, a PDF `scale` points of 1/72
/// inch. Call `candela_cairo_load` first. NULL if out of memory. Free it with `candela_drawing_free`. One thread at a
/// time.
candela_drawing *_Nullable candela_drawing_create(candela_drawing_kind kind, double width, double height, double scale);
void candela_drawing_free(candela_drawing *drawing);

void candela_drawing_colour(candela_drawing *drawing, double red, double green, double blue, double alpha);
void candela_drawing_move(candela_drawing *drawing, double x, double y);
void candela_drawing_line(candela_drawing *drawing, double x, double y);
void candela_drawing_rectangle(candela_drawing *drawing, double x, double y, double width, double height);
/// Draws the path, `width` units wide, and clears it. `dash` is the length of dashes; 0 for a solid line.
void candela_drawing_stroke(candela_drawing *drawing, double width, double dash);
/// Fills the path and clears it.
void candela_drawing_fill(candela_drawing *drawing);
/// Restricts drawing to the rectangle until `candela_drawing_unclip`.
void candela_drawing_clip(candela_drawing *drawing, double x, double y, double width, double height);
void candela_drawing_unclip(candela_drawing *drawing);

/// The width of a text (UTF-8) in the system's sans-serif font.
double candela_drawing_text_width(candela_drawing *drawing, const char *text, double size, int bold);
/// Draws a text whose baseline starts at (x, y), rotated by `angle` radians clockwise.
void candela_drawing_text(
    candela_drawing *drawing, const char *text, double x, double y, double size, int bold, double angle);

/// Draws a PNG file's bytes, scaled to the rectangle. Returns NULL, or the reason for failure, valid for the lifetime
/// of the process.
const char *_Nullable candela_drawing_picture(
    candela_drawing *drawing, const uint8_t *bytes, size_t size, double x, double y, double width, double height);

/// Finishes the drawing and returns the bytes of its file, valid as long as `drawing`. Returns NULL, or the reason for
/// failure, valid for the lifetime of the process.
const char *_Nullable candela_drawing_finish(
    candela_drawing *drawing, const uint8_t *_Nullable *_Nonnull bytes, size_t *size);

#pragma clang assume_nonnull end

#endif
