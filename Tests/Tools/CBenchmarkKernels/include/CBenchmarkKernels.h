// SPDX-License-Identifier: Apache-2.0
//
// The loops of FrameMetrics in plain C, for `candela-bench kernels`. `stride` is the distance between rows in bytes.

#ifndef CANDELA_BENCHMARK_KERNELS_H
#define CANDELA_BENCHMARK_KERNELS_H

#include <stddef.h>
#include <stdint.h>

double peer_mean(const uint8_t *_Nonnull pixels, long width, long height, long stride);
long peer_clipped(const uint8_t *_Nonnull pixels, long width, long height, long stride, uint8_t level);
/// `counts` has 256 places.
void peer_histogram(const uint8_t *_Nonnull pixels, long width, long height, long stride, uint32_t *_Nonnull counts);
double peer_laplacian_variance(const uint8_t *_Nonnull pixels, long width, long height, long stride);
double peer_tenengrad(const uint8_t *_Nonnull pixels, long width, long height, long stride);
/// Immerkær's operator on up to 64 × 64 blocks of 8 × 8 pixels; `sums` has 4096 places. Returns how many were written.
long peer_noise_blocks(const uint8_t *_Nonnull pixels, long width, long height, long stride, int64_t *_Nonnull sums);

#endif
