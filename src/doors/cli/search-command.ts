/** `fovea search`: words in the originals. */
import { Command } from 'commander'
import { exitCodes } from './exit-codes.ts'
import { openExistingStore, storeOption } from './open-store.ts'
import { formatNumber, oneLine, table } from './text-table.ts'
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
    .action((words: string[], flags: Flags) => {
      const store = openExistingStore(flags.store)
      try {
        const { limit, session } = flags
        const hits = store.search(words.join(' '), { limit, ...(session === undefined ? {} : { session }) })
        if (flags.json) process.stdout.write(jsonText(hits))
        else if (hits.length === 0) process.stderr.write('Nothing found.\n')
        else
          process.stdout.write(
            table(
              hits.map(hit => [
                hit.handle,
                { right: `line ${formatNumber(hit.line)}` },
                oneLine(hit.snippet, 160),
              ]),
              '',
            ),
          )
        if (hits.length === 0) process.exitCode = exitCodes.failure
      } finally {
        store.close()
      }
    })
}
