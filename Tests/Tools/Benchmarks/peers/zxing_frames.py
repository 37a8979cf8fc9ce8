# SPDX-License-Identifier: Apache-2.0
"""Read raw frames with zxing-cpp from PyPI with its defaults: a file of 8-bit grey frames, their width and height; one JSON
object per line.

The time is processor time for finding codes, as for Candela.
"""

import json
import sys
import time

import numpy
import zxingcpp

path, width, height = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
for frame in numpy.fromfile(path, dtype=numpy.uint8).reshape(-1, height, width):
    began = time.process_time()
    found = zxingcpp.read_barcodes(frame)
    spent = time.process_time() - began
    codes = [{"format": str(code.format), "bytes": bytes(code.bytes).hex()} for code in found]
    print(json.dumps({"milliseconds": spent * 1e3, "codes": codes}), flush=True)
