// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite("The studio's torch by the light")
struct TorchByLightTests {
    private func isOn(_ studio: StudioProcess) throws -> Bool? {
        let answer = Data(try studio.ask("GET", "/api/state").body.utf8)
        let state = try JSONSerialization.jsonObject(with: answer) as? [String: Any]
        return (state?["torch"] as? [String: Any])?["on"] as? Bool
    }

    @Test("in the dark it goes on by itself; switched by hand it stays as it was switched")
    func hand() throws {
        let studio = try StudioProcess("sim:bench?lux=0.01&frame=320x240", "--light", "auto")
        // Without a page, the state holds the torch as it was when something else was set.
        func look(_ saturation: Int) throws -> Bool? {
            _ = try studio.ask("POST", "/api/controls", body: #"{"settings":{"saturation":\#(saturation)}}"#)
            return try isOn(studio)
        }
        let isLit = try (1...200).contains { number in
            usleep(100_000)
            return try look(number) == true
        }
        #expect(isLit)
        #expect(try studio.ask("POST", "/api/torch", body: #"{"percent":0}"#).status == 200)
        #expect(try isOn(studio) == false)
        // Longer than the governor waits in the dark.
        for number in 1...40 {
            #expect(try look(number) == false)
            usleep(100_000)
        }
    }
}
