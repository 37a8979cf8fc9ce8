// SPDX-License-Identifier: Apache-2.0

extension Fix {
    /// This fix for another case than the one that the finding is about: `If a camera is meant: pass the …`. Nobody runs it without being
    /// asked about that.
    func under(_ condition: String) -> Fix {
        var fix = self
        let word = title.prefix { $0 != " " }
        // Names such as Hyper-V keep their letters.
        let isName = word.dropFirst().contains(where: \.isUppercase)
        let rest = isName ? title : "\(title.prefix(1).lowercased())\(title.dropFirst())"
        fix.title = "\(condition): \(rest)"
        fix.isRunnable = false
        return fix
    }
}
