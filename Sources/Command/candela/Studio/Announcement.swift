// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes
import Glibc
internal import Terminal
internal import WebPage

/// Tells where the page is: to people, with a code for phones, and to programs that wait for the address.
struct Announcement {
    private let access: StudioAccess
    private let pages: [String]

    init(_ access: StudioAccess, port: Int) {
        self.access = access
        pages = access.pages(port: port)
    }

    func make(opening: Bool) {
        guard let page = pages.first else { return }
        // Standard output of a service goes to a log, which others may read; who has the file has the token.
        let isTokenShown = Console.outputIsTerminal || !access.isTokenKept
        let address = access.token.map { isTokenShown ? "\(page)?token=\($0.text)" : page } ?? page
        // Whoever waits for the address reads it from here; nobody need.
        try? Console.print(address)
        if access.token != nil, isTokenShown { showCode(address) }
        for other in pages.dropFirst() { Console.note("it is also at \(other), with the same token") }
        if !isTokenShown { Console.note("the token is the one of --token-file") }
        if let fingerprint = access.fingerprint {
            Console.note("browsers will warn of its certificate; it is the right one if its SHA-256 fingerprint is")
            Console.note(fingerprint)
        }
        if access.isOpenToOthers {
            Console.note("without --tls, others on the network can read along: the pictures, the codes and the token")
        }
        Console.note("the studio is open; Ctrl-C ends it and gives the camera its settings back")
        if opening { open(page) }
    }

    /// Where there is a terminal, and room on it.
    private func showCode(_ address: String) {
        guard Console.outputIsTerminal, let symbol = try? BarcodeEncoder.encode(address, as: .qr),
            Console.columns.map({ $0 >= TerminalCode.width(symbol) }) ?? true
        else { return }
        for line in TerminalCode.lines(symbol, usesColour: Console.usesColour) { try? Console.print(line) }
    }

    private func open(_ address: String) {
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("xdg-open"), strdup(address), nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let status = unsafe posix_spawnp(&process, "xdg-open", nil, nil, &arguments, environ)
        if status != 0 {
            Console.note("cannot open a browser: xdg-open is not there; open the address by hand, or install xdg-utils")
        }
    }
}
