/** A question with options whose answer stands in the same text, as some hosts write down what a person chose. */
import { isListItem } from '../facts/line-forms.ts'

/** `**Answer:** Keep both`, `Antwort: Keep both` */
const answerLine = /^\s{0,4}\*{0,2}(?:user['’]s )?(?:answers?|antwort(?:en)?)\*{0,2}:\*{0,2} {0,4}(?=\S)/i
const questionEnd = /[?？][*_\s]{0,6}$/
/** `- **Keep both (Recommended)** - It costs little.`: up to where it is explained. */
const label = /^\s{0,8}(?:[-*+•]|\d{1,2}[.)]) +(?:\*\*([^*\n]{1,120})\*\*|([^\n]{1,120}?)(?= [-–—] |: |$))/
const remark = /\s{0,4}\((?:recommended|empfohlen|default)\)\s{0,4}$/i
/** More lines below an answer are a preview of what was chosen. */
const maxAnswer = 10
/** A shorter label may be part of any word. */
const minLabel = 3

interface AnsweredOptions {
  /** Questions, chosen options and answers. */
  readonly answers: readonly number[]
  /** Options that were not chosen, where others were. */
  readonly declined: readonly number[]
}

/** Positions in `lines`. `isRest`: a line that continues the one before it. */
export function answeredOptions(
  lines: readonly string[],
  isRest: (at: number) => boolean = () => false,
): AnsweredOptions {
  const answers: number[] = []
  const declined: number[] = []
  let from = 0
  for (const [at, line] of lines.entries()) {
    if (!answerLine.test(line)) continue
    const answer = [at, ...answerBelow(at)]
    const said = answer.map(index => (lines[index] as string).toLowerCase()).join('\n')
    const above = Array.from({ length: at - from }, (_, index) => from + index)
    const options = above.filter(index => isListItem(lines[index] as string) && !isRest(index))
    from = at + 1
    const [first] = options
    if (first === undefined) continue
    const isOption = new Set(options)
    const chosen = options.filter(index => said.includes(nameOf(lines[index] as string)))
    const isChosen = new Set(chosen)
    answers.push(
      ...above.filter(index => !isOption.has(index) && isQuestion(index, first, options)),
      ...chosen,
      ...answer.filter(index => index === at || chosen.some(option => hasName(index, option))),
    )
    if (chosen.length > 0) declined.push(...options.filter(index => !isChosen.has(index)).flatMap(whole))
  }
  return { answers: answers.sort((one, other) => one - other), declined }

  /** Answers to several questions may stand in several lines. */
  function answerBelow(at: number): readonly number[] {
    const below = Array.from(
      { length: Math.min(maxAnswer, lines.length - at - 1) },
      (_, index) => at + 1 + index,
    )
    const end = below.findIndex(
      index => isListItem(lines[index] as string) || questionEnd.test(lines[index] as string),
    )
    return end < 0 ? below : below.slice(0, end)
  }

  function hasName(at: number, option: number): boolean {
    return (lines[at] as string).toLowerCase().includes(nameOf(lines[option] as string))
  }

  /** The last one above the options, or one between them. */
  function isQuestion(at: number, first: number, options: readonly number[]): boolean {
    if (!questionEnd.test(lines[at] as string)) return false
    if (at > first) return !isRest(at) && at < (options.at(-1) as number)
    return !lines.slice(at + 1, first).some(other => questionEnd.test(other))
  }

  function whole(option: number): readonly number[] {
    const positions = [option]
    for (let at = option + 1; at < lines.length && isRest(at); at += 1) positions.push(at)
    return positions
  }
}

/** In lower case; of an option that has none, what no answer says. */
function nameOf(option: string): string {
  const [, bold, plain] = label.exec(option) ?? []
  const name = (bold ?? plain ?? '').replace(remark, '').trim().toLowerCase()
  return name.length >= minLabel ? name : '\n\n'
}
