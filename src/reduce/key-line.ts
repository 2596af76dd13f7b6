/** Which lines of an output an excerpt keeps before all others, as data. */
import { weightySignalsIn } from '../scan/signals/weighty-signals.ts'
import type { Role } from '../types.ts'

type KeyLine = 'required' | 'useful'

/** Patterns read one line of bounded length and contain no repetition that could backtrack. */
const patterns: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  { pattern: /\bstored: db_[0-9a-f]{12}/, why: 'names an original of an earlier round' },
  { pattern: /\b(?:error|errors|fatal|panic|exception|traceback|segfault)(?!\w)/i, why: 'an error' },
  { pattern: /[A-Za-z](?:Error|Exception)\b/, why: 'an error class' },
  {
    pattern: /\b(?:fail|failed|failing|failure|failures|denied|refused|timed out|timeout)(?!\w)/i,
    why: 'a failure',
  },
  {
    pattern: /\b(?:not found|no such file|cannot|can't|could not|unable to|undefined reference)(?!\w)/i,
    why: 'a failure',
  },
  { pattern: /^\s?(?:✗|✖|×|not ok\b)/, why: 'a failed test' },
  { pattern: /\bexit(?:ed)? (?:code|status|with)\b/i, why: 'an outcome' },
  {
    pattern: /\b\d+ (?:passed|passing|failed|skipped|errors?|warnings?|tests?|files? changed)(?!\w)/i,
    why: 'a count',
  },
]

/** Patterns with the same flags as one: a line is read twice, not eight times. */
const combined: readonly RegExp[] = [...Map.groupBy(patterns, ({ pattern }) => pattern.flags).entries()].map(
  ([flags, group]) => new RegExp(group.map(({ pattern }) => pattern.source).join('|'), flags),
)

const maxScanned = 400

export function keyLine(text: string, role: Role): KeyLine | undefined {
  const line = text.slice(0, maxScanned)
  // The user's rules are kept verbatim.
  if (role === 'user' && weightySignalsIn(line).includes('constraint')) return 'required'
  return combined.some(pattern => pattern.test(line)) ? 'useful' : undefined
}
