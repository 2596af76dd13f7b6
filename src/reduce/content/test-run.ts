/** Test runs: failures whole, passes counted, totals first. */
import type { TestRole } from '../../scan/checks/checker.ts'
import { go } from '../../scan/checks/go.ts'
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { markdownOnly, testLine, testSummary, tickLine } from '../../scan/kind/content-lines.ts'
import { atEnd, both, either, minShare, not } from '../../scan/kind/kind-tests.ts'
import { anyOf, matchesAt } from '../../scan/matches-at.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { type Fold, foldedPieces, type LineDraft } from '../pieces/fold.ts'
import { frameValue, prefixLength } from '../pieces/output-frame.ts'
import { severityOf } from '../pieces/severity.ts'
import { ShapeFolds } from '../pieces/shape-folds.ts'
import { frameOwner, libraryFrames } from '../pieces/stack-frame.ts'
import { testProgram } from '../sourced-text/check-programs.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import { diagnosticAt } from './build/diagnostic.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'
import { isTestLine, type ReadReport, reportsIn, testRole } from './test-run/test-line.ts'

export const testRun: Content = {
  name: 'test-run',
  detect: either(
    // A few lines of a test runner.
    minShare(0.06, testLine, 2),
    // Its counts, at the end.
    both(atEnd(testSummary), not(minShare(0.04, markdownOnly))),
    // Mostly ticks and crosses.
    minShare(0.5, tickLine, 3),
  ),
  fits,
  pieces,
}

function fits(sourced: SourcedText): boolean {
  const {
    lines: sample,
    source: { kind },
  } = sourced
  const isKnown = sourced.runs(testProgram)
  if (!isKnown && kind !== 'test-run' && kind !== 'json' && kind !== 'other') return false
  if (holdsForMost(sample, Math.floor(sample.length / 2) + 1, isGoTestEvent)) return true
  const reports = reportsIn(sample.join('\n'))
  if (reports.length === 0) return false
  const needed = isKnown || kind === 'test-run' ? 1 : Math.max(3, sample.length * 0.5)
  return holdsForMost(sample, needed, line => isTestLine(line, prefixLength(line), reports))
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  return foldedPieces(new TestRunReader(text.split('\n'), reportsIn(text)).read())
}

/** Maximum lines of a failure that are worth showing. */
const maxFailureLength = 40
/** Maximum number of changed lines of an expectation that come first. */
const maxChanges = 10
type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] }

/** `=== RUN   TestName`, `=== NAME  TestName`: names the test whose lines follow. */
const goTest = /^ *(?:=== \w+ +|--- \w+: )(\S+)/
/** The beginning of a failure that is printed before its name. */
const failureStart = /^\s*(?:\d+ \| |error\b|\w*Error\b)/

/** The name of a failure, printed below it. */
const nameAfterOutput = /^\(fail\) /
/** The mark under the place in the line above. */
const caret = /^\s*(?:[|│] *)?\^/
/** A message of a test or of a helper in Go, and the lines that continue below a helper's message. */
const goMessage = /^ {4,}\S+\.go:\d+: /
const goHelper = /^ {4,}(?!\S*_test\.go)\S+\.go:\d+: /

/** Reads the lines of a test run in order and rates each line. */
class TestRunReader {
  readonly #lines: readonly string[]
  readonly #reports: readonly ReadReport[]
  readonly #isGo: boolean
  readonly #drafts: Writable<LineDraft>[] = []
  readonly #shapes = new ShapeFolds()
  readonly #folds = new Map<string, Fold>()
  /** Lines since the last result, by test if the runner names it. */
  readonly #pending = new Map<string, number[]>()
  #test = ''
  /** The line that names the file or suite whose tests follow. */
  #suite: number | undefined
  /** The file that passed as a whole; its tests are folded with it. */
  #passedFile: Fold | undefined
  /** The failure that the following lines describe. */
  #failure: number | undefined
  #changes = 0
  #ownFrames = 0
  #isHelper = false
  /** The last line of an error of a compiler. */
  #diagnostic: number | undefined
  #libraries: Fold | undefined
  /** Lines that passed tests printed: they say nothing beside a failure. */
  readonly #ofPassed: number[] = []
  #hasFailed = false

  constructor(lines: readonly string[], reports: readonly ReadReport[]) {
    this.#lines = lines
    this.#reports = reports
    this.#isGo = reports.some(({ sign }) => sign === go.report?.sign)
  }

  read(): readonly LineDraft[] {
    for (const [index, line] of this.#lines.entries()) {
      const output = goTestOutput(line)
      const isStatement = output !== undefined && output !== ''
      this.#drafts.push({ text: isStatement ? output : line, value: 'noise', isStatement })
      if (output !== '') this.#judge(index, output ?? line)
    }
    for (const index of this.#hasFailed ? this.#ofPassed : [])
      this.#set(index, { value: 'noise', fold: undefined })
    return this.#drafts
  }

  #set(index: number, draft: Partial<LineDraft>): void {
    Object.assign(this.#drafts[index] as Writable<LineDraft>, draft)
  }

  #judge(index: number, line: string): void {
    const frame = frameValue(line)
    const from = prefixLength(line)
    const role = line.length === from ? undefined : testRole(line, from, this.#reports)
    if (frame !== undefined) this.#set(index, { value: frame })
    else if (role === undefined) this.#other(index, from === 0 ? line : line.slice(from))
    else this.#result(index, from === 0 ? line : line.slice(from), role)
  }

  #result(index: number, line: string, role: TestRole): void {
    this.#libraries = undefined
    const test = goTest.exec(line)?.[1]
    if (role === 'noise' || role === 'setup') {
      this.#set(index, { value: role === 'noise' ? 'noise' : 'plain' })
      // What follows was printed by another test.
      if (test !== undefined && test !== this.#test) this.#failure = undefined
      this.#test = test ?? this.#test
      return
    }
    if (role === 'pass' || role === 'skip') this.#counted(index, line, role)
    else if (role === 'passedFile') {
      this.#passedFile = this.#countFold(/^ok\s/.test(line) ? ' package' : ' test file')
      // Coverage is shown nowhere else.
      const isInformative = line.includes('coverage: ')
      this.#set(index, isInformative ? { value: 'key' } : { value: 'useful', fold: this.#passedFile })
    } else {
      this.#passedFile = undefined
      this.#set(index, { value: role === 'file' ? 'useful' : 'key' })
      if (role === 'fail') {
        this.#addPendingToFailure(test ?? '')
        this.#set(index, { under: this.#suite })
      } else this.#suite = this.#opensSuite(role) ? index : undefined
    }
    this.#failure = role === 'fail' && !nameAfterOutput.test(line) ? index : undefined
    this.#hasFailed ||= role === 'fail'
    this.#changes = 0
    this.#ownFrames = 0
    if (role === 'pass' && test !== undefined) this.#ofPassed.push(...(this.#pending.get(test) ?? []))
    this.#pending.delete(test ?? '')
  }

  /** Go names the package below its tests. */
  #opensSuite(role: TestRole): boolean {
    return role === 'file' || (role === 'failedFile' && !this.#isGo)
  }

  #counted(index: number, line: string, role: 'pass' | 'skip'): void {
    if (this.#passedFile !== undefined && /^\s/.test(line)) {
      this.#set(index, { value: 'plain', fold: this.#passedFile, isPart: true })
      return
    }
    this.#passedFile = undefined
    const fold = this.#countFold('', role === 'pass' ? 'passed' : 'skipped', this.#suite)
    this.#set(index, { value: 'useful', under: this.#suite, fold })
  }

  /** One statement for all results of one kind in one suite. */
  #countFold(noun: string, result = 'passed', suite?: number): Fold {
    const key = `${noun} ${result} ${suite}`
    const fold = this.#folds.get(key) ?? {
      shown: 0,
      value: 'useful',
      say: ({ length }: readonly number[]) =>
        `… ${length}${noun}${noun !== '' && length > 1 ? 's' : ''} ${result}`,
    }
    this.#folds.set(key, fold)
    return fold
  }

  /** A line that is not a result: part of a failure, or output of the tested program. */
  #other(index: number, line: string): void {
    if (line.trim() === '') return
    // Go indents its report of a failure; the rest was printed by the program.
    if (this.#isGo && !/^\s/.test(line)) this.#failure = undefined
    if (this.#failure !== undefined) {
      this.#set(index, this.#failureDraft(index, line, this.#failure, this.#failure))
      return
    }
    // A test that does not compile is reported by the compiler.
    const compiled = diagnosticAt(line, 0)
    if (compiled?.severity === 'error' || (this.#diagnostic === index - 1 && line.startsWith('\t'))) {
      this.#diagnostic = index
      this.#set(index, { value: compiled === undefined ? 'useful' : 'key' })
      return
    }
    if (frameOwner(line) !== undefined) {
      this.#set(index, this.#failureDraft(index, line, index, undefined))
      return
    }
    addToList(this.#pending, this.#test, index)
    const severity = severityOf(line)
    this.#set(index, {
      value: severity === undefined ? 'plain' : 'key',
      fold: this.#shapes.ofLine(line, severity),
    })
  }

  #failureDraft(index: number, line: string, start: number, under: number | undefined): Partial<LineDraft> {
    const owner = frameOwner(line)
    if (owner === 'library') {
      this.#libraries ??= libraryFrames(at => this.#lines[at] ?? '')
      return { value: 'noise', under, fold: this.#libraries }
    }
    this.#libraries = undefined
    if (owner === 'own') {
      this.#ownFrames += 1
      return { value: this.#ownFrames === 1 ? 'key' : this.#ownFrames <= 3 ? 'useful' : 'plain', under }
    }
    const value: PieceValue = failureValue(line)
    if (goMessage.test(line)) this.#isHelper = goHelper.test(line)
    else if (this.#isHelper && value === 'useful') return { value: 'plain', under }
    if (caret.test(line) && this.#drafts[index - 1]?.value === 'plain')
      this.#set(index - 1, { value: 'useful' })
    if (isChange(line) && !this.#isHelper) {
      this.#changes += 1
      if (this.#changes <= maxChanges) return { value: 'key', under }
    }
    return { value: value === 'useful' && index - start > maxFailureLength ? 'plain' : value, under }
  }

  /** Output before the name of a failed test belongs to it. */
  #addPendingToFailure(test: string): void {
    const pending = this.#pending.get(test) ?? []
    const before = pending
      .map(index => this.#drafts[index]?.text ?? '')
      .map(line => line.slice(prefixLength(line)))
    const found = test === '' ? before.findIndex(line => failureStart.test(line)) : 0
    const first = found < 0 ? Math.max(0, pending.length - maxFailureLength) : found
    const start = pending[first] ?? 0
    this.#changes = 0
    this.#ownFrames = 0
    for (let at = first; at < pending.length; at += 1) {
      const index = pending[at] ?? 0
      this.#set(index, { fold: undefined, ...this.#failureDraft(index, before[at] ?? '', start, undefined) })
    }
    this.#libraries = undefined
  }
}

const informative = anyOf(
  /E {2,}\S|> {2,}\S/, // pytest
  // The place and the problem. A lookahead does not backtrack: only the first `test` of a name is tried.
  /\s*(?=(?<toTest>\S*?(?:[Tt]est|[Ss]pec)))\k<toTest>\S*\.\w{1,5}:\d+:/,
  /\s*([-+] )?(?:Expected|Received|Actual|expected|received|actual|want|got|left|right|Error Trace|Error|Messages|message|operator|code|location|Diff)(?!\w).{0,40}:/,
  /\s*[-+] (?:Expected|Received|expected|actual)(?!\w)/,
  /\s*(?:error|Error|panic|thread '|assertion|Assertion|expect\(|assert\b|Failure)/,
  /\s*❯ \S+:\d+|\s*(?:# )?[^\s/\\]*[/\\]\S+:\d+|\s*--> \S/,
)
/** `12 | …`, `   | …` */
const codeFrame = anyOf(/\s*\d+ ?[|│]|\s*[|│]/)
/** `> 12 |   expect(x)`, `   |  ^` */
const failingCode = anyOf(/\s*> ?\d+ ?[|│]|\s*(?:[|│] *)?\^/)
const change = anyOf(/\s{0,8}[-+](?:\s|$)/)

/** The value of each line of a failed test: what was expected, and where, comes first. */
const isChange = (line: string): boolean => matchesAt(change, line)

function failureValue(line: string): PieceValue {
  if (line.trim() === '') return 'noise'
  if (matchesAt(failingCode, line)) return 'useful'
  if (matchesAt(codeFrame, line)) return 'plain'
  return matchesAt(informative, line) || severityOf(line) !== undefined ? 'key' : 'useful'
}

/** `go test -json`: each line is an event that contains the output of the test. */
function isGoTestEvent(line: string): boolean {
  return line.startsWith('{"') && line.slice(0, 120).includes('"Action":"')
}

/** The output of an event, without its line break; `undefined` if the line is not an event, empty if it printed nothing. */
function goTestOutput(line: string): string | undefined {
  if (!isGoTestEvent(line)) return undefined
  try {
    const event: unknown = JSON.parse(line)
    if (typeof event !== 'object' || event === null || !('Action' in event)) return undefined
    if (event.Action !== 'output') return ''
    return 'Output' in event && typeof event.Output === 'string' ? event.Output.replace(/\n$/, '') : undefined
  } catch {
    return undefined
  }
}
