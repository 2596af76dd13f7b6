/** The store: whether it is there, opens, and what it holds. */
import { openStore, shownAddress, storeExists } from '../../../store/index.ts'
import { describeError } from '../describe-error.ts'
import { formatBytes, formatCount, formatNumber } from '../text-table.ts'
import { typedCommand } from '../typed-command.ts'
import type { Finding } from './finding.ts'

export function storeFindings(path: string): readonly Finding[] {
  const about = 'store'
  if (!storeExists(path))
    return [
      {
        state: 'note',
        about,
        sentence: `there is none at ${shownAddress(path)} yet; the first compression makes it.`,
      },
    ]
  try {
    const store = openStore(path)
    try {
      const { originals, storedBytes, tokensSaved } = store.stats()
      return [
        {
          state: 'ok',
          about,
          sentence: `${shownAddress(path)} holds ${formatCount(originals, 'original')} in ${formatBytes(storedBytes)} and has saved ${formatNumber(tokensSaved)} tokens; "${typedCommand()} store purge" forgets, "${typedCommand()} store verify" checks each.`,
        },
      ]
    } finally {
      store.close()
    }
  } catch (error) {
    return [
      { state: 'wrong', about, sentence: `${shownAddress(path)} cannot be used: ${describeError(error)}` },
    ]
  }
}
