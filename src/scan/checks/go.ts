/** Go: `go test`, `go vet`, `go build`. */
import { anyOf } from '../matches-at.ts'
import { wordSet } from '../vocabulary/word-set.ts'
import type { Checker, NamedResult } from './checker.ts'

export const go: Checker = {
  name: 'go',
  subcommandPrograms: 'go',
  builders: /go install/,
  quiet: /^(?:-count=1|-timeout=.*)$/,
  quietWithValue: '-timeout -count',
  canonicalWords,
  widerTargets,
  widerFilters,
  wholeProject: './... -race',
  passed: /^ok[ \t]{1,4}\S|^PASS\b/m,
  // The package is printed above what the compiler says.
  failed:
    /^[ \t]{0,16}--- FAIL|^panic: |\bexit status [1-9]|^# [\w./@-]{1,200}(?: \[[^\]\n]{1,200}\])?\n\S{1,200}\.go:\d{1,7}:\d{1,5}: \S/m,
  // FAIL example.com/app [build failed], # example.com/app
  notCompiled: /\[(?:build|setup) failed\]|^# [\w./@~-]{1,200}(?: \[[^\]]{1,200}\])?$/m,
  line: anyOf(
    /\s*(?:=== (?:RUN|PAUSE|CONT|NAME) |--- (?:PASS|FAIL|SKIP|BENCH): )/,
    /(?:ok {2}|\? {3}|FAIL)\t|(?:PASS|FAIL)$|\s+\w+_test\.go:\d+: /,
  ),
  summary: /(?:ok {2}|FAIL)\t|(?:PASS|FAIL)$/y,
  report: {
    sign: /--- (?:PASS|FAIL|SKIP): |=== RUN {3}|\bok {2}\t|\bFAIL\t/,
    roles: {
      noise: / *=== (?:RUN|PAUSE|CONT|NAME) /y,
      pass: / *--- PASS: /y,
      fail: / *--- FAIL: /y,
      skip: / *--- SKIP: |\? {3}\t/y,
      passedFile: /ok {2}\t\S/y,
      failedFile: /FAIL\t\S/y,
      total: /(?:PASS|FAIL)$|coverage: \d/y,
    },
  },
  results,
}

/** Options of `go test` that take the next word. */
const withValue =
  wordSet(`-run -tags -o -skip -bench -p -parallel -cpu -exec -ldflags -gcflags -mod -coverprofile -covermode
  -coverpkg -shuffle`)

const ofPackages: ReadonlySet<string> = new Set(['test', 'build', 'vet'])

/** `go test -tags=e2e -run A ./x` → `go test ./x -tags e2e -run A`. Where no package is given, it is that of the directory. */
function canonicalWords(words: readonly string[]): readonly string[] | undefined {
  const [, command = ''] = words
  if (!ofPackages.has(command)) return undefined
  const flags: string[] = []
  const packages: string[] = []
  let run: string | undefined
  for (let at = 2; at < words.length; at += 1) {
    const [name = '', value] = splitFlag(words[at] as string)
    const takesNext = value === undefined && withValue.has(name)
    if (takesNext) at += 1
    const given = takesNext ? words[at] : value
    if (name === '-run') run = given
    else if (name.startsWith('-')) flags.push(name, ...(given === undefined ? [] : [given]))
    else packages.push(name)
  }
  if (packages.length === 0) packages.push('.')
  return ['go', command, ...packages, ...flags, ...(run === undefined ? [] : ['-run', run])]
}

/** `-tags=e2e` → `-tags`, `e2e`. */
function splitFlag(word: string): readonly [name: string, value?: string] {
  const sign = word.startsWith('-') ? word.indexOf('=') : -1
  return sign < 0 ? [word] : [word.slice(0, sign), word.slice(sign + 1)]
}

const maxSteps = 40

/** `go build ./app` is covered by `go build ./app/...` and `go build ./...`, and by the same with `go test`. */
function widerTargets(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.findIndex(word => word === '.' || word.startsWith('./'))
  const steps = at < 0 ? [] : (words[at] as string).split('/', maxSteps)
  const wider = steps.map((_, index) => words.with(at, `${steps.slice(0, index + 1).join('/')}/...`))
  return words[1] === 'build' ? [words, ...wider].flatMap(each => [each, each.with(1, 'test')]) : wider
}

/** `-run 'TestParser_Empty|TestParser_Full'` is covered by `-run TestParser` and `-run TestParser_`. */
function widerFilters(words: readonly string[]): readonly (readonly string[])[] {
  const at = words.indexOf('-run')
  const name = at < 0 ? undefined : words[at + 1]?.replaceAll("'", '')
  if (name === undefined || !/^[\w|]{1,2000}$/.test(name)) return []
  const parts = name.split('|').reduce(commonStart).split('_', maxSteps)
  return parts.slice(1).flatMap((_, index) => {
    const start = parts.slice(0, index + 1).join('_')
    return [words.with(at + 1, start), words.with(at + 1, `${start}_`)]
  })
}

function commonStart(one: string, other: string): string {
  let end = 0
  while (end < one.length && one[end] === other[end]) end += 1
  return one.slice(0, end)
}

/** `--- FAIL: TestName (0.00s)`, and behind all tests of a package `FAIL	example.com/app	0.4s`. */
const result =
  /^[ \t]{0,16}--- (PASS|FAIL): (\S{1,200})|^(?:ok|FAIL)[ \t]{1,8}([\w.@~/-]{1,200})[ \t]{1,8}(?:[\d.]{1,12}s\b|\(cached\))/gm

/** Tests are behind their package, where it is printed. */
function* results(output: string): Iterable<NamedResult> {
  if (!/--- (?:PASS|FAIL): /.test(output)) return
  let open: NamedResult[] = []
  for (const [, verdict, test, where] of output.matchAll(result)) {
    if (test !== undefined) open.push([test, verdict === 'PASS'])
    else {
      for (const [each, hasPassed] of open) yield [`${where}${packageEnd}${each}`, hasPassed]
      open = []
    }
  }
  yield* open
}

const packageEnd = '\t'

/** `example.com/app	TestName` → `TestName`. */
export function withoutPackage(test: string): string {
  return test.slice(test.indexOf(packageEnd) + 1)
}

const emptyPackage = /^ok[ \t]{1,4}\S.{0,200}\[no tests to run\]$/m
const testedPackage =
  /^(?:ok[ \t]{1,4}\S{1,200}[ \t]{1,4}(?:[\d.]{1,12}s|\(cached\))(?: .{0,80}% of statements)?$|--- )/m

/** `ok  	example.com/app	0.1s [no tests to run]`, and no package with tests. */
export function ranNoTests(output: string): boolean {
  return emptyPackage.test(output) && !testedPackage.test(output)
}
