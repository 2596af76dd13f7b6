/** The store in a command that is to be typed next. Apart from other commands: it loads all kinds of stores. */
import { typedAddress } from '../../store/index.ts'
import { shellQuoted } from './fovea-command.ts'

/** What the command has to add in order to find the same store: ` --store FILE`, or nothing. */
export function typedStore(named: string | undefined): string {
  return named === undefined ? '' : ` --store ${shellQuoted(typedAddress(named))}`
}
