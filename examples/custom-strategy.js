/** A strategy of your own: keep the newest two messages, say the rest in a line. Run: node examples/custom-strategy.js */
import assert from 'node:assert/strict'
import { compress, uncompress } from 'fovea'
import { addStrategy, newestFirst, spanStrategy } from 'fovea/extend'

const remove = addStrategy(
  spanStrategy({
    name: 'latest-two',
    summaryForm: 'line',
    keeps: 2,
    leavesAlone: 0,
    tailShare: 1,
    rank: newestFirst,
    isUnbroken: true,
    reason: 'not among the latest two',
  }),
)

const messages = Array.from({ length: 12 }, (_, at) => ({
  role: at % 2 === 0 ? 'user' : 'assistant',
  content: `Message ${at}: ${'the cart shows the tax of each order. '.repeat(30)}`,
}))
const { messages: view, receipt, originalsByHash } = await compress(messages, { strategy: 'latest-two' })

assert.equal(receipt.strategy, 'latest-two')
assert.ok(view.length < 6)
assert.deepEqual(view.at(-1), messages.at(-1))
assert.ok(view.at(-2).content.includes(messages.at(-2).content))
assert.deepEqual((await uncompress(view, originalsByHash)).messages, messages)

remove()
const refused = await compress(messages, { strategy: 'latest-two', onNote: () => {} })
assert.match(refused.receipt.notes[0].message, /latest-two/)
console.log(
  `${messages.length} messages became ${view.length} (${receipt.tokens.before.tokens} → ${receipt.tokens.after.tokens} tokens): the latest two are whole, and every byte came back.`,
)
