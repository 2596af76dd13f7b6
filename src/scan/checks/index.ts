/** Every program that checks a project. A new one is one file and one line here. */
import { bazel } from './bazel.ts'
import { bun } from './bun.ts'
import { cargo } from './cargo.ts'
import type { Checker } from './checker.ts'
import { githubChecks } from './github-checks.ts'
import { go } from './go.ts'
import { mavenAndGradle } from './maven-and-gradle.ts'
import { mochaAndRspec } from './mocha-and-rspec.ts'
import { otherCheckers } from './other-checkers.ts'
import { pytest } from './pytest.ts'
import { tap } from './tap.ts'
import { unittest } from './unittest.ts'
import { vitestAndJest } from './vitest-and-jest.ts'

/** Where lines of several are in one output, the first that knows a line reads it. */
export const checkers: readonly Checker[] = [
  go,
  bun,
  pytest,
  unittest,
  cargo,
  tap,
  mavenAndGradle,
  mochaAndRspec,
  vitestAndJest,
  bazel,
  githubChecks,
  ...otherCheckers,
]

type Words = 'programs' | 'subcommandPrograms' | 'taskPrograms' | 'quietWithValue' | 'wholeProject'

/** All words of one list, of all checkers or of some. */
export function checkerWords(list: Words, some: readonly Checker[] = checkers): readonly string[] {
  return some.flatMap(checker => checker[list]?.split(' ') ?? [])
}

/** By program. */
export const checkerOf: ReadonlyMap<string, Checker> = new Map(
  checkers.flatMap(checker =>
    (['programs', 'subcommandPrograms', 'taskPrograms'] as const).flatMap(list =>
      checkerWords(list, [checker]).map(program => [program, checker] as const),
    ),
  ),
)

type Patterns = 'builders' | 'quiet' | 'passed' | 'failed' | 'notCompiled' | 'line' | 'summary'

/** The patterns of all checkers as one: a text is searched once. */
export function anyChecker(pattern: Patterns, flags: 'm' | 'y' | '' = 'm'): RegExp {
  return new RegExp(checkers.flatMap(checker => checker[pattern]?.source ?? []).join('|'), flags)
}

/** Programs or commands as a pattern: `g++` → `g\+\+`. */
export function anyWord(words: readonly string[]): string {
  return words.map(word => word.replace(/[.+]/g, String.raw`\$&`)).join('|')
}
