// SPDX-License-Identifier: Apache-2.0
//
// Parts of glibc for running programs that it declares only for GNU sources.

#ifndef CANDELA_CSPAWN_H
#define CANDELA_CSPAWN_H

#include <spawn.h>

#pragma clang assume_nonnull begin

/// Closes all descriptors from `first` on in the child: libraries open some that it would inherit. 0 or errno.
int candela_spawn_close_from(posix_spawn_file_actions_t *actions, int first);

/// A file in memory, closed on exec: a descriptor, or -1 and errno. See: man 2 memfd_create.
int candela_memory_file(const char *name);

#pragma clang assume_nonnull end

#endif
