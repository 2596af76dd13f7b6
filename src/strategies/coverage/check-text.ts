/** What a view says of one check. */
import type { Row } from '../../ledger/ledger.ts'
import { echoedScript } from '../../scan/actions/echoed-script.ts'
import { cutLine } from './cut-line.ts'
import { baseName, nameFrom } from './digest/common-root.ts'
import { isChangedFile } from './is-changed-file.ts'

/** `npm test failed #12: 3 failed; 2 files changed since`. */
export function checkText(row: Row, number: string, rows: readonly Row[], root: string | undefined): string {
  const { key, state, value, note } = row
  // Of what passed a count says enough.
  const written = value.split('\n')
  const lines = written.filter(line => echoedScript(line) === undefined)
  const said = state === 'passed' ? lines.find(line => count.test(line)) : lines.join(' | ')
  const result = said === undefined || said === '' ? '' : `: ${cutLine(said, state === 'passed' ? 60 : 200)}`
  const changed = note === undefined ? '' : ` (${changedSince(note, row, rows, root)})`
  const ran = written.map(echoedScript).find(command => command !== undefined && !key.includes(command))
  const called = ran === undefined ? '' : ` (${ran})`
  return `\`${cutLine(key, 100)}\`${called} ${state} ${number}${result}${changed}`
}

/** `1 file changed since: a.ts` → `src/a.ts changed since`; of several files, or where it is not clear which, how many. */
function changedSince(note: string, check: Row, rows: readonly Row[], root: string | undefined): string {
  const [count = '', name = ''] = note.split(': ', 2)
  if (!count.startsWith('1 ') || name === '') return count
  const files = rows.filter(
    row => isChangedFile(row) && row.last > check.last && baseName(row.key) === baseName(name),
  )
  const [file] = files
  if (file === undefined) return `${baseName(name)} changed since`
  return files.length === 1 ? `${nameFrom(file.key, root)} changed since` : count
}

const count = /\b\d{1,7} (\w{1,12} )?(?:passed|passing|pass|issues?|errors?|problems?|tests?)(?!\w)/
