// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension MachineCollector {
    /// Asks each program once, and gives its answer again: several parts of one examination read the same journal.
    package static func remembering(_ ask: @escaping Ask) -> Ask {
        let remembered = RememberedAnswers()
        return { words in
            if let answer = remembered.answers.withLock({ $0[words] }) { return answer }
            let answer = ask(words)
            remembered.answers.withLock { $0[words] = .some(answer) }
            return answer
        }
    }
}

private final class RememberedAnswers: Sendable {
    /// `nil` for a program that gave none.
    let answers = Mutex<[[String]: String?]>([:])
}
