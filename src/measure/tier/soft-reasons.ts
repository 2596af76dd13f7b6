/** What a summary had better not lose, as data: noted of a text, and no ground to freeze it. */
import { longRuns } from '../../scan/long-runs.ts'

export type SoftReason =
  | 'url'
  | 'email'
  | 'phone'
  | 'version_number'
  | 'hash_or_sha'
  | 'file_path'
  | 'ip_or_semver'
  | 'quoted_key'
  | 'legal_term'
  | 'direct_quote'
  | 'numeric_with_units'

export interface SoftDetector {
  readonly reason: SoftReason
  readonly why: string
  /** Contract: linear. */
  detect(text: string): boolean
}

/** Patterns hold bounded repetitions only, or begin where a run of their characters begins. */
const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text)

/** Tries a sticky pattern at each place where `anchor` is. */
const matchesAround =
  (anchor: string, pattern: RegExp) =>
  (text: string): boolean => {
    for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1)) {
      pattern.lastIndex = at
      if (pattern.test(text)) return true
    }
    return false
  }

const sha = /^(?:[0-9a-f]{40,64}|[0-9A-F]{40,64})$/
const wordCharacters = Uint8Array.from({ length: 0x80 }, (_, unit) =>
  /\w/.test(String.fromCharCode(unit)) ? 1 : 0,
)

export const softDetectors: readonly SoftDetector[] = [
  {
    reason: 'url',
    why: 'an address works to the letter or not at all',
    detect: matchesAround('://', /(?<=[A-Za-z][A-Za-z0-9+.-]{0,20}):\/\/[^\s<>"'`]/y),
  },
  {
    reason: 'email',
    why: 'an address, as a URL is',
    detect: matchesAround(
      '@',
      /(?<=[\w.+%-])@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,6}\.[A-Za-z]{2,24}\b/y,
    ),
  },
  {
    reason: 'phone',
    why: 'one wrong digit calls someone else',
    detect: matches(
      /(?<![\w.+/-])(?:\+\d{1,3}[ .-]?)?(?:\(\d{2,4}\) ?|\d{2,4}[ .-])\d{3,4}[ .-]\d{3,4}(?![\w.-]\w|\w)/,
    ),
  },
  {
    reason: 'version_number',
    why: 'a version is the difference between working and not',
    detect: matches(/\b[vV](?:ersion )?\d{1,5}(?:\.\d{1,5}){1,3}\b|\b\d{1,5}\.\d{1,5}\.\d{1,6}(?!\.?\d)/),
  },
  {
    reason: 'hash_or_sha',
    why: 'a hash names one thing, to the digit',
    detect: text =>
      longRuns(text, wordCharacters, 40).some(({ start, end }) => sha.test(text.slice(start, end))),
  },
  {
    reason: 'file_path',
    why: 'the next step is likely to open it',
    detect: matchesAround(
      '/',
      /(?<=[\w.~-]|(?:^|[\s"'`(]))\/[\w.@-]{1,100}(?:\/[\w.@-]|(?<=\.[A-Za-z]{1,5})(?![\w.]))/y,
    ),
  },
  {
    reason: 'ip_or_semver',
    why: 'an address or a version, to the digit',
    detect: matches(/(?<![\d.])\d{1,5}\.\d{1,5}\.\d{1,6}(?:\.\d{1,3})?(?!\d)/),
  },
  {
    reason: 'quoted_key',
    why: 'the name of a field',
    detect: matches(/["'][\w.$-]{1,60}["'] ?:/),
  },
  {
    reason: 'legal_term',
    why: 'its wording is its effect',
    detect: matches(
      /(?<![A-Za-z])(?:[Hh]ere(?:by|in|of|under)|[Ww]hereas|[Ii]ndemnif|[Ll]iabilit(?:y|ies)|[Nn]otwithstanding|[Pp]ursuant to|[Ff]orce majeure|[Gg]overning law|[Ww]arrant(?:y|ies)|[Ss]hall (?:not|be))/,
    ),
  },
  {
    reason: 'direct_quote',
    why: 'someone said it so',
    detect: matches(/["“«][^"“”«»\n]{10,400}["”»]/),
  },
  {
    reason: 'numeric_with_units',
    why: 'a measurement',
    detect: matches(
      /\b\d{1,15}(?:[.,]\d{1,6})? ?(?:%|°C|°F|[nµm]?s\b|secs?\b|seconds?\b|min\b|minutes?\b|h\b|hours?\b|days?\b|weeks?\b|months?\b|years?\b|[kKMGTP]i?[Bb]\b|bytes?\b|[kcm]?m\b|[km]?g\b|k?Hz\b|[MG]Hz\b|px\b|[kM]?W\b|tokens?\b|req\/s|rpm\b|[€$£]|USD\b|EUR\b)/,
    ),
  },
]
