/** `--store` in a command that the user runs next. In its own file, since it loads all kinds of stores. */
import { shellQuoted } from '../../scan/actions/shell/shell-quoted.ts'
import { addressForCommand } from '../../store/index.ts'

/** The option that makes the command use the same store: ` --store FILE`, or nothing. */
export function storeFlag(named: string | undefined): string {
  return named === undefined ? '' : ` --store ${shellQuoted(addressForCommand(named))}`
}
