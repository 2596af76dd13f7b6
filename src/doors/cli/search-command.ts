/** `fovea search`: finds words in the originals. */
import { Command } from 'commander'
import { maskSecrets } from '../../scan/secrets/secrets.ts'
import { closestPassage, matchSnippet } from '../../store/search-originals.ts'
import { type SearchWords, searchQuery } from '../../store/search-query.ts'
import { foldText } from '../../store/search-text.ts'
import type { SearchHit, SyncStore } from '../../store/store.ts'
import { toText } from '../../tokens/bytes.ts'
import { jsonValue } from '../../tokens/json-value.ts'
import { exitCodes } from './exit-codes.ts'
import { countOption } from './number-option.ts'
import { storeOption, withStore } from './open-store.ts'
import { type Cell, terminalWidth, textTable } from './text-table.ts'
import { indentedJson } from './write-result.ts'

interface Flags {
  readonly limit: number
  readonly session?: string
  readonly json?: boolean
  readonly store?: string
}

export function searchCommand(): Command {
  return new Command('search')
    .description('Find words in everything that was ever replaced')
    .argument(
      '<query...>',
      'all words must occur in the first MiB of an original; any text is fine: code, paths, Chinese',
    )
    .option('-n, --limit <number>', 'most results', countOption('--limit'), 20)
    .option('--session <id>', 'only originals of this session')
    .option('--json', 'print the results as JSON')
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea search ECONNREFUSED
  fovea search auth_token.ts refresh --limit 5
  fovea search -- --no-verify                      words that begin with a dash
  fovea expand db_3f9a2c71d04b --lines 210:230     then look around the line`,
    )
    .action((words: string[], flags: Flags) =>
      withStore(flags.store, store => {
        const { limit, session } = flags
        const hits = store.search(words.join(' '), { limit, ...(session === undefined ? {} : { session }) })
        const wanted = searchQuery(words.join(' '))
        if (flags.json) process.stdout.write(indentedJson(hits))
        else if (hits.length === 0) process.stderr.write('Nothing found.\n')
        else process.stdout.write(textTable(rowsOf(hits.map(hit => placeOf(hit, wanted, store))), ''))
        if (hits.length === 0) process.exitCode = exitCodes.failure
      }),
    )
}

const minSnippet = 24
const usualColumns = 80

/** The last column takes the width that the others leave. */
function rowsOf(places: readonly Place[]): readonly (readonly Cell[])[] {
  // In the form that `expand --lines` takes, without separators.
  const lines = places.map(({ line }) => `line ${line}`)
  const taken = maxWidth(places.map(({ handle }) => handle)) + maxWidth(lines) + 4
  const room = Math.max(minSnippet, (terminalWidth() ?? usualColumns) - taken)
  return places.map(({ handle, text, position }, index) => [
    handle,
    { right: lines[index] as string },
    matchSnippet(text, position, room),
  ])
}

function maxWidth(texts: readonly string[]): number {
  return Math.max(...texts.map(({ length }) => length))
}

interface Place {
  readonly handle: string
  readonly line: number
  /** The text that contains the line, and the position of the words in it. */
  readonly text: string
  readonly position: number
}

/** A place in the form that `fovea expand` takes: the message in which the words are closest together, and the line in it. */
function placeOf(hit: SearchHit, words: SearchWords, store: SyncStore): Place {
  const { handle, line, snippet: text } = hit
  const places = messagesIn(toText(store.get(handle))).flatMap((message, index) => {
    const masked = maskSecrets(indentedJson(message))
    const passage = closestPassage(foldText(masked), words)
    return passage === undefined ? [] : [{ handle: `${handle}#${index + 1}`, text: masked, ...passage }]
  })
  const { position = 0 } = closestPassage(foldText(text), words) ?? {}
  return places.reduce<Place & { readonly closeness: number }>(
    (best, place) => (place.closeness > best.closeness ? place : best),
    { handle, line, text, position, closeness: 0 },
  )
}

function messagesIn(text: string): readonly unknown[] {
  const value = text.startsWith('[{') ? jsonValue(text) : undefined
  return Array.isArray(value) ? value : []
}
