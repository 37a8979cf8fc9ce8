// SPDX-License-Identifier: Apache-2.0

internal import BarcodeEncoding
internal import Barcodes
import Glibc
internal import Output
internal import Terminal
internal import WebPage

/// Prints the page's address: for people, with a code for phones, and for programs that wait for it.
struct Announcement {
    private let access: StudioAccess
    private let pages: [String]

    init(_ access: StudioAccess, port: Int) {
        self.access = access
        pages = access.pages(port: port)
    }

    func make(opening: Bool) {
        guard let page = pages.first else { return }
        // A service's standard output goes to a log that others may read: there the token stays in its file.
        let isTokenShown = Console.outputIsTerminal
        let address = access.token.map { isTokenShown ? "\(page)?token=\($0.text)" : page } ?? page
        // A failure is ignored: the studio runs without a reader of the address.
        try? Console.print(address)
        if access.token != nil, isTokenShown { showCode(address) }
        for other in pages.dropFirst() { Console.note("also available at \(other), with the same token") }
        if access.token != nil, !isTokenShown, let file = access.tokenFile {
            Console.note("the token is in \(VisibleText.escape(file)), not in this output, which may be a log")
        }
        if let fingerprint = access.fingerprint {
            Console.note("browsers warn about the certificate; accept it if its SHA-256 fingerprint is")
            Console.note(fingerprint)
        }
        if access.isOpenToOthers {
            Console.note("without --tls, others on the network can read the pictures, the codes and the token")
        }
        Console.note("the studio is running; press Ctrl-C to stop it and restore the camera's settings")
        if opening { open(page) }
    }

    /// Prints the address as a code, if standard output is a terminal that is wide enough.
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
            Console.note("cannot open a browser: xdg-open is missing; open the address by hand, or install xdg-utils")
        }
    }
}
