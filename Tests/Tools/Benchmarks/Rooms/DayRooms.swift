// SPDX-License-Identifier: Apache-2.0

/// The rooms of `candela-bench day`. The governor was tuned with those in `tuning` only.
struct DayRoom: Sendable {
    var name: String
    /// The scene without its light.
    var scene: String
    /// What happens to the light in ten minutes.
    var light: String
    /// For calibrating: a constant light.
    var calibrated: Double
    /// The speed of the codes, millimetres per second, as the calibration is told.
    var motion: Double?

    /// From dark to bright and back in ten minutes, in equal stops per second.
    static let day = "lux=0.3..3000@5min,3000..0.3@5min"

    var specification: String { "bench?\(scene)&\(light)&frame=320x240" }
    var calibration: String {
        // The lamp flickers only while it is on; calibrating under it finds its frequency.
        let flicker = light.split(separator: "&").filter { $0.hasPrefix("flicker") }.joined(separator: "&")
        return "bench?\(scene)&lux=\(calibrated)\(flicker.isEmpty ? "" : "&" + flicker)&frame=320x240"
    }

    static let tuning: [DayRoom] = [
        DayRoom(name: "T1 QR", scene: "distance=110&seed=501", light: day + "&lamp=250@60s", calibrated: 300),
        DayRoom(
            name: "T2 EAN, 50 Hz, shadows", scene: "code=ean-13:4006381333931&distance=150&seed=502",
            light: day + "&lamp=400@60s&flicker=50&flicker-depth=0.7&shadows=0.7@6s", calibrated: 100),
        DayRoom(
            name: "T3 Code 128, belt", scene: "code=code-128:CANDELA&distance=140&motion=60&seed=503",
            light: day + "&lamp=150@60s&clouds=0.6@20s", calibrated: 500, motion: 60),
    ]

    static let measured: [DayRoom] = [
        DayRoom(
            name: "QR, desk lamp", scene: "code=qr:SHELF%2017&distance=115&seed=601", light: day + "&lamp=300@60s",
            calibrated: 200),
        DayRoom(
            name: "QR, pale print", scene: "code=qr:PALE&distance=105&contrast=0.45&seed=602",
            light: day + "&lamp=500@60s&shadows=0.6@8s", calibrated: 400),
        DayRoom(
            name: "EAN-13, 50 Hz tubes", scene: "code=ean-13:9783161484100&distance=145&seed=603",
            light: day + "&lamp=350@60s&flicker=50&flicker-depth=0.8", calibrated: 350),
        DayRoom(
            name: "EAN-13, 60 Hz, shadows", scene: "code=ean-13:4012345678901&distance=155&seed=604",
            light: day + "&lamp=200@60s&flicker=60&flicker-depth=0.6&shadows=0.8@5s", calibrated: 150),
        DayRoom(
            name: "Code 128, clouds", scene: "code=code-128:LOT-4711&distance=160&seed=605",
            light: day + "&lamp=120@60s&clouds=0.7@15s", calibrated: 800),
        DayRoom(
            name: "Code 128, belt 40 mm/s", scene: "code=code-128:BELT&distance=135&motion=40&seed=606",
            light: day + "&lamp=600@60s&flicker=50&flicker-depth=0.4", calibrated: 600, motion: 40),
        DayRoom(
            name: "Data Matrix", scene: "code=data-matrix:PART%2099&distance=95&seed=607", light: day + "&lamp=250@60s",
            calibrated: 60),
        DayRoom(
            name: "Data Matrix, dark table", scene: "code=data-matrix:PCB-7&distance=90&table=0.05&seed=608",
            light: day + "&lamp=900@60s&shadows=0.7@9s", calibrated: 250),
        DayRoom(
            name: "Aztec, bright table", scene: "code=aztec:TICKET&distance=100&table=0.8&seed=609",
            light: day + "&lamp=80@60s&flicker=60&flicker-depth=0.9", calibrated: 100),
        DayRoom(
            name: "QR, tilted, clouds", scene: "code=qr:TILT&distance=110&tilt=25&seed=610",
            light: day + "&lamp=300@60s&clouds=0.5@8s&shadows=0.5@7s", calibrated: 1000),
        DayRoom(
            name: "QR, hand 25 mm/s", scene: "code=qr:HAND&distance=105&motion=25&travel=15&seed=611",
            light: day + "&lamp=450@60s&shadows=0.7@10s", calibrated: 300, motion: 25),
        DayRoom(
            name: "EAN-8, grey paper", scene: "code=ean-8:96385074&distance=150&paper=0.5&contrast=0.7&seed=612",
            light: day + "&lamp=200@60s&flicker=50&flicker-depth=0.5&shadows=0.6@6s", calibrated: 500),
    ]

    /// Rooms with constant light in which the camera's own automatic reads everything, or nearly.
    static let steady: [DayRoom] = [20.0, 100, 500, 2000].flatMap { lux in
        [
            DayRoom(
                name: "steady \(Int(lux)) lux, QR", scene: "code=qr:STEADY&distance=112&seed=\(700 + Int(lux))",
                light: "lux=\(lux)", calibrated: lux),
            DayRoom(
                name: "steady \(Int(lux)) lux, EAN-13, 50 Hz, shadows",
                scene: "code=ean-13:4006381333931&distance=150&seed=\(710 + Int(lux))",
                light: "lux=\(lux)&flicker=50&flicker-depth=0.5&shadows=0.6@4s", calibrated: lux),
            DayRoom(
                name: "steady \(Int(lux)) lux, Code 128, moves",
                scene: "code=code-128:SLOW&distance=140&motion=15&seed=\(720 + Int(lux))", light: "lux=\(lux)",
                calibrated: lux),
        ]
    }
}
