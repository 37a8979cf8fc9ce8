/* SPDX-License-Identifier: GPL-2.0 */
/* What differs between the laboratory's kernels, 6.1 and 6.12. */
#include <linux/version.h>

/* Buffers a queue wants before it streams: renamed in 6.8. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 8, 0)
#define MIN_QUEUED_BUFFERS min_queued_buffers
#else
#define MIN_QUEUED_BUFFERS min_buffers_needed
#endif

/* A platform driver's removal cannot fail, and since 6.11 it does not return a number to say so. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 11, 0)
typedef void removed_t;
#define REMOVED
#else
typedef int removed_t;
#define REMOVED 0
#endif
