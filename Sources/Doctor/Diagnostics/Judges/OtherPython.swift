// SPDX-License-Identifier: Apache-2.0

/// Judges a program whose Python is not the one that the distribution's modules for cameras are made for.
enum OtherPython {
    static func find(_ client: CameraClientRecord) -> Finding? {
        guard let python = client.otherPython else { return nil }
        let isContainer = client.kind == .container
        let line = python.line.trimmingPrefix { $0.isWhitespace }
        return Finding(
            .accessServiceBroken, .fail,
            "the Python of \(client.title) does not find libcamera's module, which is installed for the system's Python \(python.version): it is another one (\(Words.list(python.others)) \(python.others.count == 1 ? "is" : "are") there), which cannot load it, or a virtual environment without the system's modules; it said \"\(line.prefix(160))\"",
            confidence: .likely,
            evidence: [
                EvidenceLine(client.ownWords, python.line), EvidenceLine("libcamera's module", python.module),
            ] + python.others.map { EvidenceLine("another Python", $0) },
            effect: "the program ends before it reaches the camera, which is not at fault",
            fixes: [
                isContainer
                    ? Fix("Start the program with the system's Python in the container, /usr/bin/python3, or use an image without another Python (a Debian image, not one of python:)")
                    : Fix("Start the program with the system's Python, /usr/bin/python3, to which the packages python3-libcamera and python3-picamera2 belong; a virtual environment must be made with it, and with the system's modules",
                        commands: ["/usr/bin/python3 -m venv --system-site-packages VENV"], isRunnable: false),
                Fix("Or build libcamera with its Python module (meson -Dpycamera=enabled) for the other Python"),
                client.again("Then start it again"),
            ])
    }
}
