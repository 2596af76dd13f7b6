/** The parts of one turn of a SpecStory history: what was said, thought, and done with tools. */

export interface TurnPart {
  readonly type: 'text' | 'thinking' | 'tool'
  readonly text: string
}

const thought = '<think><details><summary>Thought Process</summary>'
const thoughtEnd = '</details></think>'

/** Follows the lines of a turn into a thought or a tool, past the tools that an output quotes. */
export class OpenPart {
  #isThought = false
  #tools = 0

  get isOpen(): boolean {
    return this.#isThought || this.#tools > 0
  }

  follow(line: string): void {
    if (!this.isOpen) this.#isThought = line.startsWith('<think><details>')
    if (this.#isThought) this.#isThought = !line.endsWith(thoughtEnd)
    else if (line.startsWith('<tool-use ')) this.#tools += 1
    else if (this.#tools > 0 && (line === '</details></tool-use>' || line === '</tool-use>')) this.#tools -= 1
  }
}

/** In order. All that a user says is text. */
export function turnParts(lines: readonly string[], isUser: boolean): readonly TurnPart[] {
  const parts: TurnPart[] = []
  let from = 0
  const addText = (to: number): void => {
    const text = withoutRules(lines.slice(from, to)).join('\n')
    if (text !== '') parts.push({ type: 'text', text })
  }
  for (let at = 0; at < lines.length && !isUser; at += 1) {
    const end = endOfPart(lines, at)
    if (end === at) continue
    addText(at)
    parts.push(partOf(lines.slice(at, end).join('\n')))
    from = end
    at = end - 1
  }
  addText(lines.length)
  return parts
}

/** After the part that begins at a line, or after the last line where it is never closed; `start` where none begins. */
function endOfPart(lines: readonly string[], start: number): number {
  if (!/^<(?:tool-use |think><details>)/.test(lines[start] as string)) return start
  const part = new OpenPart()
  let end = start
  do part.follow(lines[end++] as string)
  while (part.isOpen && end < lines.length)
  return end
}

function partOf(text: string): TurnPart {
  if (!text.startsWith('<think>')) return { type: 'tool', text }
  const from = text.startsWith(thought) ? thought.length : 0
  const to = text.length - (text.endsWith(thoughtEnd) ? thoughtEnd.length : 0)
  return { type: 'thinking', text: text.slice(from, to).trim() }
}

/** Turns and the parts of some are separated by blank lines and rules. */
function withoutRules(lines: readonly string[]): readonly string[] {
  const isBetween = (line: string): boolean => line.trim() === '' || line === '---'
  const first = lines.findIndex(line => !isBetween(line))
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => !isBetween(line)) + 1)
}
