# SPDX-License-Identifier: Apache-2.0
"""Makes the pictures of this folder (Pillow 11 or later). Each shows f(x, y) = 5x + 6y, 32 by 16, unless its name says
otherwise; the tests know the formula."""
import struct, zlib
from PIL import Image

W, H = 32, 16
def f(x, y): return 5 * x + 6 * y

grey = Image.new("L", (W, H))
grey.putdata([f(x, y) for y in range(H) for x in range(W)])
colour = Image.new("RGB", (W, H))
colour.putdata([(f(x, y), 255 - f(x, y), x * 8) for y in range(H) for x in range(W)])

grey.save("grey.png")
colour.save("colour.png")
grey.point(lambda v: 255 if v >= 128 else 0).convert("1").save("one-bit.png")
grey.convert("P").save("palette.png")
sixteen = Image.new("I;16", (W, H))
sixteen.putdata([f(x, y) * 257 for y in range(H) for x in range(W)])
sixteen.save("sixteen-bit.png")
# A code on nothing: black squares where x / 4 is even, elsewhere fully transparent black.
code = [(0, 0, 0, 255 if x // 4 % 2 == 0 else 0) for y in range(H) for x in range(W)]
transparent = Image.new("RGBA", (W, H))
transparent.putdata(code)
transparent.save("transparent.png")
transparent.save("transparent.webp", lossless=True, exact=True)
half = Image.new("LA", (W, H))
half.putdata([(0, 128)] * (W * H))
half.save("half-transparent.png")
palette = Image.new("P", (W, H))
palette.putpalette([0, 0, 0, 10, 10, 10])
palette.putdata([0 if a else 1 for _, _, _, a in code])
palette.save("transparent-palette.png", transparency=1)

def chunk(kind, data): return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
def adam7():
    raw = b""
    for x0, y0, dx, dy in [(0,0,8,8),(4,0,8,8),(0,4,4,8),(2,0,4,4),(0,2,2,4),(1,0,2,2),(0,1,1,2)]:
        for y in range(y0, H, dy): raw += b"\0" + bytes(f(x, y) for x in range(x0, W, dx))
    return raw
def png(header, raw, extra=b""):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")
open("interlaced.png", "wb").write(png(struct.pack(">IIBBBBB", W, H, 8, 0, 0, 0, 1), adam7()))
orientation6 = b"MM\0\x2a\0\0\0\x08" + struct.pack(">HHHIHHI", 1, 0x0112, 3, 1, 6, 0, 0)
plain = b"".join(b"\0" + bytes(f(x, y) for x in range(W)) for y in range(H))
open("orientation-6.png", "wb").write(png(struct.pack(">IIBBBBB", W, H, 8, 0, 0, 0, 0), plain, chunk(b"eXIf", orientation6)))
# 30,000 pixels wide: x modulo 251.
open("wide.png", "wb").write(png(struct.pack(">IIBBBBB", 30000, 2, 8, 0, 0, 0, 0), (b"\0" + bytes(x % 251 for x in range(30000))) * 2))
# 64 by 64 pixels of noise, which do not compress: v = v * 1103515245 + 12345 modulo 2^31, bits 16 to 23.
v, noise = 1, b""
for y in range(64):
    noise += b"\0"
    for x in range(64):
        v = (v * 1103515245 + 12345) % (1 << 31)
        noise += bytes([v >> 16 & 255])
open("noise.png", "wb").write(png(struct.pack(">IIBBBBB", 64, 64, 8, 0, 0, 0, 0), noise))
open("one-pixel.png", "wb").write(png(struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0), b"\0\x42"))

turn = {2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}
for o in range(1, 9):
    exif = Image.Exif()
    exif[0x0112] = o
    (grey.transpose(turn[o]) if o in turn else grey).save(f"orientation-{o}.jpg", quality=95, exif=exif)
colour.save("colour.jpg", quality=95, subsampling=0)
colour.save("progressive.jpg", quality=95, subsampling=0, progressive=True)
cmyk = Image.merge("CMYK", [Image.new("L", (W, H), 0)] * 3 + [grey.point(lambda v: 255 - v)])
cmyk.save("cmyk.jpg", quality=95)

colour.save("colour.webp", lossless=True)
colour.save("lossy.webp", quality=90)
grey.save("grey.tif")
colour.save("colour-lzw.tif", compression="tiff_lzw")
sixteen.save("sixteen-bit.tif")
turned = grey.transpose(turn[6])
turned.save("orientation-6.tif", tiffinfo={0x0112: 6})
grey.save("grey.gif")
colour.save("colour.bmp")
grey.save("grey.bmp")
