// SPDX-License-Identifier: Apache-2.0
//
// What glibc shows of <spawn.h> to GNU sources only.

#ifndef CANDELA_CSPAWN_H
#define CANDELA_CSPAWN_H

#include <spawn.h>

#pragma clang assume_nonnull begin

/// Has the child begin with every descriptor from `first` on closed: libraries open some that it would inherit. 0 or errno.
int candela_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

#pragma clang assume_nonnull end

#endif
