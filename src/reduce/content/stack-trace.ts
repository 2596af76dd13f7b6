/** Stack traces: the error and its place in the project's code; library frames are counted. */
import { holdsForMost } from '../../scan/holds-for-most.ts'
import { frameLine, traceLine } from '../../scan/kind/content-lines.ts'
import { both, minShare, some } from '../../scan/kind/kind-tests.ts'
import { matchesAt } from '../../scan/matches-at.ts'
import { counted } from '../pieces/counted.ts'
import { type Fold, foldedPieces, type LineDraft } from '../pieces/fold.ts'
import { frameValue } from '../pieces/output-frame.ts'
import { severityOf } from '../pieces/severity.ts'
import { frameOwner, isFrame, libraryFrames } from '../pieces/stack-frame.ts'
import type { SourcedText } from '../sourced-text/sourced-text.ts'
import type { Content, ContentSource, Piece, PieceValue } from './content.ts'

export const stackTrace: Content = {
  name: 'stack-trace',
  // Frames, perhaps with the source line between them.
  detect: both(some(frameLine), minShare(0.3, traceLine, 2)),
  fits,
  pieces,
}

function fits({ lines: sample, source: { kind } }: SourcedText): boolean {
  return holdsForMost(sample, Math.max(2, kind === 'stack-trace' ? 0 : sample.length * 0.4), isFrame)
}

function pieces(text: string, _source: ContentSource): readonly Piece[] {
  return foldedPieces(new TraceReader(text.split('\n')).read())
}

/** How many project frames next to the error are worth showing. */
const nearest = 3

/** `Traceback (most recent call last):` prints the nearest frame last. */
const pythonStart = /[ \t]*(?:\w.{0,200}: )?Traceback \(most recent call last\)/y
/** `Caused by: …`, `panic: …`, `thread 'main' panicked at …`, `Unhandled exception. …` */
const cause =
  /[ \t]*(?:Caused by:|panic:|fatal error:|thread '|Unhandled |Uncaught |\[cause\]:|---> |During handling of|The above exception|Exception in thread)/y
const more = /[ \t]*(?:\.\.\. \d+ (?:more|common frames omitted|frames? elided)|--- End of )/y
const goroutine = /goroutine \d+ \[([^\],]{1,60})/y
/** `main.run(0x1, …)`: the function, printed above its place. */
const goFunction = /[\w./*()·$%-]{1,300}\(|created by \S/y
const goPlace = /\t\S.{0,300}\.(?:go|s):\d+/y
/** Rust also prints the place below the function. */
const rustPlace = / {10,}at \S/y

const isGoPlace = (line: string): boolean => matchesAt(goPlace, line)
const isPlace = (line: string): boolean => isGoPlace(line) || matchesAt(rustPlace, line)

/** Reads the lines of stack traces in order and rates each line. */
class TraceReader {
  readonly #lines: readonly string[]
  readonly #drafts: LineDraft[] = []
  readonly #ranks: Int32Array
  readonly #goroutines = new Map<string, Fold>()
  /** The last line with an error message. */
  #message: number | undefined
  #isPython = false
  #ownFrames = 0
  /** The run of library frames that the next one belongs to. */
  #libraries: Fold | undefined
  #goroutineCount = 0
  /** A goroutine other than the one that panicked, with its lines. */
  #other: Fold | undefined

  constructor(lines: readonly string[]) {
    this.#lines = lines
    this.#ranks = ranksFromEnd(lines)
  }

  read(): readonly LineDraft[] {
    for (const [index, line] of this.#lines.entries()) this.#drafts.push(this.#draft(line, index))
    return this.#drafts
  }

  #draft(text: string, index: number): LineDraft {
    goroutine.lastIndex = 0
    const state = goroutine.exec(text)?.[1]
    if (state !== undefined) return this.#goroutine(text, state)
    const isGo = this.#isGoFrame(index)
    if (this.#other !== undefined && (text === '' || isGo))
      return { text, value: text === '' ? 'noise' : 'plain', fold: this.#other, isPart: true }
    this.#other = undefined
    const owner = frameOwner(text) ?? (isGo ? frameOwner(this.#lines[index + 1] ?? '') : undefined)
    if (owner === 'library') return this.#libraryFrame(text)
    if (owner === 'own') return this.#ownFrame(text, index)
    return this.#isPython && text.startsWith('    ') ? this.#source(text, index) : this.#words(text, index)
  }

  #goroutine(text: string, state: string): LineDraft {
    this.#goroutineCount += 1
    this.#ownFrames = 0
    this.#libraries = undefined
    this.#other = this.#goroutineCount > 1 ? this.#goroutineFold(state) : undefined
    return { text, value: 'useful', under: this.#message, fold: this.#other }
  }

  #goroutineFold(state: string): Fold {
    const fold: Fold = this.#goroutines.get(state) ?? {
      shown: 0,
      value: 'plain',
      say: ({ length }) => `… ${counted(length, 'more goroutine')} [${state}]`,
    }
    this.#goroutines.set(state, fold)
    return fold
  }

  /** A function of Go, or the place under it. */
  #isGoFrame(index: number): boolean {
    const line = this.#lines[index] ?? ''
    return isGoPlace(line) || (isGoPlace(this.#lines[index + 1] ?? '') && matchesAt(goFunction, line))
  }

  #libraryFrame(text: string): LineDraft {
    this.#libraries ??= libraryFrames(index => this.#lines[index] ?? '')
    return { text, value: 'noise', under: this.#message, fold: this.#libraries, isPart: isPlace(text) }
  }

  #ownFrame(text: string, index: number): LineDraft {
    this.#libraries = undefined
    if (!isPlace(text)) this.#ownFrames += 1
    const rank = this.#isPython ? (this.#ranks[index] ?? 0) : this.#ownFrames
    const value: PieceValue = rank <= 1 ? 'key' : rank <= nearest ? 'useful' : 'plain'
    return { text, value, under: this.#message }
  }

  /** The source line under a Python frame belongs to the frame. */
  #source(text: string, index: number): LineDraft {
    const { value, fold, under } = this.#drafts.at(-1) ?? { value: 'plain' }
    return { text, value, under: fold === undefined ? index - 1 : under, fold, isPart: true }
  }

  #words(text: string, index: number): LineDraft {
    this.#libraries = undefined
    const isMore = matchesAt(more, text)
    const value = isMore ? 'noise' : wordsValue(text, index > 0 && this.#message === index - 1)
    if (value === 'key') {
      this.#message = index
      this.#ownFrames = 0
      if (matchesAt(pythonStart, text)) this.#isPython = true
      else if (!/^\s/.test(text)) this.#isPython = false
    }
    return { text, value }
  }
}

/** Lines after the first line of a message belong to it. */
function wordsValue(line: string, isMessage: boolean): PieceValue {
  if (line.trim() === '') return 'noise'
  const frame = frameValue(line)
  if (frame !== undefined) return frame
  if (matchesAt(cause, line) || matchesAt(pythonStart, line) || severityOf(line) !== undefined) return 'key'
  return isMessage ? 'useful' : 'plain'
}

/** For each project frame of Python, how many project frames are between it and the error, itself included. */
function ranksFromEnd(lines: readonly string[]): Int32Array {
  const ranks = new Int32Array(lines.length)
  let rank = 0
  for (let index = lines.length - 1; index >= 0; index -= 1) {
    const line = lines[index] ?? ''
    if (!/^\s/.test(line)) rank = 0
    else if (frameOwner(line) === 'own') {
      rank += 1
      ranks[index] = rank
    }
  }
  return ranks
}
