// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

@main
struct Candela: ParsableCommand {}
