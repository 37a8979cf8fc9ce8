// SPDX-License-Identifier: Apache-2.0

// Tells the price of what is held before the camera, and keeps what was asked for: kiosk PRICES.csv [CAMERA]

import Candela
import CandelaHistory
import Glibc

let arguments = CommandLine.arguments
guard arguments.count > 1 else {
    print("usage: kiosk PRICES.csv [CAMERA]")
    exit(2)
}
try Catalogue.importTable(arguments[1], as: "kiosk")
let prices = try Catalogue(named: "kiosk")
let history = try History()
let camera = arguments.count > 2 ? try Camera.named(arguments[2]) : .best

// The lamp of the camera, if it has one, is on while the kiosk runs.
var options = ScanOptions()
options.onlySingle = true
if (try? camera.torch()) != nil { options.stream.settings = [.torch(.on)] }

while true {
    do {
        for try await scan in camera.scans(options: options) {
            try history.keep(scan, in: "kiosk")
            if let row = try prices.row(for: scan.barcode) {
                print(row.map { "\($0.column): \($0.value)" }.joined(separator: ", "))
            } else {
                print("\(scan.visibleText) is not in the list")
            }
            // A pipe gets each line at once.
            fflush(nil)
        }
    } catch let error as CameraError where error.kind == .lost || error.kind == .absent {
        print("Waiting for the camera: \(error)")
        for try await change in Camera.changes {
            if case .appeared = change { break }
        }
    }
}
