/** A kind of content of your own, for output that only you know. Run: node examples/custom-content.js */
import assert from 'node:assert/strict'
import { compress, inspect } from 'fovea'
import { addContent, linePieces } from 'fovea/extend'

// Ticks of an exchange: lines with HALT matter, all others are noise.
addContent({
  name: 'ticker',
  detect: ({ lines }) => lines[0]?.startsWith('TICK ') === true,
  fits: ({ text }) => text.startsWith('TICK '),
  pieces: (text, source) =>
    linePieces(text, source).map(piece => ({
      ...piece,
      value: piece.text.includes('HALT') ? 'key' : 'noise',
    })),
})

const ticks = Array.from({ length: 400 }, (_, at) => `TICK ${at} ${at === 200 ? 'HALT zinc' : 'open'}`)
const messages = [
  { role: 'user', content: 'Watch the exchange.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'watch', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: ticks.join('\n') },
  { role: 'assistant', content: 'Done.' },
  { role: 'user', content: 'And now?' },
]

const kinds = inspect({ messages, format: 'openai-chat' }).kinds.map(({ name }) => name)
assert.ok(kinds.includes('ticker'), 'the output is recognised')
const { messages: view, receipt } = await compress(messages, { budget: '20%' })
assert.ok(JSON.stringify(view).includes('HALT zinc'), 'the line that matters is in the view')
console.log(
  `${receipt.tokens.before.tokens} → ${receipt.tokens.after.tokens} tokens: our kind of content was asked, and "HALT zinc" is in the view.`,
)
