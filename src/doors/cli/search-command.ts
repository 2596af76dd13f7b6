/** `fovea search`: words in the originals. */
import { Command } from 'commander'
import type { SearchHit, SyncStore } from '../../store/store.ts'
import { toText } from '../../tokens/bytes.ts'
import { jsonValue } from '../../tokens/json-value.ts'
import { exitCodes } from './exit-codes.ts'
import { storeOption, withStore } from './open-store.ts'
import { formatNumber, oneLine, table, terminalWidth } from './text-table.ts'
import { jsonText } from './write-result.ts'

interface Flags {
  readonly limit: number
  readonly session?: string
  readonly json?: boolean
  readonly store?: string
}

export function searchCommand(): Command {
  return new Command('search')
    .description('Find words in everything that was ever replaced')
    .argument('<query...>', 'all words must occur; any text is fine: code, paths, Chinese')
    .option('-n, --limit <number>', 'most results', Number, 20)
    .option('--session <id>', 'only originals of this session')
    .option('--json', 'print the results as JSON')
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea search ECONNREFUSED
  fovea search auth_token.ts refresh --limit 5
  fovea expand db_3f9a2c71d04b --lines 210:230     then look around the line`,
    )
    .action((words: string[], flags: Flags) =>
      withStore(flags.store, store => {
        const { limit, session } = flags
        const hits = store.search(words.join(' '), { limit, ...(session === undefined ? {} : { session }) })
        if (flags.json) process.stdout.write(jsonText(hits))
        else if (hits.length === 0) process.stderr.write('Nothing found.\n')
        else
          process.stdout.write(
            table(
              hits.map(hit => {
                const { handle, line, snippet } = placeOf(hit, words, store)
                const place = `line ${formatNumber(line)}`
                const room = Math.max(minSnippet, columns() - widest(hits) - place.length - 4)
                return [handle, { right: place }, oneLine(snippet, room)]
              }),
              '',
            ),
          )
        if (hits.length === 0) process.exitCode = exitCodes.failure
      }),
    )
}

const minSnippet = 24
const usualColumns = 80

function columns(): number {
  return terminalWidth() ?? usualColumns
}

/** Handles of messages get a number behind them. */
function widest(hits: readonly SearchHit[]): number {
  return Math.max(...hits.map(({ handle }) => handle.length)) + 5
}

/** As `fovea expand` takes it: of several messages the one that holds the words, and the line in it. */
function placeOf(hit: SearchHit, words: readonly string[], store: SyncStore): SearchHit {
  const messages = messagesIn(toText(store.get(hit.handle)))
  const wanted = words.join(' ').toLowerCase().split(/\s+/)
  for (const [index, message] of messages.entries()) {
    const lines = jsonText(message).split('\n')
    const best = lines.findIndex(line => wanted.every(word => line.toLowerCase().includes(word)))
    if (best >= 0)
      return {
        ...hit,
        handle: `${hit.handle}#${index + 1}`,
        line: best + 1,
        snippet: (lines[best] ?? '').trim(),
      }
  }
  return hit
}

function messagesIn(text: string): readonly unknown[] {
  const value = text.startsWith('[{') ? jsonValue(text) : undefined
  return Array.isArray(value) ? value : []
}
