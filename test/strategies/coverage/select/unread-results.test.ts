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
    candidates: {
      candidates: { bits: [plain, ...bits], texts, unders: texts.map(() => -1), length: bits.length + 1 },
      sections,
    },
    costs: [10, ...bits.map(() => 10)],
    worth: [1, ...bits.map(() => 1)],
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

  it('has no output that takes too much room, or has many lines', () => {
    const output = { isSearch: undefined, origin: 'make' }
    const printed = (lines: number) => {
      const input = given(new Array(lines).fill(plain))
      const [call, result] = input.candidates.sections
      const sections = [call, { ...result, ...output }]
      return { ...input, candidates: { ...input.candidates, sections } } as typeof input
    }
    expect(unreadResults(printed(3), 3, 38)).toEqual([])
    expect(unreadResults(printed(41), 3, 1000)).toEqual([])
  })

  it('has of a long search what sums it up, then what is worth most, within a part of the room', () => {
    const sum = withValue(0, 'key')
    const input = given([plain, sum, plain, plain, plain])
    const worth = [1, 1, 1, 3, 2, 1]
    expect(unreadResults({ ...input, worth }, 3, 58)).toEqual([2])
    expect(unreadResults({ ...given([...new Array(60).fill(plain), sum]) }, 3, 129)).toEqual([61, 1, 2, 3])
    expect(unreadResults({ ...input, worth }, 3, 9)).toEqual([])
  })

  it('has of a long list of records the line of each, as far as there is room, after other results', () => {
    const sections = [
      { author: 'calls', message: 4, firstCandidate: 0, callId: 'c1' },
      { author: 'tools', message: 4, firstCandidate: 1, origin: 'orders count', callId: 'c2' },
      { author: 'tools', message: 5, firstCandidate: 2, origin: 'orders list', callId: 'c1' },
    ]
    const records = Array.from({ length: 30 }, (_, at) => [`o-${at}|order ${at}`, 'about: late']).flat()
    const texts = ['orders list', '30 orders', 'at least 30 rows: id|title', ...records]
    const input = {
      candidates: {
        candidates: {
          bits: texts.map(() => plain),
          texts,
          unders: texts.map((_, at) => (at < 3 ? -1 : at % 2 === 1 ? 2 : at - 1)),
          length: texts.length,
        },
        sections,
      },
      costs: texts.map(() => 10),
      sectionCosts: sections.map(() => 9),
    } as unknown as Parameters<typeof unreadResults>[0]
    expect(unreadResults(input, 3, 60)).toEqual([1, 3, 5, 7, 9])
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
