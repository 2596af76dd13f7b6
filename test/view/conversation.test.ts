import { expect, it } from 'vitest'
import { resolveOptions } from '../../src/strategies/options/resolve-options.ts'
import { forgetReadings, remembered, rememberedCharacters } from '../../src/tokens/remembered.ts'
import { readConversation } from '../../src/view/conversation.ts'

it('keeps readings of a history that is too long to be remembered only briefly', () => {
  let reads = 0
  const lengthOf = remembered(text => {
    reads += 1
    return text.length
  })
  const readsAfter = (characters: number): number => {
    forgetReadings()
    readConversation([{ role: 'user', content: 'word '.repeat(characters / 5) }], resolveOptions({}))
    reads = 0
    for (let round = 0; round < 2; round += 1)
      for (let at = 0; at < 5; at += 1) lengthOf(`${at}`.padEnd(99_900, 'x'))
    return reads
  }
  expect(readsAfter(1000)).toBe(5)
  expect(readsAfter(rememberedCharacters + 5)).toBe(10)
})
