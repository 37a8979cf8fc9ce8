// SPDX-License-Identifier: Apache-2.0
#include <libudev.h>
// Not in Swift's Glibc module. The ACL that udev's uaccess sets is an extended attribute.
#include <sys/xattr.h>
