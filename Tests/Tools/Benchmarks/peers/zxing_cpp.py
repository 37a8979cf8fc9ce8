# SPDX-License-Identifier: Apache-2.0
"""Read pictures with zxing-cpp from PyPI with its defaults: paths from a file, one JSON object per line.

The time is processor time for finding codes, without loading the picture, as for Candela.
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
