/** A live session with a store: what was sent stays, and everything can be found again. Run: node examples/session-with-store.js */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handlesIn } from 'fovea'
import { createSessions } from 'fovea/session'
import { sqliteStore } from 'fovea/store/sqlite'
import { log, question } from './local/conversation.js'

const place = mkdtempSync(join(tmpdir(), 'fovea-example-'))
const store = sqliteStore(join(place, 'context.db'))
const sessions = createSessions({ store, window: 12_000, shortenOutputs: { from: 2000, maxTokens: 500 } })

const history = [{ role: 'user', content: question }]
const sent = []
let tokens
for (let turn = 0; turn < 3; turn += 1) {
  const id = `call_${turn}`
  history.push(
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read_log', arguments: `{"page":${turn}}` } }],
    },
    { role: 'tool', tool_call_id: id, content: log.replaceAll('INFO', `INFO page ${turn}`) },
  )
  const { request, receipt } = await sessions.step({ model: 'gpt-5', messages: history })
  sent.push(request.messages)
  tokens = receipt.tokens
  assert.ok(receipt.tokens.sent < receipt.tokens.given / 4, 'each request is small')
}

// Bytes that were sent before are sent again, so that the provider's cache holds.
assert.deepEqual(sent[2].slice(0, sent[1].length), sent[1])
// The store brings any of it back.
const [handle] = handlesIn(JSON.stringify(sent[2]))
assert.match(Buffer.from(store.get(handle)).toString(), /deadlock detected/)
assert.ok(store.search('deadlock').length > 0)

store.close()
rmSync(place, { recursive: true, force: true })
console.log(
  `${tokens.given} → ${tokens.sent} tokens were sent last: what was sent before is sent again, and the store has every line.`,
)
