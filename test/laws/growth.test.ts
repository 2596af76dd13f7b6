/** Texts that repeat what begins something, and never end it: the cost of each must grow with its length and no faster. */
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/index.ts'
import { observe } from '../../src/tools/observe/index.ts'

/** Each begins a construct that some reader would look for the end of. */
const pieces: Readonly<Record<string, string>> = {
  heredocs: 'cat <<EOF\n',
  'heredocs of other names': "cat <<'A' <<B > f\n",
  'command substitutions': 'echo "$(echo ',
  'brace expansions': '{a,',
  pipes: 'a | b && ',
  scripts: '<script>',
  styles: '<style><pre>',
  'tags without an end': '<div ',
  'attributes without an end': '<a href="x ',
  'nested tags': '<ul><li>',
  comments: '<!-- ',
  fences: '```js\n',
  'fences of another kind': '~~~\n```\n',
  'double quotes': '"a ',
  'single quotes': "'a ",
  'escaped quotes': '"\\"',
  backticks: '`a ',
  'round brackets': 'f(',
  'square brackets': '[a](',
  'nested JSON': '{"a":[',
  'JSON lines': '{"a": "b\n',
  'block comments': '/* a ',
  'table rows': '| a ',
  'list items': '- [ ] a\n  ',
  quotations: '> > a\n',
  diffs: '--- a/x\n+++ b/x\n@@ -1 +1 @@\n',
  conflicts: '<<<<<<< HEAD\n',
  traces: '  at f (a.js:1:1)\n',
  'python traces': 'Traceback (most recent call last):\n  File "a.py", line 1\n',
  'log times': '2026-01-01T00:00:00Z ERROR a: ',
  'reminder tags': '<system-reminder>',
  'own handles': '[Condensed: 3 earlier messages, stored: db_',
  'key names': 'password="',
  escapes: '\u001b[31',
  slashes: 'a//',
  spaces: ' \t',
  paths: './a/../',
  'numbered lines': '1→a\n',
}

const short = 3_000
const factor = 8
/** Linear cost is `factor` times as much, quadratic cost `factor` times that. */
const allowed = 3 * factor
/** In milliseconds; less cannot be distinguished from noise. */
const noise = 6

describe.each<[string, (messages: readonly object[]) => unknown]>([
  ['compress under a budget', messages => compressSync(messages, { budget: '30%' })],
  ['compress without one', messages => compressSync(messages)],
  ['observe', messages => observe(messages)],
])('%s', (_, work) => {
  it.each(Object.entries(pieces))('takes linear time on %s', (_, piece) => {
    const [small, large] = [conversation(piece, short), conversation(piece, short * factor)]
    const grows = (): boolean => {
      const took = cpu(() => work(large))
      return took > allowed * noise && took > allowed * cpu(() => work(small))
    }
    // A collection of garbage may fall into one run and not into another.
    expect(grows() && grows() && grows()).toBe(false)
  })
})

/** The same text as a person, a model, a command and its output would have it. */
function conversation(piece: string, length: number): readonly object[] {
  const text = piece.repeat(Math.ceil(length / piece.length))
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'bash', arguments: JSON.stringify({ command: text }) },
  }
  return [
    { role: 'user', content: `Please look: ${text}` },
    { role: 'assistant', content: `I see ${text}`, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: `ran\n${text}` },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks. What next?' },
  ]
}

/** CPU time in milliseconds: other work on the machine does not lengthen it. */
function cpu(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
