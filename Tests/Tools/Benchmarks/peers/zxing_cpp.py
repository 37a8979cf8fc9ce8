# SPDX-License-Identifier: Apache-2.0
"""Reads pictures with the zxing-cpp of PyPI at its defaults: paths in a file, a JSON object a line.

The time is the processor's, of looking for codes alone: loading is left out, as it is for Candela.
"""

import json
import sys
import time

import numpy
import zxingcpp
from PIL import Image, ImageOps

for line in open(sys.argv[1], encoding="utf-8"):
    path = line.rstrip("\n")
    codes, spent = [], 0.0
    try:
        picture = numpy.asarray(ImageOps.exif_transpose(Image.open(path)).convert("L"))
        began = time.process_time()
        found = zxingcpp.read_barcodes(picture)
        spent = time.process_time() - began
        codes = [{"format": str(code.format), "bytes": bytes(code.bytes).hex()} for code in found]
    except (OSError, ValueError) as failure:
        print(f"{path}: {failure}", file=sys.stderr)
    print(json.dumps({"milliseconds": spent * 1e3, "codes": codes}), flush=True)
