/** How a raw value reads as text, and whether an edit of that text can be put back in its place. */
import type { Media, Path } from '../types.ts'
import { faithfulJson } from './faithful-json.ts'
import { jsonText } from './raw-value.ts'

export interface LocatedText {
  readonly text: string
  readonly media: Media
  readonly path?: Path
}

/** Strings read as themselves, JSON as its text; what JSON cannot carry is read and never edited. */
export function locateText(value: unknown, path: Path): LocatedText {
  if (typeof value === 'string') return { text: value, media: 'text', path }
  const json = faithfulJson(value)
  return json === undefined
    ? { text: jsonText(value) ?? '', media: 'json' }
    : { text: json, media: 'json', path }
}

/** A call may leave its arguments out, which means none. */
export function locateArguments(value: unknown, path: Path): LocatedText {
  return value === undefined || value === null ? { text: '{}', media: 'json' } : locateText(value, path)
}

/** The same text, never to be edited. */
export function fixText({ text, media }: LocatedText): LocatedText {
  return { text, media }
}
