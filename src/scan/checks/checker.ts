/** What the rest needs to know of a program that checks a project, or of several that are alike: its commands and its output. */

export type CheckKind = 'test' | 'lint' | 'types' | 'format' | 'build' | 'all'

/**
 * `pass`, `fail`, `skip`: the result of one test. `passedFile`, `failedFile`: of a file or package.
 * `file`: whose tests follow. `section`: what follows. `total`: the result of the run.
 */
export type TestRole =
  | 'pass'
  | 'fail'
  | 'skip'
  | 'passedFile'
  | 'failedFile'
  | 'file'
  | 'section'
  | 'total'
  | 'setup'
  | 'noise'

/** How the output of a test run is read, line by line. */
export interface TestReport {
  /** Text that only this runner prints. */
  readonly sign: RegExp
  /** Programs print such signs too: tried only if no other runner is recognised. */
  readonly isFallback?: true
  /** Sticky; the first that fits a line, after what is printed before every line. */
  readonly roles: { readonly [Role in TestRole]?: RegExp }
}

export type NamedResult = readonly [test: string, hasPassed: boolean]

/** Lists of programs and words are separated by blanks. A program is in one descriptor only. */
export interface Checker {
  readonly name: string
  /** What it checks where no word of the command says otherwise: `ruff format`. */
  readonly kind?: CheckKind

  /** Programs that only check: `vitest`. */
  readonly programs?: string
  /** Only these commands of its programs check: `gh pr checks`. */
  readonly only?: RegExp
  /** Programs with subcommands of their own, of which `run` runs the user's program: `go test`. */
  readonly subcommandPrograms?: string
  /** Programs that run tasks, of which the name says what is checked: `npm run test:ci`. */
  readonly taskPrograms?: string
  /** Other commands whose output is that of a build, unless a word says that they test; `programs` that build, lint or format are known by their kind. */
  readonly builders?: RegExp
  /** A task without arguments is all that the project has of its kind: `npm test`. */
  readonly hasProjectTasks?: true
  /** It builds where no target is given, and only prints what it would do with `-n`. */
  readonly isMaker?: true
  /** A subcommand that installs, though a task of this name would check: `npm ci`. */
  readonly installs?: string

  /** Arguments that change only what is printed, in any command: tasks pass them on. */
  readonly quiet?: RegExp
  /** Those that take the next word. */
  readonly quietWithValue?: string
  /** The words that say what is checked, where they are not all but the quiet ones. */
  readonly checkedWords?: (words: readonly string[]) => readonly string[]
  /** One way of writing a command for all that mean the same; `undefined` where it is written so. */
  readonly canonicalWords?: (words: readonly string[]) => readonly string[] | undefined
  /** Fewer words check something else: `gh pr checks` is not of the same pull request as `gh pr checks 12`. */
  readonly isExact?: true
  /** Commands with a target that includes this one: `go test ./app` → `go test ./...`. Words behind it may be left out, too. */
  readonly widerTargets?: (words: readonly string[]) => readonly (readonly string[])[]
  /** Commands with a filter that lets more through; tasks pass it on: `mise run test -- -run TestA`. */
  readonly widerFilters?: (words: readonly string[]) => readonly (readonly string[])[]
  /** Arguments that choose nothing of a project: `./...`. */
  readonly wholeProject?: string

  /** What it prints near the end where all is well, and where it is not; the latter decides. */
  readonly passed?: RegExp
  readonly failed?: RegExp
  /** Where the program does not compile, so that no test was run. */
  readonly notCompiled?: RegExp
  /** Sticky: lines by which its output is recognised, and its last ones. */
  readonly line?: RegExp
  readonly summary?: RegExp
  readonly report?: TestReport
  /** The tests that it names. */
  readonly results?: (output: string) => Iterable<NamedResult>
}
