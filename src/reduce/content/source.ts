/** Where a text came from, as far as the conversation says. */
import type { ContentKind, Role } from '../../types.ts'

export interface Source {
  readonly role: Role
  readonly kind: ContentKind
  /** The tool that was called: `Bash`, `Read`, `exec_command` … */
  readonly tool?: string
  /** The shell command that printed it. */
  readonly command?: string
  /** The file or address that it shows. */
  readonly path?: string
  readonly isError?: boolean
}
