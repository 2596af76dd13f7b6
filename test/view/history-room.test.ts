import { describe, expect, it } from 'vitest'
import { historyRoom } from '../../src/view/history-room.ts'

describe('historyRoom', () => {
  it.each([
    { budget: 3000, tokens: 10_000, systemAndToolTokens: 0, room: { tokens: 3000, share: 0.3 } },
    { budget: 13_000, tokens: 20_000, systemAndToolTokens: 10_000, room: { tokens: 3000, share: 0.3 } },
    { budget: 1000, tokens: 11_500, systemAndToolTokens: 10_000, room: { tokens: 150, share: 0.1 } },
    { budget: 10_001, tokens: 16_000, systemAndToolTokens: 10_000, room: { tokens: 600, share: 0.1 } },
    { budget: 9999, tokens: 16_000, systemAndToolTokens: 10_000, room: { tokens: 600, share: 0.1 } },
    { budget: 1000, tokens: 10_000, systemAndToolTokens: 10_000, room: { tokens: 150, share: 150 } },
  ])(
    'of $budget with $systemAndToolTokens of $tokens for system and tools',
    ({ budget, room, ...conversation }) => {
      expect(historyRoom(conversation, budget)).toEqual(room)
    },
  )
})
