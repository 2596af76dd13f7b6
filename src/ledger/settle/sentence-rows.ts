/** Sentences that hold until a later one replaces them. */
import { contentWords } from '../../scan/content-words.ts'
import { sessionSignalsIn } from '../../scan/signals/session-signals.ts'
import { wordSet } from '../../scan/vocabulary/word-set.ts'
import { addToList } from '../../tokens/add-to-list.ts'
import { countsOf } from '../../tokens/counts-of.ts'
import { lazyPattern } from '../../tokens/lazy-pattern.ts'
import type { Fact, Row } from '../ledger.ts'
import { inOrder, rowOf } from './row-of.ts'

export function sentenceRows(section: string, facts: readonly Fact[]): readonly Row[] {
  const sentences = Map.groupBy(facts, sentenceKey)
  const rows = inOrder(
    Array.from(sentences, ([key, all]) => {
      const value = (all[0] as Fact).about
      const said = all.filter(({ kind }) => kind !== 'replaced' && kind !== 'amended')
      const amended = all.find(({ kind }) => kind === 'amended')
      const note = said.find(({ text }) => text !== undefined)?.text
      const whole = rowOf({ section, key, state: '', value, note }, all)
      const replaced = all.find(({ kind }) => kind === 'replaced')
      const last = said.at(-1)?.turn ?? whole.first
      const row = amended === undefined ? whole : { ...whole, last, amendedBy: amended.turn }
      if (replaced === undefined) return row
      return last > replaced.turn ? row : { ...row, last, supersededBy: replaced.turn }
    }),
  )
  return withNewValues(withSuccessors(rows, section === 'constraints' ? strict : loose))
}

/** A number of its own; one in a name such as `part_3` is part of the name. */
const figure = lazyPattern(String.raw`(?<![\p{L}\p{N}_./#-])\p{N}[\p{N}.,:]{0,20}(?![\p{L}\p{N}_])`, 'gu')
const minSkeletonLength = 16

/** The same sentence with another value takes the place of the earlier: `Use a timeout of 10 s.`, `Use a timeout of 30 s.` */
function withNewValues(rows: readonly Row[]): readonly Row[] {
  const latest = new Map<string, number>()
  const settled = [...rows]
  for (const [at, row] of rows.entries()) {
    const said = row.value.toLowerCase()
    const skeleton = said.replace(figure(said), '\0')
    if (!skeleton.includes('\0') || skeleton.length < minSkeletonLength || row.note?.endsWith('?')) continue
    const earlier = latest.get(skeleton)
    const old = earlier === undefined ? undefined : settled[earlier]
    if (old !== undefined && old.by === row.by && old.supersededBy === undefined && old.last < row.first)
      settled[earlier as number] = { ...old, supersededBy: row.first }
    latest.set(skeleton, at)
  }
  return settled
}

/** The same answer to two questions is two decisions. */
function sentenceKey({ about, text, by }: Fact): string {
  return by === 'user' && text?.endsWith('?') ? `${about}\n${text}` : about
}

/** How much of an earlier sentence one that replaces it refers to. A rule falls only to one that clearly means it. */
interface Likeness {
  readonly share: number
  readonly words: number
}
const strict: Likeness = { share: 0.6, words: 2 }
const loose: Likeness = { share: 0.5, words: 1 }

/** At most this many of the latest rows that share a word are read. */
const maxCandidates = 30

function withSuccessors(rows: readonly Row[], { share, words }: Likeness): readonly Row[] {
  const index = new Map<string, number[]>()
  const sizes: number[] = []
  const settled = [...rows]
  for (const [at, row] of rows.entries()) {
    const own = subjectOf(row.value)
    const rejected = rejectedBy(row.value)
    if (sessionSignalsIn(row.value).includes('replaces'))
      for (const [earlier, shared] of sharedWith(own, index)) {
        const old = settled[earlier] as Row
        const isAlike = shared >= words && shared >= share * (sizes[earlier] as number)
        const mayReplace =
          (old.by !== 'user' || row.by === 'user') && (rejected === undefined || names(old.value, rejected))
        if (isAlike && mayReplace && old.supersededBy === undefined && old.last < row.first)
          settled[earlier] = { ...old, supersededBy: row.first }
      }
    sizes.push(own.size)
    for (const word of own) addToList(index, word, at)
  }
  return settled
}

const rejection = lazyPattern(
  '\\b(?:instead of|rather than|no longer|in place of|not anymore|statt|anstatt|вместо|en lugar de|en vez de|au lieu de|plutôt que)\\b([^.;,()\\n]{1,120})',
  'iu',
)

/** What a sentence turns down, where it says so: only what refers to that is replaced by it. */
function rejectedBy(sentence: string): ReadonlySet<string> | undefined {
  const words = subjectOf(rejection(sentence).exec(sentence)?.[1] ?? '')
  return words.size === 0 ? undefined : words
}

function names(sentence: string, words: ReadonlySet<string>): boolean {
  const own = subjectOf(sentence)
  return 2 * [...words].filter(word => own.has(word)).length >= words.size
}

function sharedWith(
  words: ReadonlySet<string>,
  index: ReadonlyMap<string, readonly number[]>,
): ReadonlyMap<number, number> {
  return countsOf([...words].flatMap(word => index.get(word)?.slice(-maxCandidates) ?? []))
}

const unspaced = lazyPattern(String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]{2,}`, 'gu')
/** Said with any subject. */
const common = wordSet(
  'use using always never must instead rather now need want should will let make sure keep don decided going',
)

/** What a sentence is about: its words, and pairs of characters where a script has no spaces. */
function subjectOf(text: string): ReadonlySet<string> {
  const words = new Set([...contentWords(text)].filter(word => !common.has(word)))
  for (const [run] of text.matchAll(unspaced(text))) {
    words.delete(run.toLowerCase())
    for (let at = 0; at + 1 < run.length; at += 1) words.add(run.slice(at, at + 2))
  }
  return words
}
