/** Shortens one document of a workspace, and keeps the parts that other programs read where they expect them. */
import { fences } from '../../scan/fences.ts'
import { trimEndOf } from '../../scan/trim-end-of.ts'
import { present } from '../../tokens/json-value.ts'
import type { Codebook } from '../documents/codebook.ts'
import type { LayerSettings } from '../documents/codec.ts'
import {
  compressDocument,
  type DocumentOptions,
  type DocumentStep,
  type DocumentTechnique,
} from '../documents/compress-document.ts'
import { decodeText } from '../documents/encode-text.ts'
import { unframe } from '../documents/frame.ts'
import type { NotationLevel } from '../documents/notation/notation.ts'
import { splitHead } from './split-head.ts'

export const documentTechniques: readonly DocumentTechnique[] = ['rules', 'dictionary', 'runs', 'notation']

export interface ShortenSettings extends Omit<LayerSettings, 'techniques'> {
  readonly techniques: readonly DocumentTechnique[]
  /** The level of the notation. @default 'light' */
  readonly level?: NotationLevel | undefined
}

export interface ShortenedDocument {
  readonly text: string
  readonly tokens: { readonly before: number; readonly after: number }
  /** The steps that were applied, in tokens of the text below the head. */
  readonly steps: readonly DocumentStep[]
  /** Whether `decodeDocument` returns the original. */
  readonly isLossless: boolean
  readonly why?: string
}

export function shortenDocument(text: string, settings: ShortenSettings): ShortenedDocument {
  const { counter, techniques } = settings
  const before = counter.count(text)
  const unchanged = (why: string): ShortenedDocument => ({
    text,
    tokens: { before, after: before },
    steps: [],
    isLossless: true,
    why,
  })
  if (isEncodedDocument(text)) return unchanged('encoded already, or edited since it was')
  const { head, body } = splitHead(text)
  const result = compressDocument(body, optionsOf(settings))
  const hidden = importedFiles(body).find(name => !result.text.includes(name))
  if (hidden !== undefined) {
    // Codes hide names; rules alone do not change them.
    const plainly = techniques.filter(technique => technique === 'rules')
    return plainly.length < techniques.length
      ? shortenDocument(text, { ...settings, techniques: plainly })
      : unchanged(`would hide ${hidden}, which its reader loads`)
  }
  const shorter = head + result.text
  const after = counter.count(shorter)
  if (after >= before) return unchanged('saves no tokens')
  return {
    text: shorter,
    tokens: { before, after },
    steps: result.steps.filter(({ taken }) => taken),
    isLossless: result.loss === 'lossless',
  }
}

function optionsOf(settings: ShortenSettings): DocumentOptions {
  const { techniques, counter, level = 'light', workspace, codebook, codebookFile } = settings
  return { techniques, counter, notation: { level }, ...present({ workspace, codebook, codebookFile }) }
}

/** The text that a document was encoded from. Throws as `decodeText` does. */
export function decodeDocument(text: string, codebook?: Codebook): string {
  const { head, body } = splitHead(text)
  return head + decodeText(body, codebook === undefined ? {} : { codebook })
}

/** Judged by its first line, even if it was edited since. */
export function isEncodedDocument(text: string): boolean {
  return unframe(splitHead(text).body) !== undefined
}

/** Ends in a file name, begins like a path, or is alone on its line. */
const imported = /(?<![^\s(])@(?:[~.]{0,2}\/)?[\w.-][\w./-]{0,300}/gu
const looksLikePath = /^@(?:~|\.{0,2}\/)|\.[A-Za-z][A-Za-z0-9]{0,7}$/u

/** Files that a document makes its reader load, as `@docs/style.md`: the reader is a program, so they stay as they are. */
export function importedFiles(text: string): readonly string[] {
  if (!text.includes('@')) return []
  const found = new Set<string>()
  const inFence = fences(text)
  let fence = 0
  for (const { 0: word, index } of text.matchAll(imported)) {
    while ((inFence[fence]?.end ?? Number.POSITIVE_INFINITY) <= index) fence += 1
    if (index >= (inFence[fence]?.start ?? Number.POSITIVE_INFINITY)) continue
    const name = trimEndOf(word, '.,')
    if (looksLikePath.test(name) || isAlone(text, index, word.length)) found.add(name)
  }
  return [...found]
}

function isAlone(text: string, start: number, length: number): boolean {
  const before = start === 0 || text.charAt(start - 1) === '\n'
  const after = text.slice(start + length, start + length + 2)
  return before && (after === '' || after.startsWith('\n') || after === '\r\n')
}
