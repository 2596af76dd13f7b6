import { afterEach, describe, expect, it, vi } from 'vitest'
import { describeError } from '../../../src/doors/cli/describe-error.ts'
import { FoveaError } from '../../../src/errors.ts'

afterEach(() => vi.unstubAllEnvs())

describe('describeError', () => {
  it.each([
    [
      'an input that is nested too deeply',
      new RangeError('Maximum call stack size exceeded'),
      /^The input is nested/,
    ],
    [
      'an unexpected error',
      new TypeError('x is not a function'),
      /^unexpected: x is not a function \(FOVEA_DEBUG=1/,
    ],
  ])('shows where only on request: %s', (_, error, sentence) => {
    vi.stubEnv('FOVEA_DEBUG', undefined)
    expect(describeError(error)).toMatch(sentence)
    expect(describeError(error)).not.toContain('describe-error.test.ts')
    vi.stubEnv('FOVEA_DEBUG', '1')
    expect(describeError(error)).toBe(error.stack)
  })

  it('sends no control codes of a file name to a terminal', () => {
    const error = new FoveaError('file-unreadable', 'Cannot read a\u001b[2Jb\u009b\r\0.jsonl:\n\tno file.')
    expect(describeError(error)).toBe('Cannot read a\\x1b[2Jb\\x9b\\r\\x00.jsonl:\n\tno file.')
  })
})
