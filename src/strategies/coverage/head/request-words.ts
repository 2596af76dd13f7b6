/** The first words of a request, to the letter: ` "Mend the parser …"`, ` "Implement this plan:" "# Plan: read once"`. */
import { wordCut } from '../../../scan/word-cut.ts'
import type { Message } from '../../../types.ts'
import { splitByAuthor } from '../facts/split-by-author.ts'
import { requestTexts } from '../facts/view-part.ts'

/** A path or an address at the beginning, which takes the room of the words behind it. */
const leadingPath = /^\S{25,1000}\s{1,8}(?=\S)/
/** A line that says no more than what comes: `Implement the following plan:` */
const leadIn = /^.{1,60}:$/

/** What a person typed comes before what they pasted; a command is shown as it was typed. */
export function saidIn(messages: readonly Message[], message: number): string {
  const blocks = messages[message]?.blocks ?? []
  const parts = blocks.flatMap((block, index) =>
    block.type === 'text' ? splitByAuthor(messages, { message, block: index }, block) : [],
  )
  const said = parts.filter(({ author, text }) => author === 'user' && text.trim() !== '')
  const typed = said.filter(({ isPasted }) => isPasted !== true)
  const shown = (typed.length > 0 ? typed : said).map(({ text }) => text)
  return (shown.length > 0 ? shown : requestTexts(messages, message)).join('\n')
}

export function requestWords(said: string, maxLength: number): string {
  const [first = '', ...rest] = said.trim().split('\n', maxLines)
  const next = leadIn.test(first.trimEnd()) ? rest.find(line => line.trim() !== '') : undefined
  return [first, ...(next === undefined ? [] : [next.trim()])].map(line => quoted(line, maxLength)).join('')
}

const maxLines = 4

function quoted(text: string, maxLength: number): string {
  const isLong = text.length > maxLength
  const line = isLong ? text.replace(leadingPath, '… ') : text
  const words = wordCut(line, maxLength).trimEnd()
  return words === '' ? '' : ` "${words}${words.length < line.trimEnd().length ? ' …' : ''}"`
}
