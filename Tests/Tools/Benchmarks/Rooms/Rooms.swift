// SPDX-License-Identifier: Apache-2.0

/// The rooms of `candela-bench rooms`. The search was developed with those in `known`; `heldOut` were written after it was
/// finished.
extension Room {
    static let known: [Room] = [
        Room(name: "office, QR", specification: "bench?lux=500"),
        Room(name: "office, 50 Hz", specification: "bench?lux=400&flicker=50&flicker-depth=0.8"),
        Room(name: "office, 60 Hz", specification: "bench?lux=400&flicker=60&flicker-depth=0.8"),
        Room(name: "corridor", specification: "bench?lux=50"),
        Room(name: "corridor, 50 Hz", specification: "bench?lux=50&flicker=50"),
        Room(name: "candle", specification: "bench?lux=10"),
        Room(name: "dim", specification: "bench?lux=3"),
        Room(name: "very dim", specification: "bench?lux=1"),
        Room(name: "nearly dark", specification: "bench?lux=0.5"),
        Room(name: "nearly dark, torch", specification: "bench?lux=0.5", torch: true),
        Room(name: "retail, near", specification: "bench?code=ean-13:4006381333931&lux=100&distance=200"),
        Room(name: "retail, dim", specification: "bench?code=ean-13:4006381333931&lux=5&distance=250"),
        Room(name: "pale print, 60 Hz", specification: "bench?lux=100&contrast=0.3&flicker=60&flicker-depth=0.8"),
        Room(name: "belt, 300 mm/s told", specification: "bench?lux=200&motion=300", motion: 300),
        Room(name: "belt, 300 mm/s not told", specification: "bench?lux=200&motion=300"),
        Room(name: "belt, 60 Hz", specification: "bench?lux=40&motion=100&flicker=60", motion: 100),
        Room(name: "left out of focus", specification: "blurred"),
        Room(name: "sunny window", specification: "flicker"),
    ]

    static let heldOut: [Room] = [
        Room(name: "Code 128, desk", specification: "bench?code=code-128:CANDELA-42&lux=120&distance=260&seed=7"),
        Room(name: "Code 128, dim, 50 Hz", specification: "bench?code=code-128:CANDELA-42&lux=6&flicker=50&seed=8"),
        Room(
            name: "Data Matrix, near", specification: "bench?code=data-matrix:CANDELA%200042&lux=80&distance=150&seed=9"
        ),
        Room(
            name: "Data Matrix, dim", specification: "bench?code=data-matrix:CANDELA%200042&lux=4&distance=160&seed=10"),
        Room(name: "Aztec, office, 60 Hz", specification: "bench?code=aztec:CANDELA%200042&lux=300&flicker=60&seed=11"),
        Room(name: "QR, far", specification: "bench?lux=60&distance=330&seed=12"),
        Room(name: "QR, far and dim", specification: "bench?lux=4&distance=300&seed=13"),
        Room(name: "QR, half contrast, dim", specification: "bench?lux=6&contrast=0.5&seed=14"),
        Room(name: "QR, tilted", specification: "bench?lux=30&tilt=30&seed=15"),
        Room(name: "QR, belt 120 mm/s", specification: "bench?lux=80&motion=120&seed=16", motion: 120),
        Room(name: "QR, belt in the dusk", specification: "bench?lux=15&motion=80&seed=17", motion: 80),
        Room(name: "QR, belt, torch", specification: "bench?lux=5&motion=150&seed=18", motion: 150, torch: true),
        Room(
            name: "retail, torch", specification: "bench?code=ean-13:9783161484100&lux=1&distance=230&seed=19",
            torch: true),
        Room(
            name: "retail, 50 Hz, low",
            specification: "bench?code=ean-13:9783161484100&lux=20&flicker=50&flicker-depth=1&seed=20"),
        Room(name: "fixed lens, dim", specification: "bench?lux=2&focus=fixed:220&seed=21"),
        Room(name: "lens left near, dim", specification: "bench?lux=8&focus=70&distance=280&seed=22"),
        Room(name: "moonlight", specification: "bench?lux=0.7&seed=23"),
        Room(name: "moonlight, torch", specification: "bench?lux=0.5&distance=300&seed=24", torch: true),
        Room(name: "1280x720, dim", specification: "bench?lux=3&frame=1280x720&distance=260&seed=25"),
    ]
}
