// SPDX-License-Identifier: Apache-2.0
//
// chafa's header includes GLib's, whose folders only pkg-config knows. What we use of both is declared here, with the
// ABI that it has had since 1.8. Source: chafa.h of 1.12, glib/gstring.h of 2.74.

#include "CChafa.h"
#include "CDynamicLibrary.h"

#include <stdlib.h>

typedef struct ChafaTermDb ChafaTermDb;
typedef struct ChafaTermInfo ChafaTermInfo;
typedef struct ChafaSymbolMap ChafaSymbolMap;
typedef struct ChafaCanvasConfig ChafaCanvasConfig;
typedef struct ChafaCanvas ChafaCanvas;
typedef struct {
    char *str;
    size_t len;
    size_t allocated_len;
} GString;

// ChafaTermSeq.
enum { INVERT_COLORS = 4, FGBG_DIRECT = 33, FGBG_256 = 36, FGBG_16 = 39, BEGIN_SIXELS = 40, BEGIN_KITTY = 43, BEGIN_ITERM2 = 47 };
// ChafaCanvasMode.
enum { MODE_TRUECOLOR = 0, MODE_256 = 1, MODE_16 = 3, MODE_FGBG_BGFG = 4, MODE_FGBG = 5 };
// ChafaPixelType, ChafaDitherMode, ChafaSymbolTags.
enum { PIXEL_RGB8 = 8, DITHER_NONE = 0, DITHER_ORDERED = 1 };
enum { TAG_SPACE = 1 << 0, TAG_SOLID = 1 << 1, TAG_QUAD = 1 << 7, TAG_HALF = 1 << 8 | 1 << 9 };

ChafaTermDb *chafa_term_db_get_default(void);
ChafaTermInfo *chafa_term_db_detect(ChafaTermDb *, char **);
ChafaTermInfo *chafa_term_db_get_fallback_info(ChafaTermDb *);
void chafa_term_info_supplement(ChafaTermInfo *, ChafaTermInfo *);
int chafa_term_info_have_seq(const ChafaTermInfo *, int);
void chafa_term_info_unref(ChafaTermInfo *);
ChafaSymbolMap *chafa_symbol_map_new(void);
void chafa_symbol_map_add_by_tags(ChafaSymbolMap *, int);
void chafa_symbol_map_unref(ChafaSymbolMap *);
ChafaCanvasConfig *chafa_canvas_config_new(void);
void chafa_canvas_config_unref(ChafaCanvasConfig *);
void chafa_canvas_config_set_geometry(ChafaCanvasConfig *, int, int);
void chafa_canvas_config_set_cell_geometry(ChafaCanvasConfig *, int, int);
void chafa_canvas_config_set_canvas_mode(ChafaCanvasConfig *, int);
void chafa_canvas_config_set_pixel_mode(ChafaCanvasConfig *, int);
void chafa_canvas_config_set_dither_mode(ChafaCanvasConfig *, int);
void chafa_canvas_config_set_symbol_map(ChafaCanvasConfig *, const ChafaSymbolMap *);
void chafa_canvas_config_set_work_factor(ChafaCanvasConfig *, float);
ChafaCanvas *chafa_canvas_new(const ChafaCanvasConfig *);
void chafa_canvas_draw_all_pixels(ChafaCanvas *, int, const uint8_t *, int, int, int);
GString *chafa_canvas_print(ChafaCanvas *, ChafaTermInfo *);
void chafa_canvas_unref(ChafaCanvas *);
char *g_string_free(GString *, int);

#define SYMBOLS(X)                                                                                                  \
    X(chafa_term_db_get_default) X(chafa_term_db_detect) X(chafa_term_db_get_fallback_info)                         \
    X(chafa_term_info_supplement) X(chafa_term_info_have_seq) X(chafa_term_info_unref) X(chafa_symbol_map_new)      \
    X(chafa_symbol_map_add_by_tags) X(chafa_symbol_map_unref) X(chafa_canvas_config_new)                            \
    X(chafa_canvas_config_unref) X(chafa_canvas_config_set_geometry) X(chafa_canvas_config_set_cell_geometry)       \
    X(chafa_canvas_config_set_canvas_mode) X(chafa_canvas_config_set_pixel_mode)                                    \
    X(chafa_canvas_config_set_dither_mode) X(chafa_canvas_config_set_symbol_map)                                    \
    X(chafa_canvas_config_set_work_factor) X(chafa_canvas_new) X(chafa_canvas_draw_all_pixels)                      \
    X(chafa_canvas_print) X(chafa_canvas_unref) X(g_string_free)

// g_string_free belongs to GLib, and is found through libchafa's dependency on it.
CANDELA_LIBRARY("libchafa.so.0", SYMBOLS, candela_chafa_load)

struct candela_chafa {
    ChafaTermInfo *terminal;
    candela_chafa_mode best;
    int colours;
    ChafaCanvasConfig *config;
    ChafaCanvas *canvas;
    /// The dimensions that `canvas` was made for.
    int columns, rows, cell_width, cell_height;
    candela_chafa_mode mode;
    GString *printed;
};

candela_chafa *candela_chafa_create(const char *const *environment) {
    candela_chafa *chafa = calloc(1, sizeof *chafa);
    if (!chafa) return NULL;
    ChafaTermDb *known = lib.chafa_term_db_get_default();
    chafa->terminal = lib.chafa_term_db_detect(known, (char **)environment);
    ChafaTermInfo *terminal = chafa->terminal;
    chafa->best = lib.chafa_term_info_have_seq(terminal, BEGIN_KITTY)    ? CANDELA_CHAFA_KITTY
                  : lib.chafa_term_info_have_seq(terminal, BEGIN_ITERM2) ? CANDELA_CHAFA_ITERM2
                  : lib.chafa_term_info_have_seq(terminal, BEGIN_SIXELS) ? CANDELA_CHAFA_SIXELS
                                                                         : CANDELA_CHAFA_BLOCKS;
    chafa->colours = lib.chafa_term_info_have_seq(terminal, FGBG_DIRECT)     ? MODE_TRUECOLOR
                     : lib.chafa_term_info_have_seq(terminal, FGBG_256)      ? MODE_256
                     : lib.chafa_term_info_have_seq(terminal, FGBG_16)       ? MODE_16
                     : lib.chafa_term_info_have_seq(terminal, INVERT_COLORS) ? MODE_FGBG_BGFG
                                                                             : MODE_FGBG;
    // A requested mode is used even if the terminal is not known to support it.
    ChafaTermInfo *common = lib.chafa_term_db_get_fallback_info(known);
    lib.chafa_term_info_supplement(terminal, common);
    lib.chafa_term_info_unref(common);
    return chafa;
}

candela_chafa_mode candela_chafa_best_mode(const candela_chafa *chafa) { return chafa->best; }

static void forget_canvas(candela_chafa *chafa) {
    if (chafa->canvas) lib.chafa_canvas_unref(chafa->canvas);
    if (chafa->config) lib.chafa_canvas_config_unref(chafa->config);
    chafa->canvas = NULL;
    chafa->config = NULL;
}

static void forget_printed(candela_chafa *chafa) {
    if (chafa->printed) lib.g_string_free(chafa->printed, 1);
    chafa->printed = NULL;
}

void candela_chafa_free(candela_chafa *chafa) {
    forget_printed(chafa);
    forget_canvas(chafa);
    lib.chafa_term_info_unref(chafa->terminal);
    free(chafa);
}

static void prepare(
    candela_chafa *chafa, candela_chafa_mode mode, int columns, int rows, int cell_width, int cell_height) {
    if (chafa->canvas && chafa->mode == mode && chafa->columns == columns && chafa->rows == rows
        && chafa->cell_width == cell_width && chafa->cell_height == cell_height)
        return;
    forget_canvas(chafa);
    chafa->mode = mode;
    chafa->columns = columns;
    chafa->rows = rows;
    chafa->cell_width = cell_width;
    chafa->cell_height = cell_height;
    // Half and quarter blocks: every font has them, and modules are seldom larger than a character.
    ChafaSymbolMap *symbols = lib.chafa_symbol_map_new();
    lib.chafa_symbol_map_add_by_tags(symbols, TAG_SPACE | TAG_SOLID | TAG_HALF | TAG_QUAD);
    ChafaCanvasConfig *config = lib.chafa_canvas_config_new();
    lib.chafa_canvas_config_set_geometry(config, columns, rows);
    lib.chafa_canvas_config_set_cell_geometry(config, cell_width, cell_height);
    lib.chafa_canvas_config_set_pixel_mode(config, mode);
    lib.chafa_canvas_config_set_canvas_mode(config, mode == CANDELA_CHAFA_BLOCKS ? chafa->colours : MODE_TRUECOLOR);
    lib.chafa_canvas_config_set_dither_mode(config, chafa->colours >= MODE_16 ? DITHER_ORDERED : DITHER_NONE);
    lib.chafa_canvas_config_set_symbol_map(config, symbols);
    // Prefer speed: CPU time is for scanning, and codes look the same.
    lib.chafa_canvas_config_set_work_factor(config, 0);
    lib.chafa_symbol_map_unref(symbols);
    chafa->config = config;
    chafa->canvas = lib.chafa_canvas_new(config);
}

int candela_chafa_draw(
    candela_chafa *chafa, candela_chafa_mode mode, const uint8_t *pixels, int width, int height, int columns, int rows,
    int cell_width, int cell_height, const uint8_t **bytes, size_t *size) {
    forget_printed(chafa);
    prepare(chafa, mode, columns, rows, cell_width, cell_height);
    if (!chafa->canvas) return 0;
    lib.chafa_canvas_draw_all_pixels(chafa->canvas, PIXEL_RGB8, pixels, width, height, width * 3);
    chafa->printed = lib.chafa_canvas_print(chafa->canvas, chafa->terminal);
    if (!chafa->printed) return 0;
    *bytes = (const uint8_t *)chafa->printed->str;
    *size = chafa->printed->len;
    return 1;
}
