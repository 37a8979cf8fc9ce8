// SPDX-License-Identifier: Apache-2.0

#include "CLibPNG.h"
#include "CDynamicLibrary.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS(X)                                                                                               \
    X(png_create_read_struct) X(png_create_info_struct) X(png_destroy_read_struct) X(png_set_read_fn)             \
    X(png_get_io_ptr) X(png_get_error_ptr) X(png_set_crc_action) X(png_set_keep_unknown_chunks)                   \
    X(png_set_benign_errors) X(png_set_compression_buffer_size) X(png_read_info) X(png_get_image_width) X(png_get_image_height) X(png_set_expand)    \
    X(png_set_scale_16) X(png_set_interlace_handling) X(png_read_update_info) X(png_get_channels)                 \
    X(png_get_rowbytes) X(png_read_row)

CANDELA_LIBRARY("libpng16.so.16", SYMBOLS, candela_png_load)

/// A decoding job. It is outside the stack frame that calls setjmp, so that no member has to be volatile.
struct job {
    jmp_buf out;
    png_structp png;
    png_infop info;
    const uint8_t *at, *end;
    uint8_t *rows;
    size_t row_bytes;
    int channels, passes;
    /// Of red, green and blue, in 256ths.
    unsigned weights[3];
    candela_png_result *result;
};

static void on_error(png_structp png, png_const_charp message) {
    struct job *job = lib.png_get_error_ptr(png);
    snprintf(job->result->message, sizeof job->result->message, "%s", message);
    longjmp(job->out, 1);
}

static void on_warning(png_structp png, png_const_charp message) {
    struct job *job = lib.png_get_error_ptr(png);
    // Only warnings about checksums matter for pixels. Most others are about colour profiles and the like.
    if (!job->result->message[0] && strstr(message, "CRC")) snprintf(job->result->message, sizeof job->result->message, "%s", message);
}

static void read_bytes(png_structp png, png_bytep to, size_t count) {
    struct job *job = lib.png_get_io_ptr(png);
    if ((size_t)(job->end - job->at) < count) on_error(png, "the file ends too early");
    memcpy(to, job->at, count);
    job->at += count;
}

static uint8_t weighted(const unsigned *weights, unsigned red, unsigned green, unsigned blue) {
    return (uint8_t)((red * weights[0] + green * weights[1] + blue * weights[2] + 128) >> 8);
}

static uint8_t over_white(unsigned luma, unsigned alpha) {
    return (uint8_t)((luma * alpha + 255 * (255 - alpha) + 127) / 255);
}

/// Notes what the row would look like to a program that leaves out the transparency.
static void note(candela_png_result *result, unsigned luma, unsigned alpha) {
    result->transparent += alpha < 128;
    if (luma < result->darkest) result->darkest = (uint8_t)luma;
    if (luma > result->lightest) result->lightest = (uint8_t)luma;
}

static void convert(
    const struct job *job, const uint8_t *restrict row, uint8_t *restrict target, uint32_t width) {
    candela_png_result *result = job->result;
    const unsigned weights[3] = {job->weights[0], job->weights[1], job->weights[2]};

    switch (job->channels) {
    case 1: memcpy(target, row, width); break;
    case 2:
        for (uint32_t x = 0; x < width; x++, row += 2) {
            note(result, row[0], row[1]);
            target[x] = over_white(row[0], row[1]);
        }
        break;
    case 3:
        for (uint32_t x = 0; x < width; x++, row += 3) target[x] = weighted(weights, row[0], row[1], row[2]);
        break;
    default:
        for (uint32_t x = 0; x < width; x++, row += 4) {
            const unsigned luma = weighted(weights, row[0], row[1], row[2]);
            note(result, luma, row[3]);
            target[x] = over_white(luma, row[3]);
        }
    }
}

static void decode(struct job *job, uint32_t width, uint32_t height, uint8_t *target) {
    if (setjmp(job->out)) goto done;
    job->png = lib.png_create_read_struct(PNG_LIBPNG_VER_STRING, job, on_error, on_warning);
    if (!job->png) {
        snprintf(job->result->message, sizeof job->result->message, "libpng cannot start (version or memory)");
        return;
    }
    job->info = lib.png_create_info_struct(job->png);
    if (!job->info) goto done;
    lib.png_set_read_fn(job->png, job, read_bytes);
    // A wrong checksum should give a message, but not lose the picture.
    lib.png_set_crc_action(job->png, PNG_CRC_WARN_USE, PNG_CRC_QUIET_USE);
    lib.png_set_benign_errors(job->png, 1);
    // libpng loses as much at the end of a truncated file as it reads at a time.
    lib.png_set_compression_buffer_size(job->png, 512);
    // Do not unpack profiles, texts and times; apply transparency.
    lib.png_set_keep_unknown_chunks(job->png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    lib.png_read_info(job->png, job->info);
    if (lib.png_get_image_width(job->png, job->info) != width
        || lib.png_get_image_height(job->png, job->info) != height)
        on_error(job->png, "the header is contradictory");
    lib.png_set_expand(job->png);
    lib.png_set_scale_16(job->png);
    job->passes = lib.png_set_interlace_handling(job->png);
    lib.png_read_update_info(job->png, job->info);
    job->channels = lib.png_get_channels(job->png, job->info);
    job->row_bytes = lib.png_get_rowbytes(job->png, job->info);
    if (job->channels < 1 || job->channels > 4 || job->row_bytes != (size_t)width * (size_t)job->channels)
        on_error(job->png, "its rows have an unexpected length");

    if (job->passes == 1) {
        job->rows = malloc(job->row_bytes);
        if (!job->rows) on_error(job->png, "out of memory");
        for (; job->result->rows < height; job->result->rows++) {
            lib.png_read_row(job->png, job->rows, NULL);
            convert(job, job->rows, target + (size_t)job->result->rows * width, width);
        }
    } else {
        // Interlaced rows are completed over seven passes. The coarse passes fill in for missing rows.
        job->rows = calloc(height, job->row_bytes);
        if (!job->rows) on_error(job->png, "out of memory");
        for (int pass = 0; pass < job->passes; pass++) {
            for (uint32_t y = 0; y < height; y++) {
                lib.png_read_row(job->png, NULL, job->rows + (size_t)y * job->row_bytes);
                if (pass == job->passes - 1) job->result->rows = y + 1;
            }
        }
    }
done:
    if (job->passes > 1 && job->rows)
        for (uint32_t y = 0; y < height; y++)
            convert(job, job->rows + (size_t)y * job->row_bytes, target + (size_t)y * width, width);
    free(job->rows);
    lib.png_destroy_read_struct(&job->png, &job->info, NULL);
}

void candela_png_decode(
    const uint8_t *data, size_t size, uint32_t width, uint32_t height, int plane, uint8_t *target,
    candela_png_result *result) {
    struct job job = {.at = data, .end = data + size, .result = result, .weights = {77, 150, 29}};
    if (plane >= 0 && plane < 3)
        for (int i = 0; i < 3; i++) job.weights[i] = i == plane ? 256 : 0;
    *result = (candela_png_result){.darkest = 255};
    decode(&job, width, height, target);
}
