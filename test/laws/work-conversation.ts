/** Conversations of an agent at work, whose texts are often the same, by chance. */
import fc from 'fast-check'

const line = fc.constantFrom(
  'The order HB-10417 was rejected because dispatch_day is in local time.',
  'export function dispatchDay(order: Order): string { return order.at.toISOString() }',
  "src/orders/dispatch.ts:12:5 - error TS2345: Argument of type 'Date' is not assignable.",
  'ERROR warehouse refused 3 of 40 orders, password=hunter2hunter2 in the log',
  '  ✓ test/checkout.test.ts (12 tests) 240ms',
  "Please don't add dependencies, and keep the public API as it is.",
  '日本語の注文は倉庫で拒否されました。',
)

/** Long enough to be remembered. */
const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 12 }))
  .map(([lines, times]) => Array.from({ length: times }, () => lines.join('\n')).join('\n'))

/** A request, a command with what it printed, and an answer. */
export function workTurn(at: number, command: string, said: string, printed: string): readonly object[] {
  const id = `call_${at}`
  const call = { name: 'bash', arguments: JSON.stringify({ command }) }
  return [
    { role: 'user', content: said },
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: printed },
    { role: 'assistant', content: said },
  ]
}

/** The same outputs come from several commands, which say what they are. */
export function workConversation(minLength: number): fc.Arbitrary<readonly object[]> {
  return fc
    .array(fc.tuple(fc.constantFrom('cat src/a.ts', 'npm test', 'git diff', 'ls'), text, text), {
      minLength,
      maxLength: 6,
    })
    .map(turns => turns.flatMap(([command, said, printed], at) => workTurn(at, command, said, printed)))
}
