// SPDX-License-Identifier: Apache-2.0

#include "CBenchmarkKernels.h"

#include <stdlib.h>
#include <string.h>

double peer_mean(const uint8_t *pixels, long width, long height, long stride) {
    uint64_t sum = 0;
    for (long y = 0; y < height; y++)
        for (long x = 0; x < width; x++) sum += pixels[y * stride + x];
    return (double)sum / (double)(width * height);
}

long peer_clipped(const uint8_t *pixels, long width, long height, long stride, uint8_t level) {
    long count = 0;
    for (long y = 0; y < height; y++)
        for (long x = 0; x < width; x++) count += pixels[y * stride + x] >= level;
    return count;
}

void peer_histogram(const uint8_t *pixels, long width, long height, long stride, uint32_t *counts) {
    memset(counts, 0, 256 * sizeof *counts);
    for (long y = 0; y < height; y++)
        for (long x = 0; x < width; x++) counts[pixels[y * stride + x]]++;
}

double peer_laplacian_variance(const uint8_t *pixels, long width, long height, long stride) {
    int64_t sum = 0, squares = 0;
    for (long y = 1; y < height - 1; y++) {
        const uint8_t *row = pixels + y * stride;
        for (long x = 1; x < width - 1; x++) {
            int value = row[x - 1] + row[x + 1] + row[x - stride] + row[x + stride] - 4 * row[x];
            sum += value;
            squares += value * value;
        }
    }
    double count = (double)((width - 2) * (height - 2)), mean = (double)sum / count;
    return (double)squares / count - mean * mean;
}

double peer_tenengrad(const uint8_t *pixels, long width, long height, long stride) {
    int64_t total = 0;
    long lines = 0;
    for (long y = 1; y < height - 1; y += 2, lines++) {
        const uint8_t *row = pixels + y * stride, *above = row - stride, *below = row + stride;
        for (long x = 1; x < width - 1; x++) {
            int gx = above[x + 1] - above[x - 1] + 2 * (row[x + 1] - row[x - 1]) + below[x + 1] - below[x - 1];
            int gy = below[x - 1] + 2 * below[x] + below[x + 1] - above[x - 1] - 2 * above[x] - above[x + 1];
            total += gx * gx + gy * gy;
        }
    }
    return (double)total / 64 / (double)(lines * (width - 2));
}

long peer_noise_blocks(const uint8_t *pixels, long width, long height, long stride, int64_t *sums) {
    enum { SIDE = 8 };
    long columns = width / SIDE < 64 ? width / SIDE : 64, rows = height / SIDE < 64 ? height / SIDE : 64;
    for (long row = 0; row < rows; row++) {
        long top = row * (height - SIDE) / (rows > 1 ? rows - 1 : 1);
        for (long column = 0; column < columns; column++) {
            long left = column * (width - SIDE) / (columns > 1 ? columns - 1 : 1);
            int64_t sum = 0;
            for (long y = 1; y < SIDE - 1; y++) {
                const uint8_t *b = pixels + (top + y) * stride + left, *a = b - stride, *c = b + stride;
                for (long x = 1; x < SIDE - 1; x++) {
                    int value = a[x - 1] - 2 * a[x] + a[x + 1] - 2 * (b[x - 1] - 2 * b[x] + b[x + 1]) + c[x - 1] -
                                2 * c[x] + c[x + 1];
                    sum += abs(value);
                }
            }
            sums[row * columns + column] = sum;
        }
    }
    return rows * columns;
}
