/** The types of compressed notation: a document in fewer words for a model to read, with a line that says how to read it. */
import type { TokenCounter } from '../../../types.ts'

/** `light` reads like a note, `medium` like a telegram, `ultra` like a list of keywords. */
export type NotationLevel = 'light' | 'medium' | 'ultra'

/** Languages with tables; words of other languages stay as they are. */
export type NotationLanguage = 'en' | 'zh' | 'ja' | 'other'

export interface NotationOptions {
  readonly level: NotationLevel
  /** @default the main language of the text */
  readonly language?: NotationLanguage
  /** `in-band`: above the text, and counted with it. `apart`: given once for many texts, and not counted. @default 'in-band' */
  readonly instruction?: 'in-band' | 'apart'
  /** Decides whether a change saves tokens. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
}

/** Plain JSON. */
export type Notation = {
  readonly text: string
  readonly level: NotationLevel
  readonly language: NotationLanguage
  /** How to read the text; if it is in band, the text begins with it. */
  readonly instruction: string
  readonly tokens: {
    readonly before: number
    /** Tokens of `text`, including the instruction if that is in band. */
    readonly after: number
    readonly instruction: number
    readonly counter: string
  }
  /** The input cannot be restored from this text: keep it. */
  readonly loss: 'lossy'
  /** Requests that could not be fulfilled. */
  readonly notes: readonly string[]
} & (
  | { readonly compressed: true; readonly by: 'tables' | 'writer' }
  /** `text` is the unchanged input. */
  | { readonly compressed: false; readonly why: NotationUnchanged }
)

/** `broken`: the result would have lost a fact or changed the structure, and was discarded. */
export type NotationUnchanged = 'no-gain' | 'already-compressed' | 'encoded' | 'broken'

const ranks: Readonly<Record<NotationLevel, number>> = { light: 1, medium: 2, ultra: 3 }

/** Whether something that is done from `minLevel` on is done at `level`. */
export function reaches(level: NotationLevel, minLevel: NotationLevel): boolean {
  return ranks[level] >= ranks[minLevel]
}

/** The levels, mildest first. */
export const notationLevels: readonly NotationLevel[] = Object.keys(ranks) as readonly NotationLevel[]

/** For each level, the longer phrases by the short one that replaces them, separated by ` / `. */
export type PhraseLists = Readonly<Record<NotationLevel, Readonly<Record<string, string>>>>

/** All phrases that are shortened at a level, those of milder levels first. */
export function phrasesAt(
  level: NotationLevel,
  lists: PhraseLists,
): readonly (readonly [phrase: string, shorter: string])[] {
  return notationLevels
    .filter(minLevel => reaches(level, minLevel))
    .flatMap(minLevel => Object.entries(lists[minLevel]))
    .flatMap(([shorter, phrases]) => phrases.split(/ \/\s+/).map(phrase => [phrase, shorter] as const))
}
