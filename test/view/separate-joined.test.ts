import { expect, it } from 'vitest'
import { anthropic } from '../../src/formats/anthropic.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { toBytes } from '../../src/tokens/bytes.ts'
import { hashText } from '../../src/tokens/hash.ts'
import { separateJoined } from '../../src/view/separate-joined.ts'
import { runSync } from '../../src/view/sync-or-async.ts'
import { joinedTwice, replaced } from './joined-twice.ts'

it('leaves a message whole whose later summary was shortened since', () => {
  const store = memoryStore()
  store.record({
    originals: replaced.map(({ original }) => ({ hash: hashText(original), bytes: toBytes(original) })),
    views: replaced.map(({ text, original, media }) => ({
      hash: hashText(text),
      original: hashText(original),
      media,
    })),
  })
  const raw = [joinedTwice]
  const conversation = { raw, unmasked: anthropic.read(raw), format: anthropic }
  const parts = runSync(separateJoined(conversation, store, () => false))
  expect(parts.size).toBe(0)
})
