import { describe, expect, it } from 'vitest'
import { isUninformativeBit, withValue } from '../../../../src/strategies/coverage/read/line-bits.ts'
import { unreadResults } from '../../../../src/strategies/coverage/select/unread-results.ts'

const plain = withValue(0, 'plain')
const noise = withValue(0, 'noise')

/** A call in message 3, its search in message 4, and further sections; each line costs 10 tokens. */
function given(bits: readonly number[], ...further: readonly object[]) {
  return titled('Grep fees', bits, ...further)
}

function titled(title: string, bits: readonly number[], ...further: readonly object[]) {
  const callId = 'c1'
  const search = {
    author: 'tools',
    message: 4,
    firstCandidate: 1,
    origin: 'grep fees',
    isSearch: true,
    callId,
  }
  const sections = [{ author: 'calls', message: 4, firstCandidate: 0, callId }, search, ...further]
  const texts = [title, ...bits.map((_, at) => `${at} fees in all of the files of the shop`)]
  return {
    candidates: { candidates: { bits: [plain, ...bits], texts, length: bits.length + 1 }, sections },
    costs: [10, ...bits.map(() => 10)],
    sectionCosts: sections.map(() => 9),
  } as unknown as Parameters<typeof unreadResults>[0]
}

describe('unreadResults', () => {
  it('has all lines of what the newest step found', () => {
    expect(unreadResults(given([plain, noise, plain]), 3, 100)).toEqual([1, 2, 3])
  })

  it('leaves out lines that say nothing', () => {
    expect(unreadResults(given([plain, isUninformativeBit, plain]), 3, 100)).toEqual([1, 3])
  })

  it('has no result that takes too much room, or has many lines', () => {
    expect(unreadResults(given([plain, plain, plain]), 3, 38)).toEqual([])
    expect(unreadResults(given(new Array(41).fill(plain)), 3, 1000)).toEqual([])
  })

  it('has none that the agent has spoken of, and none where the turn has ended', () => {
    const spoken = { author: 'words', message: 5, firstCandidate: 3 }
    expect(unreadResults(given([plain, plain, plain], spoken), 3, 100)).toEqual([])
    expect(unreadResults(given([plain, plain, plain]), -1, 100)).toEqual([])
  })

  it('has of an output only the lines that say something', () => {
    const output = { author: 'tools', message: 4, firstCandidate: 3, origin: 'make' }
    expect(unreadResults(given([plain, plain, noise, plain], output), 3, 100)).toEqual([4, 1, 2])
  })

  it('has none whose outcome the call shows, unless it failed', () => {
    const outcome = '0 fees in all of the files … | 2 more'
    expect(unreadResults(titled(`sum fees → ${outcome}`, [plain, plain]), 3, 100)).toEqual([])
    expect(unreadResults(titled(`sum fees → exit 1: ${outcome}`, [plain, plain]), 3, 100)).toEqual([1, 2])
    const failed = `${outcome} | --- FAIL: TestFees (0.01s)`
    expect(unreadResults(titled(`go test | tail → ${failed}`, [plain, plain]), 3, 100)).toEqual([1, 2])
  })
})
