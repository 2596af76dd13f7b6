/** The patch that a shell is handed: `apply_patch <<'EOF' … EOF`, `apply_patch '*** Begin Patch …'`. */
import { isPatch } from './apply-patch.ts'
import { commandOf } from './call-command.ts'
import type { NamedCall } from './remembered-call.ts'

interface ShellPatch {
  readonly patch: string
  /** The directory that the command goes to before. */
  readonly directory?: string
}

const applies = /^\s{0,20}(?:cd (["']?)([^\s"';&|]{1,400})\1 {0,4}&& {0,4})?apply_?patch\b/
const end = '*** End Patch'

/** `undefined` where a call runs something else. */
export function shellPatch(call: NamedCall): ShellPatch | undefined {
  const command = commandOf(call)
  if (command === undefined || !isPatch(command)) return undefined
  const found = applies.exec(command)
  if (found === null) return undefined
  const [head, , directory] = found
  const start = command.indexOf('*** Begin Patch', head.length)
  const last = command.indexOf(end, start)
  // Nothing but the end of what it is handed follows.
  if (start < 0 || last < 0 || !/^\s{0,4}(?:['"]|\w{1,20})?\s{0,4}$/.test(command.slice(last + end.length)))
    return undefined
  const isQuoted = command[start - 1] === "'"
  const written = command.slice(start, last)
  return {
    patch: isQuoted ? written.replaceAll(`'\\''`, "'") : written,
    ...(directory === undefined ? {} : { directory }),
  }
}
