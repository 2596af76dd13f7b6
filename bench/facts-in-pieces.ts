/** Facts of an output (errors, counts, paths, numbers), and which of them some of its pieces still say. */
import type { Piece } from '../src/reduce/content/content.ts'
import { severityOf } from '../src/reduce/pieces/severity.ts'
import { entities } from '../src/scan/entities.ts'

export const factKinds = ['error lines', 'counts', 'paths', 'numbers'] as const
export type FactKind = (typeof factKinds)[number]

export interface FactCounts {
  all: number
  said: number
}

export function noFacts(): Record<FactKind, FactCounts> {
  const none = (): FactCounts => ({ all: 0, said: 0 })
  return { 'error lines': none(), counts: none(), paths: none(), numbers: none() }
}

/** `12 passed`, `3 files` */
const count = /(?<![\w.,:/-])\d{1,9} [a-z]{3,20}\b/g
/** Of two digits or more: `4990`, `10.5`, `11:32:18` */
const number = /(?<!\w)\d[\d.,:]{0,30}\d(?!\w)/g
/** A test that passed may be called `rejects invalid input`; behind what a runner of tasks puts before its lines. */
const passed =
  /^(?:\S{1,60} test: |\[\S{1,60}\] )?\s{0,20}(?:\(pass\)|[✓✔√] |--- PASS|=== (?:RUN|PAUSE|CONT|NAME)|ok \d|PASS )|\.{3} ok$| PASSED\b/
const word = /[\p{L}\p{N}_]+/gu

/** Each distinct fact of the text counts once. */
export function addFacts(
  text: string,
  pieces: readonly Piece[],
  isShown: readonly boolean[],
  to: Record<FactKind, FactCounts>,
): void {
  const shown = pieces.filter((_, index) => isShown[index]).map(piece => piece.text)
  const view = shown.join('\n')
  const isSaid = saidTogether(pieces, isShown)
  const errors = text.split('\n').filter(line => severityOf(line) === 'error' && !passed.test(line))
  const paths = entities(text).filter(({ kind }) => kind === 'path' || kind === 'file')
  add(
    to['error lines'],
    errors.map(line => line.trim()),
    isSaid,
  )
  add(
    to.paths,
    paths.map(path => path.text),
    isSaid,
  )
  addMatches(to.counts, count, text, view)
  addMatches(to.numbers, number, text, view)
}

function add(counts: FactCounts, facts: Iterable<string>, isSaid: (fact: string) => boolean): void {
  for (const fact of new Set(facts)) {
    counts.all += 1
    if (isSaid(fact)) counts.said += 1
  }
}

function addMatches(counts: FactCounts, pattern: RegExp, text: string, view: string): void {
  const said = new Set(view.match(pattern))
  add(counts, text.match(pattern) ?? [], fact => said.has(fact))
}

/** Whether all words of a text are in one shown piece, with the shown ones of its line and those that it is under. */
function saidTogether(pieces: readonly Piece[], isShown: readonly boolean[]): (text: string) => boolean {
  const wordsOf: Set<string>[] = []
  const piecesWith = new Map<string, number[]>()
  for (const [index, { text, under, lines, isStatement }] of pieces.entries()) {
    const isSameLine = lines === 0 && isStatement !== true
    const words = new Set(isShown[index] ? text.match(word) : [])
    for (const one of (under === undefined ? undefined : wordsOf[under]) ?? []) words.add(one)
    for (const one of (isSameLine ? wordsOf[index - 1] : undefined) ?? []) words.add(one)
    wordsOf.push(words)
    if (!isShown[index]) continue
    for (const one of words) {
      const known = piecesWith.get(one)
      if (known === undefined) piecesWith.set(one, [index])
      else known.push(index)
    }
  }
  return text => {
    const words = text.match(word) ?? []
    let fewest: readonly number[] | undefined
    for (const one of words) {
      const found = piecesWith.get(one) ?? []
      if (fewest === undefined || found.length < fewest.length) fewest = found
    }
    return fewest?.some(piece => words.every(one => wordsOf[piece]?.has(one))) ?? false
  }
}
