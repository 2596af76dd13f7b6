/** `fovea expand`: the original behind a handle. */
import { Command } from 'commander'
import { FoveaError } from '../../errors.ts'
import { expand } from '../../expand.ts'
import type { Range } from '../../store/store.ts'
import { openExistingStore, storeOption } from './open-store.ts'
import { writeResult } from './write-result.ts'

interface Flags {
  readonly lines?: Range
  readonly bytes?: Range
  readonly store?: string
}

export function expandCommand(): Command {
  return new Command('expand')
    .description('Print the original that a handle names, to the byte')
    .argument('<handle>', 'the db_… name that stands in a view')
    .option('-l, --lines <first:last>', 'only these lines, counted from 1', value =>
      parseRange('lines', value),
    )
    .option('--bytes <start:end>', 'only these bytes, counted from 0, end excluded', value =>
      parseRange('bytes', value),
    )
    .addOption(storeOption())
    .addHelpText(
      'after',
      `
Examples:
  fovea expand db_3f9a2c71d04b                the whole original
  fovea expand db_3f9a2c71d04b --lines 41:80  forty lines of it
  fovea expand db_3f9a2c71d04b#7              message 7 of those that a digest stands for
  fovea expand db_3f9a2c71d04b#constraints.2  the words behind the second rule of a ledger
  fovea expand db_3f9a2c71d04b | grep ERROR`,
    )
    .action(async (handle: string, flags: Flags) => {
      const store = openExistingStore(flags.store)
      try {
        const range = flags.lines ?? flags.bytes
        // Bytes of an original may be anything; a message of a digest and an entry of a ledger are text.
        const found = handle.includes('#') ? await expand(handle, store, range) : store.get(handle, range)
        await writeResult(found, undefined)
      } finally {
        store.close()
      }
    })
}

/** `41:80`, `41:` to the end, `:80` from the start, `41` alone. */
function parseRange(unit: 'lines' | 'bytes', value: string): Range {
  const match = /^(\d*)(?:(:)(\d*))?$/.exec(value)
  const [, from = '', colon = '', to = ''] = match ?? []
  if (from === '' && to === '')
    throw new FoveaError('invalid-option', `--${unit} ${value} is no range; write it as 41:80, 41: or :80.`)
  const least = unit === 'lines' ? 1 : 0
  const first = from === '' ? least : Number(from)
  const openEnd = colon === ':' ? Number.MAX_SAFE_INTEGER : unit === 'lines' ? first : first + 1
  const last = to === '' ? openEnd : Number(to)
  return unit === 'lines' ? { lines: [first, last] } : { bytes: [first, last] }
}
