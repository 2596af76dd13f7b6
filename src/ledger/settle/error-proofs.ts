/** What shows that an error is gone: the same command that succeeds, a test that passes, an edit that is taken, a word. */
import { printedVerdict } from '../../scan/actions/check-verdict.ts'
import { isWithin } from '../../scan/actions/shell/check-kind.ts'
import { checksIn, coveringChecks, readCheck } from '../../scan/actions/shell/command-check.ts'
import { fileName } from '../../scan/actions/shell/join-path.ts'
import { lazily } from '../../tokens/lazily.ts'
import { checkOf } from '../facts/command-line.ts'
import { findsNoErrors, isMisuse, neverRan, showsError } from '../facts/error-line.ts'
import { byTurn, type Fact } from '../ledger.ts'
import { byKeys } from './by-keys.ts'
import { firstIndex, isSure } from './file-changes-since.ts'
import { PassedTests } from './passed-tests.ts'

/** Files that are named, and changes that are looked at for them. */
const maxFiles = 4
const maxChanges = 200
/** Successful steps after which a failed command that is no check counts as settled. */
const stepsOn = 2
/** `src/a.ts`, also before a line number. */
const namedFile = /[\w@./-]{1,200}\.[A-Za-z]\w{0,5}\b/g

/** The user may refer to a report for this many messages after it. */
const maxReplies = 2

export interface Evidence {
  readonly commands: readonly Fact[]
  /** Changes of files that are certain, in order. */
  readonly changes: readonly Fact[]
  /** All that was done to files, also to notes of the agent itself, in order. */
  readonly files: readonly Fact[]
  /** The messages that the user typed, ascending. */
  readonly typed: readonly number[]
}

type FactsByKey = ReadonlyMap<string, readonly Fact[]>

/** What few errors ask for is made where one does. */
export class ErrorProofs {
  readonly #tests: PassedTests
  readonly #changes: readonly Fact[]
  readonly #fixed: readonly Fact[]
  /** The agent says that all checks pass. */
  readonly #claimed: readonly Fact[]
  /** The messages that the user typed, ascending. */
  readonly #typed: readonly Pick<Fact, 'turn'>[]
  /** What went well, in order. */
  readonly #done: () => readonly Fact[]
  readonly #edited: () => FactsByKey
  readonly #succeeded: () => FactsByKey
  /** Runs that do not say how they ended, and show no error. */
  readonly #quiet: () => FactsByKey
  /** Checks that have passed. */
  readonly #green: () => readonly Fact[]

  constructor({ commands, changes, files, typed }: Evidence, errors: readonly Fact[]) {
    this.#tests = new PassedTests(commands)
    this.#changes = changes
    const fixed = errors.filter(({ kind }) => kind === 'fixed')
    this.#fixed = fixed.filter(({ by }) => by === 'user')
    this.#claimed = fixed.filter(({ by }) => by === 'assistant')
    this.#typed = typed.map(turn => ({ turn }))
    const seen = lazily(() => commands.filter(({ source }) => source !== undefined))
    this.#done = lazily(() => {
      const ended = seen().filter(({ kind }) => kind === 'ok' || kind === 'finished')
      return [...ended, ...changes].sort(byTurn)
    })
    this.#edited = lazily(() => Map.groupBy(files.filter(isSure), ({ about }) => about))
    this.#succeeded = lazily(() => successes(seen()))
    this.#quiet = lazily(() => {
      const quiet = seen().filter(({ kind, text = '' }) => kind === 'finished' && !showsError(text))
      return Map.groupBy(quiet, ({ about }) => about)
    })
    this.#green = lazily(() =>
      seen().filter(
        ({ kind, about, text = '' }) =>
          (kind === 'ok' || findsNoErrors(about, text)) && readCheck(about).isCheck,
      ),
    )
  }

  /** The first after the failure. */
  of(failure: Fact): Fact | undefined {
    if (failure.kind === 'reported') return this.#saidFixed(failure)
    if (failure.kind === 'refused')
      return firstAfter(
        this.#edited().get(failure.about.slice(failure.about.indexOf(' ') + 1)) ?? [],
        failure,
      )
    const passed = this.#tests.after(failure.tests ?? [], failure.turn)
    const succeeded = this.#succeeds(failure)
    return passed === undefined
      ? succeeded
      : [passed, ...(succeeded === undefined ? [] : [succeeded])].sort(byTurn)[0]
  }

  /** What the user says works now is what was reported in one of the messages before. */
  #saidFixed(failure: Fact): Fact | undefined {
    const fixed = firstAfter(this.#fixed, failure)
    if (fixed === undefined) return undefined
    const between = firstIndex(this.#typed, fixed.turn) - firstIndex(this.#typed, failure.turn + 1)
    return between < maxReplies ? fixed : undefined
  }

  #succeeds(failure: Fact): Fact | undefined {
    const key = checkOf(failure)
    const whole = firstAfter(this.#succeeded().get(key) ?? [], failure)
    // What was written wrongly is not put right by another command.
    if (whole !== undefined || /[ ](?:;|\|\||&) /.test(key) || isMisuse(failure.text ?? '')) return whole
    return lastOf(checksIn(key).map(part => this.#passedAgain(part, failure)))
  }

  /** Not the same check passed, but the agent says that all do, or a task of the project that runs it has passed. */
  #isCoveredElsewhere(failure: Fact): boolean {
    const first = firstIndex(this.#green(), failure.turn + 1)
    const green = this.#green()[first]
    if (green === undefined) return false
    const isClaimed = firstIndex(this.#claimed, Math.max(green.turn, failure.turn + 1)) < this.#claimed.length
    const { checks } = readCheck(failure.about)
    return (
      isClaimed ||
      this.#green()
        .slice(first, first + maxChanges)
        .some(({ about }) =>
          checks.every(check => readCheck(about).checks.some(task => isWithin(check, task))),
        )
    )
  }

  /** The first run after the failure in which this check, or one that covers it, has passed. */
  #passedAgain(check: string, failure: Fact): Fact | undefined {
    const found = coveringChecks(check).flatMap(
      key => firstAfter(this.#succeeded().get(key) ?? [], failure) ?? [],
    )
    return found.sort(byTurn)[0]
  }

  /** The status of an error that nothing has shown to be gone. */
  stateOf(failure: Fact): { readonly state: 'open' | 'unverified' | 'past'; readonly note: string } {
    const changed = this.#changedSince(failure)
    const isChecked = failure.kind === 'failed' && isFailedCheck(failure)
    const isOver = isChecked
      ? this.#isCoveredElsewhere(failure) ||
        firstAfter(this.#quiet().get(failure.about) ?? [], failure) !== undefined
      : this.#hasGoneOn(failure, changed.length > 0)
    if (isOver) return { state: 'past', note: '' }
    return changed.length > 0
      ? { state: 'unverified', note: changed.join(', ') }
      : { state: 'open', note: '' }
  }

  /** A report is over when something was done about it and the user then spoke of other things. */
  #hasGoneOn({ kind, turn, text = '' }: Fact, isChanged: boolean): boolean {
    if (kind === 'reported') {
      const last = this.#changes.at(-1)
      const first = this.#changes[firstIndex(this.#changes, turn + 1)]
      return (
        first !== undefined &&
        last !== undefined &&
        isChanged &&
        (this.#typed.at(-1)?.turn ?? -1) > first.turn
      )
    }
    // What was written wrongly, or is not there, is left behind with the first step that went well.
    const isAttempt = isMisuse(text) || neverRan(text) || notFound.test(text)
    return this.#done().length - firstIndex(this.#done(), turn + 1) >= (isAttempt ? 1 : stepsOn)
  }

  /** The files that it names, of a report all files, as far as they were changed since. */
  #changedSince(failure: Fact): readonly string[] {
    const words = `${failure.text ?? ''} ${failure.kind === 'reported' ? '' : failure.about}`
    const named = new Set(Array.from(words.matchAll(namedFile), ([path]) => fileName(path)))
    const names = this.#namesFrom(firstIndex(this.#changes, failure.turn + 1), this.#changes.length)
    const meant = [...names].filter(name => named.has(name))
    return (failure.kind === 'reported' ? [...names] : meant).slice(-maxFiles)
  }

  /** The files that were changed in between; of many, which of them mattered is not known but for those that it names. */
  changedBetween(failure: Fact, to: number): readonly string[] {
    // What a user reported may be gone for any reason.
    if (failure.kind === 'reported') return []
    const { turn } = failure
    const names = this.#namesFrom(firstIndex(this.#changes, turn), firstIndex(this.#changes, to + 1))
    if (names.size <= maxFiles) return [...names]
    const words = failure.text ?? ''
    return [...names].filter(name => words.includes(name)).slice(0, maxFiles)
  }

  #namesFrom(first: number, end: number): ReadonlySet<string> {
    const changes = this.#changes.slice(first, Math.min(end, first + maxChanges))
    return new Set(changes.map(({ about }) => fileName(about)))
  }
}

const notFound = /\bnot found\b|\bno such file or directory\b/i
/** Git speaks of its own errors so; where it is the last command of a chain, it is git that failed. */
const gitFailed = /^(?:error|fatal): /
const endsInGit = /(?:^|[;&|] )git (?!commit\b|push\b)[^;&|]{1,200}$/

/** In `go build && ./app open`, what fails is the program, unless what it printed is that of a check. */
function isFailedCheck({ about, text = '' }: Fact): boolean {
  const { isCheck, isLast } = readCheck(about)
  if (gitFailed.test(text) && endsInGit.test(about)) return false
  return isCheck && !neverRan(text) && !isMisuse(text) && (isLast || printedVerdict(text) === 'failed')
}

/** The last of several, if all of them are there. */
function lastOf(facts: readonly (Fact | undefined)[]): Fact | undefined {
  return facts.includes(undefined) ? undefined : (facts as readonly Fact[]).toSorted(byTurn).at(-1)
}

/** By every check that a success proves to have passed, in order. */
function successes(commands: readonly Fact[]): FactsByKey {
  const sure = commands.filter(
    ({ kind, about }) => kind === 'ok' || (kind === 'finished' && !readCheck(about).isCheck),
  )
  return byKeys(sure, fact => {
    const key = checkOf(fact)
    return new Set([key, ...checksIn(key)])
  })
}

function firstAfter(facts: readonly Fact[], failure: Fact): Fact | undefined {
  return facts[firstIndex(facts, failure.turn + 1)]
}
