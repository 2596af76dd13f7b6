import { describe, expect, it } from 'vitest'
import {
  informationMeter,
  nextActions,
  predictiveInformation,
} from '../../../src/tools/evaluate/predictive-information.ts'
import type { Message } from '../../../src/types.ts'

/** Text that no compressor foretells. */
function noise(seed: number, length: number): string {
  let state = seed
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return String.fromCharCode(97 + ((state >>> 24) % 26))
  }).join('')
}

const [early, late, unrelated] = [noise(1, 4000), noise(2, 4000), noise(3, 4000)]
const history = early + late

describe('predictiveInformation', () => {
  it('is everything for the history and next to nothing for an unrelated text', () => {
    expect(predictiveInformation(late, history, history)).toBe(1)
    expect(Math.abs(predictiveInformation(late, unrelated, history))).toBeLessThan(0.03)
    expect(Math.abs(predictiveInformation(late, '', history))).toBeLessThan(0.03)
  })

  it('is about the share of the next actions that the view foretells', () => {
    const meter = informationMeter(late, history)
    expect(meter(late)).toBeGreaterThan(0.97)
    expect(meter(late.slice(0, 2000))).toBeGreaterThan(0.45)
    expect(meter(late.slice(0, 2000))).toBeLessThan(0.55)
  })

  it('is nothing where even the history helps nothing', () => {
    expect(predictiveInformation('', 'view', history)).toBe(0)
  })

  it('remembers further back than a small window', () => {
    const far = late + noise(4, 150_000)
    expect(predictiveInformation(late, far, far)).toBe(1)
    expect(predictiveInformation(late, unrelated, far)).toBeLessThan(0.05)
  })
})

describe('nextActions', () => {
  const says = (role: Message['role'], text: string): Message => ({
    role,
    blocks: [{ type: 'text', text, media: 'text' }],
  })

  it('are the first 20,000 characters of what the agent itself says', () => {
    expect(nextActions([says('assistant', 'a'), says('user', 'b'), says('assistant', 'c')])).toBe('a\nc\n')
    expect(nextActions([says('assistant', 'a'.repeat(30_000))])).toHaveLength(20_000)
  })
})
