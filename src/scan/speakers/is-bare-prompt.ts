/** Requests without a word of the user's. */
import type { Speech } from './speech.ts'
import { promptEnd } from './template-parts.ts'

/** The prompt of a command that has a place for the user's words, and nothing in it. */
export function isBarePrompt(parts: readonly Speech[]): boolean {
  return (
    parts.some(part => part.kind === 'instructions' && part.name === promptEnd) &&
    parts.every(({ kind }) => kind === 'instructions' || kind === 'program')
  )
}
