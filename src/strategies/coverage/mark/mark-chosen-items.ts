/** Shows the items of earlier answers that a person names in a message, also in one that stays as it is. */
import type { Block, Message } from '../../../types.ts'
import { requestTexts } from '../facts/view-part.ts'
import { type ChoosableItems, choosableItems } from './choosable-items.ts'
import { answeredNumbers, namedNumbers } from './named-numbers.ts'

/** Lines of a replaced answer among the candidates. */
export interface AnswerLines {
  readonly message: number
  readonly first: number
  readonly end: number
}

interface ReplacedTalk {
  readonly answers: readonly AnswerLines[]
  /** Of all candidates. */
  readonly texts: readonly string[]
  readonly isReplaced: (message: number) => boolean
}

interface Answer {
  /** Its first candidate; `undefined` if it stays as it is. */
  readonly first?: number
  readonly items: ChoosableItems
}

/** A number that none of so many answers has is no item. */
const maxAnswers = 200

/** `show` gets the candidates. */
export function markChosenItems(
  messages: readonly Message[],
  { answers, texts, isReplaced }: ReplacedTalk,
  show: (candidate: number) => void,
): void {
  const byMessage = Map.groupBy(answers, ({ message }) => message)
  const before: Answer[] = []
  for (const [at, { role, blocks }] of messages.entries()) {
    if (role === 'user') {
      const wholeTexts = new Set(isReplaced(at) ? blocks.flatMap(textOf) : [])
      for (const reply of requestTexts(messages, at)) {
        const { first, positions } = chosenOf(reply, before, wholeTexts.has(reply))
        if (first !== undefined) for (const position of positions) show(first + position)
      }
      continue
    }
    const replaced = byMessage.get(at)
    if (replaced !== undefined)
      for (const { first, end } of replaced)
        before.push({ first, items: choosableItems(() => texts.slice(first, end)) })
    else if (role === 'assistant')
      for (const text of blocks.flatMap(textOf))
        before.push({ items: choosableItems(() => text.split('\n')) })
  }
}

function textOf(block: Block): readonly string[] {
  return block.type === 'text' ? [block.text] : []
}

interface Chosen {
  readonly first?: number | undefined
  readonly positions: readonly number[]
}

/** Items of the last answer, or else of the newest that has all of them. `mayUseWords`: else numbers alone count. */
function chosenOf(reply: string, before: readonly Answer[], mayUseWords: boolean): Chosen {
  const last = before.at(-1)
  if (last === undefined) return { positions: [] }
  const answers = answeredNumbers(reply)
  // Work on something else may come between the questions and the answers.
  for (const { first, items } of answers.length === 0 ? [] : before.slice(-maxAnswers).reverse()) {
    const answered = items.byAnsweredNumbers(answers)
    if (answered.length > 0) return { first, positions: answered }
  }
  const numbers = namedNumbers(reply)
  const positions = last.items.byNumber(numbers)
  if (positions.length > 0) return { first: last.first, positions }
  for (const { first, items } of numbers.length === 0 ? [] : before.slice(-maxAnswers, -1).reverse()) {
    const earlier = items.byEveryNumber(numbers)
    if (earlier.length > 0) return { first, positions: earlier }
  }
  return { first: last.first, positions: mayUseWords ? last.items.byWords(reply) : [] }
}
