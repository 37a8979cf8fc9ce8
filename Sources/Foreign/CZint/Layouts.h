// SPDX-License-Identifier: Apache-2.0
//
// `struct zint_symbol` changes with each minor version of libzint, and so does the soname. These are the members up to the last
// one that we use, and where each version has them. Source: zint.h of the releases 2.11.1, 2.12.0, 2.13.0, 2.14.0, 2.15.0 and
// 2.16.0.

#ifndef CANDELA_ZINT_LAYOUTS_H
#define CANDELA_ZINT_LAYOUTS_H

#include <stddef.h>

#define BEGINNING(colour)                                                                                                \
    int symbology;                                                                                                       \
    float height, scale;                                                                                                 \
    int whitespace_width, whitespace_height, border_width, output_options;                                               \
    char fgcolour[colour], bgcolour[colour];                                                                             \
    char *fgcolor, *bgcolor;                                                                                             \
    char outfile[256], primary[128];                                                                                     \
    int option_1, option_2, option_3, show_hrt
#define STRUCTURED_APPEND                                                                                                \
    struct {                                                                                                             \
        int index, count;                                                                                                \
        char id[32];                                                                                                     \
    } structapp
#define ROWS                                                                                                             \
    unsigned char encoded_data[200][144];                                                                                \
    float row_height[200]

struct zint_2_11 {
    BEGINNING(10);
    int fontsize, input_mode, eci;
    float dot_size, guard_descent;
    STRUCTURED_APPEND;
    int warn_level, debug;
    unsigned char text[128];
    int rows, width;
    ROWS;
    char errtxt[100];
};

struct zint_2_12 {
    BEGINNING(10);
    int fontsize, input_mode, eci;
    float dpmm, dot_size, guard_descent;
    STRUCTURED_APPEND;
    int warn_level, debug;
    unsigned char text[128];
    int rows, width;
    ROWS;
    char errtxt[100];
};

#define FROM_2_13                                                                                                        \
    BEGINNING(16);                                                                                                       \
    int input_mode, eci;                                                                                                 \
    float dpmm, dot_size, text_gap, guard_descent;                                                                       \
    STRUCTURED_APPEND;                                                                                                   \
    int warn_level, debug

struct zint_2_13 {
    FROM_2_13;
    unsigned char text[200];
    int rows, width;
    ROWS;
    char errtxt[100];
};

struct zint_2_14 {
    FROM_2_13;
    unsigned char text[256];
    int rows, width;
    ROWS;
    char errtxt[100];
};

struct zint_2_15 {
    FROM_2_13;
    unsigned char text[256];
    int text_length, rows, width;
    ROWS;
    char errtxt[100];
};

struct zint_2_16 {
    FROM_2_13;
    unsigned char text[256];
    int text_length, rows, width;
    char errtxt[160];
    unsigned char *bitmap;
    int bitmap_width, bitmap_height;
    unsigned char *alphamap;
    void *vector;
    unsigned char *memfile;
    int memfile_size;
    void *content_segs;
    int content_seg_count;
    ROWS;
};

/// Where a version has the members that we use.
struct layout {
    /// 211 for 2.11.
    int version;
    const char *soname;
    size_t symbology, height, output_options, option_1, option_2, option_3, input_mode, eci, text, rows, width, encoded_data,
        row_height, errtxt;
};

#define LAYOUT(major, minor)                                                                                             \
    {                                                                                                                    \
        100 * major + minor, "libzint.so." #major "." #minor, AT(major, minor, symbology), AT(major, minor, height),     \
            AT(major, minor, output_options), AT(major, minor, option_1), AT(major, minor, option_2),                    \
            AT(major, minor, option_3), AT(major, minor, input_mode), AT(major, minor, eci), AT(major, minor, text),     \
            AT(major, minor, rows), AT(major, minor, width), AT(major, minor, encoded_data),                             \
            AT(major, minor, row_height), AT(major, minor, errtxt)                                                       \
    }
#define AT(major, minor, member) offsetof(struct zint_##major##_##minor, member)

/// The newest first: whoever has several installed had a reason to add it.
static const struct layout layouts[] = {
    LAYOUT(2, 16), LAYOUT(2, 15), LAYOUT(2, 14), LAYOUT(2, 13), LAYOUT(2, 12), LAYOUT(2, 11),
};

/// Whether the header that we compile against has this layout. It has no version of its own.
#define IS(major, minor)                                                                                                 \
    (HAS(major, minor, symbology) && HAS(major, minor, height) && HAS(major, minor, output_options)                      \
     && HAS(major, minor, option_1) && HAS(major, minor, option_2) && HAS(major, minor, option_3)                        \
     && HAS(major, minor, input_mode) && HAS(major, minor, eci) && HAS(major, minor, text) && HAS(major, minor, rows)    \
     && HAS(major, minor, width) && HAS(major, minor, encoded_data) && HAS(major, minor, row_height)                     \
     && HAS(major, minor, errtxt))
#define HAS(major, minor, member)                                                                                        \
    (offsetof(struct zint_symbol, member) == AT(major, minor, member)                                                    \
     && sizeof ((struct zint_symbol *)0)->member == sizeof ((struct zint_##major##_##minor *)0)->member)
_Static_assert(IS(2, 16) || IS(2, 15) || IS(2, 14) || IS(2, 13) || IS(2, 12) || IS(2, 11),
               "this zint.h is of a version that Layouts.h does not know");

#endif
