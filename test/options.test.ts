import { describe, expect, it } from 'vitest'
import { compress } from '../src/compress.ts'
import { FoveaError } from '../src/errors.ts'
import type { CompressOptions } from '../src/options.ts'
import { resolveOptions } from '../src/resolve-options.ts'

describe('how a model is asked', () => {
  const askings = ['summarizing', 'classifying'] as const
  const bad = [
    ['concurrency', 0, 'a whole number of at least 1'],
    ['concurrency', -1, 'a whole number of at least 1'],
    ['concurrency', 1.5, 'a whole number of at least 1'],
    ['concurrency', Number.NaN, 'a whole number of at least 1'],
    ['concurrency', Number.POSITIVE_INFINITY, 'a whole number of at least 1'],
    ['timeoutMs', 0, 'a number above 0'],
    ['timeoutMs', -5, 'a number above 0'],
    ['timeoutMs', Number.NaN, 'a number above 0'],
    ['maxCalls', -1, 'a number of at least 0'],
    ['maxCalls', Number.NaN, 'a number of at least 0'],
  ] as const

  it.each(askings.flatMap(asking => bad.map(one => [asking, ...one] as const)))(
    '%s.%s may not be %s',
    async (asking, option, value, wanted) => {
      const options: CompressOptions = { [asking]: { [option]: value } }
      const message = `${asking}.${option} is ${value}; it must be ${wanted}.`
      expect(() => resolveOptions(options)).toThrow(new FoveaError('invalid-option', message))
      const { receipt } = await compress([{ role: 'user', content: 'hello' }], options)
      expect(receipt.notes).toEqual([{ code: 'invalid-option', message }])
    },
  )

  it.each(askings)('%s takes everything that makes sense', asking => {
    const limits = { concurrency: 1, timeoutMs: Number.POSITIVE_INFINITY, maxCalls: 0 }
    expect(resolveOptions({ [asking]: limits })[asking]).toEqual(limits)
    expect(resolveOptions({ [asking]: { concurrency: undefined } })[asking]).toEqual({})
    expect(resolveOptions({})[asking]).toEqual({})
  })

  it('knows two modes and confidences from 0 to 1', () => {
    const messageOf = (options: object) => {
      try {
        resolveOptions(options)
        return undefined
      } catch (error) {
        return FoveaError.isInstance(error) && error.code === 'invalid-option' ? error.message : error
      }
    }
    expect(messageOf({ classifierMode: 'all' })).toBe('classifierMode is all; it must be "hybrid" or "full".')
    for (const minConfidence of [-0.1, 1.1, Number.NaN])
      expect(messageOf({ classifying: { minConfidence } })).toBe(
        `classifying.minConfidence is ${minConfidence}; it must be a number from 0 to 1.`,
      )
    for (const minConfidence of [0, 1]) expect(messageOf({ classifying: { minConfidence } })).toBeUndefined()
    expect(resolveOptions({}).classifierMode).toBe('hybrid')
  })
})
