/** English words that a reader can infer, and the places where they carry meaning and stay. */
import { wordSet } from '../../../scan/vocabulary/word-set.ts'
import type { Chunk } from './chunks.ts'
import { type NotationLevel, notationLevels } from './notation.ts'

interface Place {
  readonly chunk: Chunk
  readonly before: Chunk | undefined
  readonly after: Chunk | undefined
}

/** Whether a word may be dropped here. Never called for a word that is followed by a mark. */
type MayGo = (place: Place) => boolean

/** `a few` is not `few`; `once a day`; `plan a` is a name. */
const afterArticle = wordSet(
  `few little lot bit couple and or is are in of to as at day week month year minute second hour priori
  posteriori`,
)
const beforeLetter = wordSet('option plan vitamin type class part section step point grade case variant half')
/** `What is it`, `this is new`: without the verb it is another sentence. */
const beforeBe = wordSet(
  `what who where when how why which this that these those it there here as i he she they and or but if not`,
)
const beforeThat = wordSet(
  `ensure ensures ensuring note means mean meaning says said say know knows assume assumes assuming believe
  think verify verifies check checks confirm remember so shows show indicates indicate suggests expects
  expect given provided guarantees guarantee implies decided sure requires require recommend`,
)
/** Before `of` for parts, not for possession: `out of memory`, `one of three`, `lack of tests`. */
const beforeOf = wordSet(
  `out because instead one two three four five some all none most many each any both half regardless ahead
  short free aware capable lack absence full independent top less more much few several rid west east
  north south`,
)
const modals = wordSet('can should must may need will could might cannot would')
const wishes = wordSet('need needs want wants try tries help helps')

const isWord = (chunk: Chunk | undefined): boolean =>
  chunk !== undefined && chunk.lead === '' && chunk.word !== ''
const isNamed = (chunk: Chunk | undefined): boolean => chunk !== undefined && /^[A-Z]/.test(chunk.raw)
/** There is no mark between it and the word before. */
const follows = (before: Chunk | undefined): boolean =>
  before !== undefined && before.trail === '' && !before.raw.endsWith(',')

/** At the start of a sentence before a capital it may be part of a name: `The Guardian`. */
const article: MayGo = ({ chunk, before, after }) =>
  after !== undefined &&
  !(chunk.isStart && isNamed(after) && /^[A-Z]/.test(chunk.raw)) &&
  (chunk.word === 'the' ||
    (isWord(after) && !afterArticle.has(after.word) && !beforeLetter.has(before?.word ?? '')))

const be: MayGo = ({ chunk, before, after }) =>
  !chunk.isStart && follows(before) && after !== undefined && !beforeBe.has(before?.word ?? '')

/** By the mildest level that drops them. */
const words: Readonly<Record<NotationLevel, readonly (readonly [words: string, mayGo: MayGo])[]>> = {
  light: [['the a an', article]],
  medium: [
    ['is are was were being', be],
    ['you we', ({ after }) => after !== undefined && modals.has(after.word)],
    ['that', ({ before, after }) => isWord(after) && follows(before) && beforeThat.has(before?.word ?? '')],
    ['and', ({ before, after }) => isWord(after) && before?.raw.endsWith(',') === true],
  ],
  ultra: [
    [
      'of',
      ({ before, after }) =>
        after !== undefined && follows(before) && before?.word !== '' && !beforeOf.has(before?.word ?? ''),
    ],
    ['to', ({ before, after }) => isWord(after) && follows(before) && wishes.has(before?.word ?? '')],
    [
      'be',
      ({ before, after }) =>
        follows(before) && modals.has(before?.word ?? '') && /ed$/.test(after?.word ?? ''),
    ],
    ['your our', ({ after }) => after !== undefined],
    ['then', ({ before, after }) => after !== undefined && before?.raw.endsWith(',') === true],
  ],
}

export const englishWords: ReadonlyMap<string, { readonly minLevel: NotationLevel; readonly mayGo: MayGo }> =
  new Map(
    notationLevels.flatMap(minLevel =>
      words[minLevel].flatMap(([each, mayGo]) =>
        each.split(' ').map(word => [word, { minLevel, mayGo }] as const),
      ),
    ),
  )

/** Dropped at `ultra` in any context. */
export const personsDroppedAtUltra: ReadonlySet<string> = wordSet('you we')
