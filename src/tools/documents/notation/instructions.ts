/** How a model should read each level, in as few words as possible, since they are counted too. */
import type { NotationLevel } from './notation.ts'

const byTables: Readonly<Record<NotationLevel, string>> = {
  light: 'Lightly condensed. Read normally.',
  medium: 'Abbreviated: articles, "is" and "that" left out; ≥ at least, ≤ up to, ~ about.',
  ultra:
    'Telegraphic: articles, "is", "of", "you", "we" left out; ≥ at least, ≤ up to, ~ about. Expand naturally.',
}

const byWriter: Readonly<Record<NotationLevel, string>> = {
  light: 'Lightly condensed. Read normally.',
  medium: 'Abbreviated notation: key: value pairs, condensed lists.',
  ultra: 'Compressed notation: key:val = attribute, / = alternatives, ~ about, ≥ at least. Expand naturally.',
}

export function instructionFor(level: NotationLevel, by: 'tables' | 'writer'): string {
  return by === 'tables' ? byTables[level] : byWriter[level]
}

const openings: readonly string[] = [...Object.values(byTables), ...Object.values(byWriter)].map(bracketed)

/** The first line of a text that contains its own instruction. */
function bracketed(instruction: string): string {
  return `[${instruction}]\n`
}

export function withInstruction(instruction: string, text: string): string {
  return bracketed(instruction) + text
}

export function bringsInstruction(text: string): boolean {
  return openings.some(opening => text.startsWith(opening))
}
