/** Shortens one tool output before it is first shown: errors, outcomes, beginning and end stay; gaps are marked. */
import type { Receipt } from '../../receipt.ts'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { text as textOption } from '../../settings/invalid-option.ts'
import { checkNames, type NamesOf } from '../../settings/option-names.ts'
import { handleOf } from '../../tokens/handle.ts'
import { hashText } from '../../tokens/hash.ts'
import { exactCounter } from '../../tokens/tokens.ts'
import type { TokenCounter } from '../../types.ts'
import { cleanTerminal } from '../clean-terminal.ts'
import type { ContentSource } from '../content/content.ts'
import { contentReader, detectedKind } from '../content/index.ts'
import { fittedText } from '../fitted-text.ts'
import { lineTemplate } from '../pieces/shape-folds.ts'
import { type OutputUnit, outputUnits, writeExcerpt } from './output-excerpt.ts'

export interface ToolOutput {
  readonly text: string
  readonly tool?: string | undefined
  /** The shell command that printed it. */
  readonly command?: string | undefined
  /** The file or address that it shows. */
  readonly path?: string | undefined
  readonly exitCode?: number | undefined
  readonly isError?: boolean | undefined
}

export interface ReduceOutputOptions {
  /** Maximum tokens of the text. @default 4000 */
  readonly maxTokens?: number | undefined
  /** @default o200k_base, exact */
  readonly counter?: TokenCounter | undefined
  /** The handle under which the original is or will be stored. @default db_ and the first digits of its hash */
  readonly handle?: string | undefined
  /** Whether what is shaped like a credential is shown, or masked. @default 'mask' */
  readonly secrets?: 'show' | 'mask' | undefined
  /** Whether consecutive equivalent lines are counted instead of shown. @default false */
  readonly fold?: boolean | undefined
}

export interface ReducedOutput {
  readonly text: string
  readonly handle: string
  /** To be stored under its hash: the text refers to it by the handle. */
  readonly original: { readonly hash: string; readonly text: string }
  readonly tokensBefore: number
  readonly tokensAfter: number
}

/** To how many tokens an output is reduced by default. */
export const defaultOutputTokens = 4000

const reduceOutputNames: NamesOf<ReduceOutputOptions> = {
  maxTokens: true,
  counter: true,
  handle: true,
  secrets: true,
  fold: true,
}

/** `undefined`: it is small enough, or cannot be shortened. Pure; the caller stores the original. */
export function reduceOutput(
  output: ToolOutput,
  options: ReduceOutputOptions = {},
): ReducedOutput | undefined {
  checkNames(options, reduceOutputNames)
  const { exitCode } = output
  const text = textOption('output.text', output.text)
  const { maxTokens = defaultOutputTokens, counter = exactCounter(), secrets = 'mask' } = options
  const tokens = counter.count(text)
  if (tokens <= maxTokens) return undefined
  const hash = hashText(text)
  const handle = options.handle ?? handleOf(hash)
  // A final line break does not start a line.
  const printed = cleanTerminal(text).trimEnd()
  const shown = secrets === 'mask' ? maskSecrets(printed) : printed
  const source: ContentSource = { ...output, role: 'tool', kind: detectedKind(shown) }
  const units = outputUnits(contentReader(shown, source).pieces(shown, source))
  const excerpt = {
    units: options.fold ? foldedUnits(units) : units,
    lines: shown.split('\n').length,
    tokens,
    handle,
    isOriginal: text.startsWith(shown),
  }
  // The exit code, which the output itself does not contain.
  const ending = exitCode === undefined || exitCode === 0 ? '' : `[exit code ${exitCode}]\n`
  const fitted = fittedText(
    { text: shown, tokens, counter },
    characters => `${ending}${writeExcerpt(excerpt, characters - ending.length)}`,
  )(maxTokens)
  if (fitted === undefined) return undefined
  return {
    text: fitted.text,
    handle,
    original: { hash, text },
    tokensBefore: tokens,
    tokensAfter: fitted.tokens,
  }
}

type ShortenedOutput = Pick<ReducedOutput, 'handle' | 'tokensBefore' | 'tokensAfter'> & {
  /** The hash of the original. */
  readonly original: string
  readonly reason: string
}

/** The receipt of one shortened output, as of a conversation that is this one text. No strategy has run. */
export function outputReceipt(output: ShortenedOutput, { name, exact }: TokenCounter): Receipt {
  const { original, handle, reason, tokensBefore, tokensAfter } = output
  const change = { message: 0, block: 0, reducer: 'excerpt', loss: 'recoverable' } as const
  return {
    version: 2,
    strategy: 'output',
    tokens: {
      before: { tokens: tokensBefore, exact },
      after: { tokens: tokensAfter, exact },
      counter: name,
    },
    keptRatio: tokensAfter / tokensBefore,
    changes: [{ ...change, reason, original, handle, tokensBefore, tokensAfter }],
    losses: { lossless: 0, recoverable: 1, lossy: 0 },
    notes: [],
  }
}

/** A statement about fewer lines would say less than the lines. */
const minSame = 3
const minAlike = 8
/** Of lines that differ only in values, two are shown. */
const shownOfAlike = 2

interface Run {
  readonly first: number
  /** The position after its last unit. */
  readonly end: number
  readonly isSame: boolean
}

/** Folds runs of units, and updates the indices of their parents. */
function foldedUnits(units: readonly OutputUnit[]): readonly OutputUnit[] {
  const folded: OutputUnit[] = []
  const placeOf: number[] = []
  const add = (unit: OutputUnit, index: number): void => {
    placeOf[index] = folded.length
    folded.push({ ...unit, under: unit.under === undefined ? undefined : placeOf[unit.under] })
  }
  for (let index = 0; index < units.length; ) {
    const { first, end, isSame } = runAt(units, index)
    const length = end - first
    const shown = isSame ? 1 : shownOfAlike
    const isFolded = length >= (isSame ? minSame : minAlike)
    const lastShown = isFolded ? first + shown : end
    for (; index < lastShown; index += 1) add(units[index] as OutputUnit, index)
    if (!isFolded) continue
    const rest = length - shown
    for (; index < end; index += 1) placeOf[index] = folded.length
    folded.push({
      text: isSame ? `… the same line ${rest} more times` : `… ${rest} more like this`,
      lines: rest,
      value: (units[first] as OutputUnit).value,
      isStatement: true,
      under: placeOf[first],
    })
  }
  return folded
}

/** The longest run of equal lines, else of lines that differ only in values. An error is never folded with a similar one. */
function runAt(units: readonly OutputUnit[], first: number): Run {
  const { text, value } = units[first] as OutputUnit
  const endOf = (isLike: (unit: OutputUnit) => boolean): number => {
    let end = first + 1
    while (end < units.length && isPlain(units[end] as OutputUnit) && isLike(units[end] as OutputUnit))
      end += 1
    return end
  }
  if (!isPlain(units[first] as OutputUnit)) return { first, end: first + 1, isSame: true }
  const same = endOf(unit => unit.text === text)
  if (same - first >= minSame || value === 'key') return { first, end: same, isSame: true }
  const template = lineTemplate(text)
  const alike = endOf(unit => unit.value === value && lineTemplate(unit.text) === template)
  return alike - first >= minAlike
    ? { first, end: alike, isSame: false }
    : { first, end: first + 1, isSame: true }
}

function isPlain({ text, lines, isStatement, under }: OutputUnit): boolean {
  return !isStatement && lines === 1 && under === undefined && text.trim() !== ''
}
