/** The directory whose name, said once, saves the most of the paths of a ledger. */
import { commonDirectory } from '../../scan/actions/common-directory.ts'
import type { Row } from '../ledger.ts'

/** `undefined` where no two files are in one directory. */
export function commonRoot(rows: readonly Row[]): string | undefined {
  return commonDirectory(rows.flatMap(({ section, key }) => (section === 'files' ? [key] : [])))
}
