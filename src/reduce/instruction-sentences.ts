/** The sentences of instructions, each on the lines that its author wrote it on. */
import { linesInFences } from '../scan/fenced-lines.ts'
import { isWrappedLine } from '../scan/is-wrapped-line.ts'
import { numberedLines } from './content/file/numbered-lines.ts'

/** Longer lines are left out: the reader can expand the handle. */
export const maxSentenceLine = 400

/** A sentence without line numbers. */
export interface InstructionSentence {
  /** With the line breaks of its author. */
  readonly shown: string
  /** On one line. */
  readonly own: string
  readonly lines: number
  /** A line of code or a command. */
  readonly isFenced: boolean
}

export function instructionSentences(lines: readonly string[]): readonly InstructionSentence[] {
  const lengths = numberedLines(lines)?.lengths
  const sentences: InstructionSentence[] = []
  const texts = lines.map((shown, at) => shown.slice(lengths?.[at] ?? 0))
  const fenced = linesInFences(texts)
  let last = ''
  texts.forEach((own, at) => {
    const isFenced = fenced.has(at)
    const before = sentences.at(-1)
    const isRest =
      before !== undefined &&
      own.trim() !== '' &&
      isWrappedLine(last, own) &&
      before.own.length + own.length < maxSentenceLine
    if (isRest)
      sentences[sentences.length - 1] = {
        shown: `${before.shown}\n${own}`,
        own: `${before.own} ${own.trim()}`,
        lines: before.lines + 1,
        isFenced,
      }
    else sentences.push({ shown: own, own, lines: 1, isFenced })
    last = own
  })
  return sentences
}
