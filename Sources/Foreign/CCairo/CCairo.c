// SPDX-License-Identifier: Apache-2.0

#include "CCairo.h"
#include "CDynamicLibrary.h"

#include <cairo/cairo-pdf.h>
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>

#include <stdlib.h>
#include <string.h>

#define SYMBOLS(X)                                                                                              \
    X(cairo_image_surface_create) X(cairo_svg_surface_create_for_stream) X(cairo_surface_write_to_png_stream)    \
    X(cairo_surface_finish) X(cairo_surface_destroy) X(cairo_surface_status) X(cairo_create) X(cairo_destroy)    \
    X(cairo_status) X(cairo_status_to_string) X(cairo_scale) X(cairo_paint) X(cairo_set_source_rgba)             \
    X(cairo_move_to) X(cairo_line_to) X(cairo_rectangle) X(cairo_set_line_width) X(cairo_set_dash)               \
    X(cairo_set_line_join) X(cairo_stroke) X(cairo_fill) X(cairo_clip) X(cairo_reset_clip) X(cairo_new_path)     \
    X(cairo_select_font_face) X(cairo_set_font_size) X(cairo_text_extents) X(cairo_show_text) X(cairo_save)      \
    X(cairo_restore) X(cairo_translate) X(cairo_rotate) X(cairo_pdf_surface_create_for_stream)                  \
    X(cairo_image_surface_create_from_png_stream) X(cairo_image_surface_get_width)                              \
    X(cairo_image_surface_get_height) X(cairo_set_source_surface) X(cairo_pdf_surface_restrict_to_version)

CANDELA_LIBRARY("libcairo.so.2", SYMBOLS, candela_cairo_load)

struct candela_drawing {
    candela_drawing_kind kind;
    cairo_surface_t *surface;
    cairo_t *context;
    uint8_t *bytes;
    size_t size, capacity;
};

static cairo_status_t append(void *closure, const unsigned char *data, unsigned int length) {
    candela_drawing *drawing = closure;
    if (drawing->capacity - drawing->size < length) {
        size_t capacity = (drawing->size + length) * 2;
        uint8_t *bytes = realloc(drawing->bytes, capacity);
        if (!bytes) return CAIRO_STATUS_NO_MEMORY;
        drawing->bytes = bytes;
        drawing->capacity = capacity;
    }
    memcpy(drawing->bytes + drawing->size, data, length);
    drawing->size += length;
    return CAIRO_STATUS_SUCCESS;
}

candela_drawing *candela_drawing_create(candela_drawing_kind kind, double width, double height, double scale) {
    candela_drawing *drawing = calloc(1, sizeof *drawing);
    if (!drawing) return NULL;
    drawing->kind = kind;
    drawing->surface = kind == CANDELA_DRAWING_SVG
                           ? lib.cairo_svg_surface_create_for_stream(append, drawing, width, height)
                       : kind == CANDELA_DRAWING_PDF
                           ? lib.cairo_pdf_surface_create_for_stream(append, drawing, width * scale, height * scale)
                           : lib.cairo_image_surface_create(
                                 CAIRO_FORMAT_RGB24, (int)(width * scale + 0.5), (int)(height * scale + 0.5));
    // Readable by every printer, and the same on every system: cairo 1.18 would write compressed objects.
    if (kind == CANDELA_DRAWING_PDF) {
        lib.cairo_pdf_surface_restrict_to_version(drawing->surface, CAIRO_PDF_VERSION_1_4);
    }
    drawing->context = lib.cairo_create(drawing->surface);
    if (lib.cairo_status(drawing->context) != CAIRO_STATUS_SUCCESS) {
        candela_drawing_free(drawing);
        return NULL;
    }
    if (kind != CANDELA_DRAWING_SVG) lib.cairo_scale(drawing->context, scale, scale);
    lib.cairo_set_source_rgba(drawing->context, 1, 1, 1, 1);
    lib.cairo_paint(drawing->context);
    lib.cairo_set_line_join(drawing->context, CAIRO_LINE_JOIN_ROUND);
    return drawing;
}

void candela_drawing_free(candela_drawing *drawing) {
    if (drawing->context) lib.cairo_destroy(drawing->context);
    if (drawing->surface) lib.cairo_surface_destroy(drawing->surface);
    free(drawing->bytes);
    free(drawing);
}

void candela_drawing_colour(candela_drawing *drawing, double red, double green, double blue, double alpha) {
    lib.cairo_set_source_rgba(drawing->context, red, green, blue, alpha);
}

void candela_drawing_move(candela_drawing *drawing, double x, double y) { lib.cairo_move_to(drawing->context, x, y); }
void candela_drawing_line(candela_drawing *drawing, double x, double y) { lib.cairo_line_to(drawing->context, x, y); }

void candela_drawing_rectangle(candela_drawing *drawing, double x, double y, double width, double height) {
    lib.cairo_rectangle(drawing->context, x, y, width, height);
}

void candela_drawing_stroke(candela_drawing *drawing, double width, double dash) {
    lib.cairo_set_dash(drawing->context, &dash, dash > 0 ? 1 : 0, 0);
    lib.cairo_set_line_width(drawing->context, width);
    lib.cairo_stroke(drawing->context);
}

void candela_drawing_fill(candela_drawing *drawing) { lib.cairo_fill(drawing->context); }

void candela_drawing_clip(candela_drawing *drawing, double x, double y, double width, double height) {
    lib.cairo_new_path(drawing->context);
    lib.cairo_rectangle(drawing->context, x, y, width, height);
    lib.cairo_clip(drawing->context);
}

void candela_drawing_unclip(candela_drawing *drawing) { lib.cairo_reset_clip(drawing->context); }

static void choose_font(candela_drawing *drawing, double size, int bold) {
    lib.cairo_select_font_face(
        drawing->context, "sans-serif", CAIRO_FONT_SLANT_NORMAL, bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    lib.cairo_set_font_size(drawing->context, size);
}

double candela_drawing_text_width(candela_drawing *drawing, const char *text, double size, int bold) {
    cairo_text_extents_t extents = {0};
    choose_font(drawing, size, bold);
    lib.cairo_text_extents(drawing->context, text, &extents);
    return extents.x_advance;
}

void candela_drawing_text(
    candela_drawing *drawing, const char *text, double x, double y, double size, int bold, double angle) {
    choose_font(drawing, size, bold);
    lib.cairo_save(drawing->context);
    lib.cairo_translate(drawing->context, x, y);
    lib.cairo_rotate(drawing->context, angle);
    lib.cairo_move_to(drawing->context, 0, 0);
    lib.cairo_show_text(drawing->context, text);
    lib.cairo_restore(drawing->context);
    lib.cairo_new_path(drawing->context);
}

struct png_bytes {
    const uint8_t *bytes;
    size_t left;
};

static cairo_status_t take(void *closure, unsigned char *data, unsigned int length) {
    struct png_bytes *png = closure;
    if (png->left < length) return CAIRO_STATUS_READ_ERROR;
    memcpy(data, png->bytes, length);
    png->bytes += length;
    png->left -= length;
    return CAIRO_STATUS_SUCCESS;
}

const char *candela_drawing_picture(
    candela_drawing *drawing, const uint8_t *bytes, size_t size, double x, double y, double width, double height) {
    struct png_bytes png = {bytes, size};
    cairo_surface_t *picture = lib.cairo_image_surface_create_from_png_stream(take, &png);
    cairo_status_t status = lib.cairo_surface_status(picture);
    if (status == CAIRO_STATUS_SUCCESS) {
        lib.cairo_save(drawing->context);
        lib.cairo_translate(drawing->context, x, y);
        lib.cairo_scale(
            drawing->context, width / lib.cairo_image_surface_get_width(picture),
            height / lib.cairo_image_surface_get_height(picture));
        lib.cairo_set_source_surface(drawing->context, picture, 0, 0);
        lib.cairo_paint(drawing->context);
        lib.cairo_restore(drawing->context);
        status = lib.cairo_status(drawing->context);
    }
    lib.cairo_surface_destroy(picture);
    return status == CAIRO_STATUS_SUCCESS ? NULL : lib.cairo_status_to_string(status);
}

const char *candela_drawing_finish(candela_drawing *drawing, const uint8_t **bytes, size_t *size) {
    *bytes = NULL;
    *size = 0;
    cairo_status_t status = lib.cairo_status(drawing->context);
    if (status == CAIRO_STATUS_SUCCESS) {
        if (drawing->kind == CANDELA_DRAWING_PNG)
            status = lib.cairo_surface_write_to_png_stream(drawing->surface, append, drawing);
        lib.cairo_surface_finish(drawing->surface);
        if (status == CAIRO_STATUS_SUCCESS) status = lib.cairo_surface_status(drawing->surface);
    }
    if (status != CAIRO_STATUS_SUCCESS) return lib.cairo_status_to_string(status);
    *bytes = drawing->bytes;
    *size = drawing->size;
    return NULL;
}
