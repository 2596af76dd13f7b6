/** The store in a command that a user types next. In its own file, since it loads all kinds of stores. */
import { typedAddress } from '../../store/index.ts'
import { shellQuoted } from './fovea-command.ts'

/** The option that makes the command use the same store: ` --store FILE`, or nothing. */
export function typedStore(named: string | undefined): string {
  return named === undefined ? '' : ` --store ${shellQuoted(typedAddress(named))}`
}
