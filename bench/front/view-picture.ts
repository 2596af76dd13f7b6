/** The example session beside its view: the beginning of both, as they are. */
import { compress } from '../../src/compress.ts'
import { formatNamed } from '../../src/formats/index.ts'
import { inspect } from '../../src/inspect.ts'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import type { Block, Message } from '../../src/types.ts'
import { exampleSession } from '../results.ts'
import { svgPicture, svgRect, svgText, type Theme } from './svg.ts'

const width = 1100
const lineHeight = 17
const shownLines = 30
const leftColumns = 52
const rightColumns = 82
const budget = '15%'

export interface PicturedView {
  readonly title: string
  readonly session: readonly string[]
  readonly view: readonly string[]
  readonly before: string
  readonly after: string
}

export async function picturedView(): Promise<PicturedView> {
  const transcript = await readTranscript(exampleSession)
  const { messages, format } = transcript
  const { messages: view, receipt } = await compress(messages, { budget, format, exactCounts: true })
  const read = formatNamed(format).read(messages)
  const shown = formatNamed(format).read(view)
  const { after } = receipt.tokens
  const { tokens: before } = inspect(transcript)
  return {
    title: 'A coding session and its view, of which every byte comes back',
    session: read.flatMap(linesOfSession).slice(0, shownLines),
    view: shown.flatMap(linesOfView).slice(0, shownLines),
    before: `the session: ${messages.length} messages, ${before.tokens.toLocaleString('en-US')} tokens`,
    after: `the view: ${after.tokens.toLocaleString('en-US')} tokens, no model call`,
  }
}

/** One line a block: what a person would see of it in a log. */
function linesOfSession({ role, blocks }: Message): readonly string[] {
  return blocks.flatMap(block => {
    const text = textOf(block).trim()
    if (text === '') return []
    const lines = text.split('\n').length
    const head =
      block.type === 'toolCall' ? `${block.name} ` : block.type === 'toolResult' ? '→ ' : `${role}: `
    const more = lines > 1 ? `  (${lines.toLocaleString('en-US')} lines)` : ''
    const room = leftColumns - head.length - more.length
    const first = (text.split('\n')[0] ?? '').replaceAll(/\s+/g, ' ')
    return [`${head}${cut(first, room)}${more}`]
  })
}

function linesOfView({ blocks }: Message): readonly string[] {
  return blocks.flatMap(block =>
    textOf(block)
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(line => cut(line.replaceAll('\t', '  '), rightColumns)),
  )
}

function textOf(block: Block): string {
  if (block.type === 'text' || block.type === 'toolResult') return block.text
  return block.type === 'toolCall' ? argumentsOf(block.text) : ''
}

function argumentsOf(json: string): string {
  const values = Object.values(JSON.parse(json) as Record<string, unknown>)
  return values.filter(value => typeof value === 'string').join(' ')
}

function cut(text: string, room: number): string {
  return text.length <= room ? text : `${text.slice(0, Math.max(0, room - 1)).trimEnd()}…`
}

export function viewPicture({ title, session, view, before, after }: PicturedView, theme: Theme): string {
  const height = 72 + shownLines * lineHeight
  const leftWidth = 424
  const rightX = 24 + leftWidth
  const column = (x: number, lines: readonly string[]): readonly string[] =>
    lines.map((line, at) =>
      svgText(x + 12, 66 + at * lineHeight, line, { fill: theme.text, size: 12, mono: true }),
    )
  return svgPicture(width, height, title, theme, [
    svgRect(12, 40, leftWidth, height - 52, theme.panel, theme.line),
    svgRect(rightX, 40, width - rightX - 12, height - 52, theme.panel, theme.line),
    svgText(16, 26, before, { fill: theme.muted, weight: 'bold' }),
    svgText(rightX + 4, 26, after, { fill: theme.accent, weight: 'bold' }),
    ...column(12, session),
    ...column(rightX, view),
  ])
}
