/** Which lines of an output an excerpt keeps before all others, as data. */
import { weightySignalsIn } from '../scan/signals/weighty-signals.ts'
import type { Role } from '../types.ts'

type KeyLine = 'required' | 'useful'

/** Patterns read one line of bounded length and contain no repetition that could backtrack. */
const patterns: readonly RegExp[] = [
  // An original of an earlier round.
  /\bstored: db_[0-9a-f]{12}/,
  /\b(?:error|errors|fatal|panic|exception|traceback|segfault)(?!\w)/i,
  /[A-Za-z](?:Error|Exception)\b/,
  /\b(?:fail|failed|failing|failure|failures|denied|refused|timed out|timeout)(?!\w)/i,
  /\b(?:not found|no such file|cannot|can't|could not|unable to|undefined reference)(?!\w)/i,
  // A failed test.
  /^\s?(?:✗|✖|×|not ok\b)/,
  /\bexit(?:ed)? (?:code|status|with)\b/i,
  /\b\d+ (?:passed|passing|failed|skipped|errors?|warnings?|tests?|files? changed)(?!\w)/i,
]

/** Patterns with the same flags as one: a line is read twice, not eight times. */
const combined: readonly RegExp[] = [...Map.groupBy(patterns, ({ flags }) => flags)].map(
  ([flags, group]) => new RegExp(group.map(({ source }) => source).join('|'), flags),
)

const maxScanned = 400

export function keyLine(text: string, role: Role): KeyLine | undefined {
  const line = text.slice(0, maxScanned)
  // The user's rules are kept verbatim.
  if (role === 'user' && weightySignalsIn(line).includes('constraint')) return 'required'
  return combined.some(pattern => pattern.test(line)) ? 'useful' : undefined
}
