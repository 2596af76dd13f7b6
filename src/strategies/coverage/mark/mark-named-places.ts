/** Shows the lines that the current work names by file and number (`parser.ts:42`), where the file was read. */
import { isSamePath } from '../../../scan/actions/path-resolver.ts'
import { toolIntents } from '../../../scan/actions/tool-intents.ts'
import type { ConversationFacts } from '../facts/conversation-facts.ts'
import { requestTexts } from '../facts/view-part.ts'
import type { CandidateColumns } from '../read/candidate-columns.ts'

/** The lines of a file that a result shows. */
export interface FileReading {
  readonly path: string
  readonly message: number
  readonly first: number
  readonly end: number
}

interface NamedPlace {
  readonly path: string
  readonly line: number
}

/** Of more places, only the last ones are looked up. */
const maxPlaces = 24

/** `readings`: in order, of files that were not changed since. `show` gets the candidates. */
export function markNamedPlaces(
  facts: Pick<ConversationFacts, 'messages' | 'turns'>,
  readings: readonly FileReading[],
  candidates: CandidateColumns,
  show: (candidate: number) => void,
): void {
  if (readings.length === 0) return
  for (const { path, line } of currentWork(facts).flatMap(placesIn).slice(-maxPlaces)) {
    const at = readings
      .filter(reading => isSamePath(reading.path, path))
      .map(reading => lineAt(line, reading, candidates))
      .findLast(found => found >= 0)
    if (at === undefined) continue
    for (const near of [at - 1, at, at + 1]) if (isBeside(near, at, candidates)) show(near)
  }
}

/** Most places of a longer text, such as a plan, are not those of the next step. */
const maxRequest = 2000

/** The last request, the tasks as they were written last since, and what the agent said last. */
function currentWork({
  messages,
  turns: { lastTyped },
}: Pick<ConversationFacts, 'messages' | 'turns'>): readonly string[] {
  const blocks = messages
    .slice(lastTyped + 1)
    .flatMap(message => (message.role === 'assistant' ? message.blocks : []))
  const tasks = blocks.findLast(
    block => block.type === 'toolCall' && toolIntents(block).some(({ type }) => type === 'todo'),
  )
  const said = blocks.findLast(({ type }) => type === 'text')
  const texts = [tasks, said].flatMap(block =>
    block === undefined || block.type === 'opaque' ? [] : block.text,
  )
  const request = lastTyped < 0 ? [] : requestTexts(messages, lastTyped)
  return [...request, ...texts].filter(({ length }) => length <= maxRequest)
}

/** The candidate that shows a line; -1 if the reading does not have it. */
function lineAt(line: number, { first, end }: FileReading, { numbers, lines }: CandidateColumns): number {
  for (let at = first; at < end; at += 1) {
    const number = numbers[at] as number
    if (number >= 0 && number <= line && line < number + Math.max(1, lines[at] as number)) return at
  }
  return -1
}

const hasWord = /\w{2}/

/** Whether a line stands right beside another one of its file, and says something. */
function isBeside(near: number, at: number, { texts, numbers, sections }: CandidateColumns): boolean {
  return (
    near === at ||
    (sections[near] === sections[at] &&
      Math.abs((numbers[near] as number) - (numbers[at] as number)) === 1 &&
      hasWord.test(texts[near] as string))
  )
}

/** `parser.ts:42`, from the end of the name on. */
const place = /[\w-]\.[a-z]\w{0,7}["'`]?:(\d{1,6})(?!\w|\.\d)/gi
const inPath = /[\w@.~/\\+-]/
const maxPathLength = 200

function placesIn(text: string): readonly NamedPlace[] {
  return Array.from(text.matchAll(place), ({ 0: found, 1: line, index }) => {
    const end = index + found.search(/["'`]?:/)
    let start = index
    while (start > 0 && index - start < maxPathLength && inPath.test(text.charAt(start - 1))) start -= 1
    return { path: text.slice(start, end).replace(/^(?:@|\.\/)/, ''), line: Number(line) }
  })
}
