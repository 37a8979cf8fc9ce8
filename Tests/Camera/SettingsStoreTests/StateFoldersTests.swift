// SPDX-License-Identifier: Apache-2.0

import SettingsStore
import StoredFiles
import Testing

@Suite("folders for what outlives a run")
struct StateFoldersTests {
    private func folders(_ environment: [String: String], home: String? = nil) throws -> StateFolders {
        try StateFolders(environment: { environment[$0] }, accountHome: { home })
    }

    @Test("the variables of the XDG specification come first")
    func variables() throws {
        let found = try folders([
            "HOME": "/home/ada", "XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s//",
        ])
        #expect(found == StateFolders(config: "/c/candela", data: "/d/candela", state: "/s/candela"))
        #expect(found.journals == "/s/candela/journal")
        #expect(found.profiles == "/c/candela/profiles")
    }

    @Test("without them, or with ones that are empty or relative, the folders are below HOME")
    func fallbacks() throws {
        let below = StateFolders(
            config: "/home/ada/.config/candela", data: "/home/ada/.local/share/candela",
            state: "/home/ada/.local/state/candela")
        #expect(try folders(["HOME": "/home/ada"]) == below)
        #expect(try folders(["HOME": "/home/ada/", "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "state"]) == below)
    }

    @Test("a HOME that says nothing leaves the account's own; a service may live in the root")
    func account() throws {
        #expect(try folders([:], home: "/srv/kiosk").config == "/srv/kiosk/.config/candela")
        #expect(try folders(["HOME": "elsewhere"], home: "/srv/kiosk").state == "/srv/kiosk/.local/state/candela")
        #expect(try folders(["HOME": "/"]).config == "/.config/candela")
    }

    @Test("without any home it is said what to set")
    func nowhere() {
        #expect {
            _ = try folders(["XDG_CONFIG_HOME": "/c"])
        } throws: {
            "\($0)".contains("no home folder") && "\($0)".contains("XDG_STATE_HOME")
        }
    }
}
