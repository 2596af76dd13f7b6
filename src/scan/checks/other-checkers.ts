/** Checkers of which only a few words need to be known. */
import { anyOf } from '../matches-at.ts'
import type { Checker } from './checker.ts'

/** What many of them take and print. */
const common: Checker = {
  name: 'common',
  quiet: /^(?:-v{1,3}|-q|-s|-x|-i|--verbose|--quiet|--silent|--bail|--no-color|--color)$/,
  wholeProject: '.',
  passed:
    /(?:^|[^\d.,])[1-9]\d{0,6} (?:tests? |examples?, 0 )?(?:passed|passing|pass|failures)(?![\w-])|\b(?:0 (?:errors?|issues|problems|failures?)|[Nn]o (?:issues|errors|problems))\b|\b(?:[Cc]ompiled|built|completed|finished) successfully\b|\b[Bb]uild (?:succeeded|complete)/m,
  // 2 failed, 1 failing, Found 3 errors, 1 problem (1 error, 0 warnings), 4 failures; Failures: 1, Errors: 2
  failed:
    /(?:^|[^\d.,])[1-9]\d{0,6} (?:(unit |integration |e2e )?tests? |suites? |assertions? )?(?:failed|failing|failures?|fail|errors?)(?![\w-])|\b(?:Failures|Errors|Failed): {0,8}[1-9]|^[ \t]{0,8}(?:FAILED|FAIL)\b|\b[Bb]uild failed\b|^Traceback \(most recent call last\):/m,
  notCompiled: /: (?:fatal )?error: |\b(?:[Bb]uild|[Cc]ompilation) failed\b/,
}

const testRunners: readonly Checker[] = [
  { name: 'tox and nox', kind: 'test', programs: 'tox nox', hasProjectTasks: true },
  { name: 'browsers', kind: 'test', programs: 'playwright cypress' },
  { name: 'phpunit', kind: 'test', programs: 'phpunit', summary: anyOf(/OK \(\d+ tests?|FAILURES!$/) },
  { name: 'tests', kind: 'test', programs: 'ctest minitest nose nose2' },
  { name: 'node', programs: 'node', only: /^node --test/ },
  // The tests and linters that it is configured with.
  { name: 'aider', programs: 'aider', only: /^aider --(?:lint|test)\b/ },
]

const linters: readonly Checker[] = [
  { name: 'eslint', kind: 'lint', programs: 'eslint', failed: /^✖ \d{1,7} problems?/m },
  {
    name: 'biome',
    kind: 'lint',
    programs: 'biome',
    passed: /^Checked \d{1,7} files? in .{1,20}\. No fixes/m,
  },
  { name: 'ruff', kind: 'lint', programs: 'ruff', passed: /\bAll checks passed\b/ },
  {
    name: 'golangci-lint',
    kind: 'lint',
    programs: 'golangci-lint',
    // Behind the name of the task that runs it.
    failed: /^(?:\[[\w:.-]{1,40}\] )?[1-9]\d{0,6} issues?:$/m,
  },
  {
    name: 'linters',
    kind: 'lint',
    programs: 'oxlint stylelint flake8 pylint staticcheck shellcheck actionlint yamllint rubocop phpstan',
    builders: /clang-tidy|hadolint/,
  },
]

const typeCheckers: readonly Checker[] = [
  {
    name: 'typescript',
    kind: 'types',
    programs: 'tsc vue-tsc',
    failed: /\berror TS\d/,
    notCompiled: /\berror TS\d/,
  },
  { name: 'types', kind: 'types', programs: 'mypy pyright svelte-check' },
]

const formatters: readonly Checker[] = [
  { name: 'prettier', kind: 'format', programs: 'prettier', passed: /All matched files use/ },
  { name: 'formatters', kind: 'format', programs: 'black isort gofmt goimports' },
]

const builders: readonly Checker[] = [
  {
    name: 'make',
    kind: 'build',
    taskPrograms: 'make',
    builders: /make/,
    hasProjectTasks: true,
    isMaker: true,
    failed: /^make(?:\[\d{1,3}\])?: \*\*\* /m,
  },
  { name: 'ninja', kind: 'build', programs: 'ninja', isMaker: true },
  { name: 'cmake', kind: 'build', taskPrograms: 'cmake xcodebuild', builders: /cmake/ },
  { name: 'compilers', builders: /gcc|g\+\+|clang(\+\+)?|cc|c\+\+/ },
  { name: 'bundlers', taskPrograms: 'next astro', builders: /webpack|rollup|esbuild|tsup|next/ },
  { name: 'vite', taskPrograms: 'vite', builders: /vite/, passed: /^✓ built in /m },
  {
    name: 'dotnet',
    subcommandPrograms: 'dotnet',
    builders: /msbuild/,
    notCompiled: /\berror CS\d/,
  },
  { name: 'swift', subcommandPrograms: 'swift' },
  { name: 'languages', taskPrograms: 'deno sbt mix dart flutter zig terraform' },
]

const taskRunners: readonly Checker[] = [
  {
    name: 'package managers',
    taskPrograms: 'npm pnpm yarn',
    hasProjectTasks: true,
    installs: 'ci',
    failed: /^npm (?:ERR!|error) |ELIFECYCLE|Command failed with exit code [1-9]/m,
  },
  { name: 'mise', taskPrograms: 'mise', hasProjectTasks: true, failed: /\bERROR task failed\b/ },
  { name: 'just', taskPrograms: 'just', hasProjectTasks: true, isMaker: true },
  { name: 'tasks', taskPrograms: 'task rake hatch', hasProjectTasks: true },
  { name: 'monorepos', taskPrograms: 'turbo nx', builders: /turbo|nx/, hasProjectTasks: true },
  { name: 'pre-commit', kind: 'all', taskPrograms: 'pre-commit' },
]

export const otherCheckers: readonly Checker[] = [
  common,
  ...testRunners,
  ...linters,
  ...typeCheckers,
  ...formatters,
  ...builders,
  ...taskRunners,
]
