/** `fovea expand`: the original behind a handle. */
import { Command, Option } from 'commander'
import { optionError } from '../../errors.ts'
import { expand, expandIndex, type IndexEntry } from '../../expand.ts'
import { cutRange } from '../../store/cut-range.ts'
import type { Range } from '../../store/store.ts'
import { toBytes } from '../../tokens/bytes.ts'
import { storeFlag } from '../hooks/store-flag.ts'
import { formatCount } from './format-number.ts'
import { storeOption, withStore } from './open-store.ts'
import { programName } from './program-name.ts'
import { terminalLine, textTable } from './text-table.ts'
import { writeResult } from './write-result.ts'

interface Flags {
  readonly lines?: Range
  readonly bytes?: Range
  readonly store?: string
}

export function expandCommand(): Command {
  return new Command('expand')
    .description('Print the original that a handle names, to the byte')
    .argument('<handle>', 'the db_… name in a view')
    .option('-l, --lines <first:last>', 'only these lines, counted from 1', value =>
      parseRange('lines', value),
    )
    .addOption(
      new Option('--bytes <start:end>', 'only these bytes, counted from 0, end excluded')
        .argParser(value => parseRange('bytes', value))
        .conflicts('lines'),
    )
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea expand db_3f9a2c71d04b                the whole original
  fovea expand db_3f9a2c71d04b --lines 41:80  forty lines of it
  fovea expand db_3f9a2c71d04b#7              message 7 of those that a digest replaces
  fovea expand db_3f9a2c71d04b#constraints.2  the words behind the second rule of a ledger
  fovea expand db_3f9a2c71d04b | grep ERROR`,
    )
    .action((handle: string, flags: Flags) =>
      withStore(flags.store, async store => {
        const range = flags.lines ?? flags.bytes
        // An original may be any bytes; a message of a digest and an entry of a ledger are text.
        const index =
          flags.bytes === undefined && !handle.includes('#') ? await expandIndex(handle, store) : undefined
        if (index !== undefined) {
          const list = toBytes(describeIndex(handle, index, flags.store))
          return writeResult(range === undefined ? list : cutRange(list, range), undefined)
        }
        const found = handle.includes('#') ? await expand(handle, store, range) : store.get(handle, range)
        await writeResult(found, undefined)
      }),
    )
}

const maxWords = 60

/** An index has no text of its own: shows what it leads to, and how to expand one entry. */
function describeIndex(handle: string, entries: readonly IndexEntry[], store: string | undefined): string {
  const example = entries.at(-1)?.number ?? 1
  const rows = entries.map(({ number, message }) => [
    { right: `#${number}` },
    roleIn(message),
    terminalLine(firstWords(message), maxWords),
  ])
  return `${handle} leads to ${formatCount(entries.length, 'message')} that left the view; one of them: ${programName()} expand ${handle}#${example}${storeFlag(store)}\n${textTable(rows)}`
}

function roleIn(message: unknown): string {
  const { role, type } = (message ?? {}) as { readonly role?: unknown; readonly type?: unknown }
  return typeof role === 'string' ? role : typeof type === 'string' ? type : ''
}

/** Keys of texts, calls and results in the formats of providers. */
const textKeys = 'content text parts input output arguments name tool_calls function'.split(' ')

function firstWords(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  const values = Array.isArray(value)
    ? value
    : textKeys.map(key => (value as Readonly<Record<string, unknown>>)[key])
  for (const each of values) {
    const words = firstWords(each)
    if (words.trim() !== '') return words
  }
  return ''
}

/** `41:80`, `41:` to the end, `:80` from the start, `41` alone. */
function parseRange(unit: 'lines' | 'bytes', value: string): Range {
  const match = /^(\d*)(?:(:)(\d*))?$/.exec(value)
  const [, from = '', colon = '', to = ''] = match ?? []
  if (from === '' && to === '')
    throw optionError(`--${unit} ${value} is no range; write it as 41:80, 41: or :80.`)
  const minStart = unit === 'lines' ? 1 : 0
  const first = from === '' ? minStart : Number(from)
  const openEnd = colon === ':' ? Number.MAX_SAFE_INTEGER : unit === 'lines' ? first : first + 1
  const last = to === '' ? openEnd : Number(to)
  return unit === 'lines' ? { lines: [first, last] } : { bytes: [first, last] }
}
