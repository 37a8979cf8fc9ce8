// SPDX-License-Identifier: Apache-2.0
#include "CVideodev2.h"
