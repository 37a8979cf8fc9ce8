// SPDX-License-Identifier: Apache-2.0
//
// The plugin's whole interface is `candela_zxing_functions` of CZXing.h; it is loaded with dlopen, never linked.

#ifndef CZXING_PLUGIN_H
#define CZXING_PLUGIN_H

#endif
