/** What compressed notation is: a document in fewer words for a model to read, with a line that says how. */
import type { TokenCounter } from '../../../types.ts'

/** `light` reads like a note, `medium` like a telegram, `ultra` like a list of keywords. */
export type NotationLevel = 'light' | 'medium' | 'ultra'

/** Those that there are tables for; in other languages words stay as they are. */
export type NotationLanguage = 'en' | 'zh' | 'ja' | 'other'

export interface NotationOptions {
  readonly level: NotationLevel
  /** @default the one that most of the text is in */
  readonly language?: NotationLanguage
  /** `in-band`: above the text, and paid for by it. `apart`: given once for many texts, and not counted. @default 'in-band' */
  readonly instruction?: 'in-band' | 'apart'
  /** Decides what is worth while. @default the exact one for o200k_base */
  readonly counter?: TokenCounter
}

/** Plain JSON. */
export type Notation = {
  readonly text: string
  readonly level: NotationLevel
  readonly language: NotationLanguage
  /** How to read the text; where it is in band, the text begins with it. */
  readonly instruction: string
  readonly tokens: {
    readonly before: number
    /** Of `text`, with the instruction where that is in band. */
    readonly after: number
    readonly instruction: number
    readonly counter: string
  }
  /** The text that went in cannot be had back from this one: keep it. */
  readonly loss: 'lossy'
  /** What was asked for and could not be done. */
  readonly notes: readonly string[]
} & (
  | { readonly compressed: true; readonly by: 'tables' | 'writer' }
  /** `text` is the very text that went in. */
  | { readonly compressed: false; readonly why: NotationUnchanged }
)

/** `broken`: what was made would have lost a fact or changed the structure, and so was thrown away. */
export type NotationUnchanged = 'no-gain' | 'already-compressed' | 'encoded' | 'broken'

const ranks: Readonly<Record<NotationLevel, number>> = { light: 1, medium: 2, ultra: 3 }

/** Whether what is done from `minLevel` on is done at `level`. */
export function reaches(level: NotationLevel, minLevel: NotationLevel): boolean {
  return ranks[level] >= ranks[minLevel]
}

/** The levels, mildest first. */
export const notationLevels: readonly NotationLevel[] = Object.keys(ranks) as readonly NotationLevel[]

/** For each level, by a short phrase, the longer ones that it is written for, with ` / ` between them. */
export type PhraseLists = Readonly<Record<NotationLevel, Readonly<Record<string, string>>>>

/** All phrases that are written shorter at a level, those of milder levels first. */
export function phrasesAt(
  level: NotationLevel,
  lists: PhraseLists,
): readonly (readonly [phrase: string, shorter: string])[] {
  return notationLevels
    .filter(minLevel => reaches(level, minLevel))
    .flatMap(minLevel => Object.entries(lists[minLevel]))
    .flatMap(([shorter, phrases]) => phrases.split(/ \/\s+/).map(phrase => [phrase, shorter] as const))
}
