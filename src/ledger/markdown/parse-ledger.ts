/** A ledger from its own printed form: what is shown comes back to the letter, without its lineage. */
import { FoveaError } from '../../errors.ts'
import { type Fact, type Ledger, sectionTitles } from '../ledger.ts'
import { buildLedger } from '../settle/build-ledger.ts'
import { lineFacts } from './line-facts.ts'
import { ownLine } from './line-text.ts'
import { rootIn } from './root-line.ts'

/** Earlier versions count from 0, and do not say so. */
const heading = /^# Session ledger \((\d{1,15}) messages(, from #1)?\)$/
const moreLine = /^\[(\d{1,15}) more(?:, stored: db_[0-9a-f]{12,64})?\]$/
/** `[left out: Errors 4, Next Steps 1]` */
const leftOutLine = /^\[left out: (.* \d{1,15})\]$/
const names: ReadonlyMap<string, string> = new Map(
  Object.entries(sectionTitles).map(([name, title]) => [title, name]),
)

export function parseLedger(markdown: string): Ledger {
  const lines = markdown.split('\n')
  const [, turns, fromOne] = heading.exec(lines[0] ?? '') ?? []
  const firstNumber = fromOne === undefined ? 0 : 1
  if (turns === undefined) throw broken(1, 'It does not begin with “# Session ledger (N messages)”.')
  const facts: Fact[] = []
  const omitted: Record<string, number> = {}
  const custom: string[] = []
  let section: string | undefined
  let root: string | undefined
  for (let at = 1; at < lines.length; ) {
    const line = lines[at] as string
    const end = rowEnd(lines, at)
    const more = moreLine.exec(line)?.[1]
    const leftOut = leftOutLine.exec(line)?.[1]
    if (line.startsWith('## ')) {
      section = names.get(line.slice(3)) ?? line.slice(3)
      if (!names.has(line.slice(3))) custom.push(section)
    } else if (leftOut !== undefined) {
      for (const entry of leftOut.split(', ')) {
        const space = entry.lastIndexOf(' ')
        const title = entry.slice(0, space)
        omitted[names.get(title) ?? title] = Number(entry.slice(space + 1))
      }
    } else if (section === 'files' && rootIn(line) !== undefined) root = rootIn(line)
    else if (section !== undefined && more !== undefined) omitted[section] = Number(more)
    else if (section !== undefined && line.startsWith('- ')) {
      const found = lineFacts(section, lines.slice(at, end), at, { root, firstNumber })
      if (found === undefined)
        throw broken(at + 1, `No row of the section “${section}” reads so: ${line.slice(0, 80)}`)
      facts.push(...found)
    } else if (line !== '' && line !== 'none')
      throw broken(at + 1, `It belongs to no row: ${line.slice(0, 80)}`)
    at = line.startsWith('- ') ? end : at + 1
  }
  return buildLedger(facts, { turns: Number(turns), custom, omitted })
}

/** A row continues until another element of the ledger begins. */
function rowEnd(lines: readonly string[], at: number): number {
  let end = at + 1
  while (end < lines.length && !ownLine.test(lines[end] as string)) end += 1
  return end
}

function broken(line: number, why: string): FoveaError {
  return new FoveaError('corrupt', `Line ${line} of the ledger cannot be read. ${why}`, { place: { line } })
}
