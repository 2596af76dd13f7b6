/** The store in a command that a user types next. In its own file, since it loads all kinds of stores. */
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import { typedAddress } from '../../store/index.ts'

/** The option that makes the command use the same store: ` --store FILE`, or nothing. */
export function typedStore(named: string | undefined): string {
  return named === undefined ? '' : ` --store ${shellQuoted(typedAddress(named))}`
}
