import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import { readAhead } from '../../src/read-ahead/read-ahead.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'
import { workConversation, workTurn } from '../laws/work-conversation.ts'

afterEach(() => vi.restoreAllMocks())

const conversation = workConversation(2)

/** A little more than a million characters. */
const long = Array.from({ length: 12 }, (_, at) =>
  workTurn(
    at,
    `cat src/part-${at}.ts`,
    `Please look at part ${at}.`,
    Array.from(
      { length: 900 },
      (_, row) => `${'const total = prices.reduce(add, 0) // '.repeat(3)}${at}:${row}`,
    ).join('\n'),
  ),
).flat()

const options = { budget: '10%', strict: true } as const
const fresh = compressSync(long, options)

describe('workers', () => {
  it('are started for nothing smaller, and for nothing that was read before', async () => {
    const started = vi.spyOn(process, 'getBuiltinModule')
    expect(await readAhead(long, { ...options, workers: 1 })).toBeUndefined()
    forgetReadings()
    expect(await readAhead(long.slice(0, 20), { ...options, workers: 1 })).toBeUndefined()
    expect(started).not.toHaveBeenCalledWith('node:worker_threads')
  })

  it('change nothing of a view, however many there are', async () => {
    const sizes = { minCharacters: 0, batchCharacters: 500 }
    await fc.assert(
      fc.asyncProperty(conversation, fc.constantFrom('10%', '30%', undefined), async (messages, budget) => {
        const options = { strict: true, ...(budget === undefined ? {} : { budget }) } as const
        forgetReadings()
        const fresh = JSON.stringify(compressSync(messages, options))
        for (const workers of [1, 2]) {
          forgetReadings()
          const ahead = await readAhead(messages, { ...options, workers }, sizes)
          expect(ahead?.notes ?? []).toEqual([])
          expect(JSON.stringify(compressSync(messages, options))).toBe(fresh)
          ahead?.forget()
        }
      }),
      { numRuns: 6 },
    )
  })

  it('read a history of more than a million characters for `compress`, which returns the same', async () => {
    for (const workers of [1, 2]) {
      forgetReadings()
      expect(await compress(structuredClone(long), { ...options, workers })).toEqual(fresh)
    }
  })

  it('that fail are named in the receipt, and the view is the same', async () => {
    class FailingWorker extends EventEmitter {
      ref(): void {}
      unref(): void {}
      postMessage(): void {
        queueMicrotask(() => this.emit('error', new Error('out of memory')))
      }
    }
    const modules = process.getBuiltinModule.bind(process)
    vi.spyOn(process, 'getBuiltinModule').mockImplementation((name: string) =>
      name === 'node:worker_threads' ? ({ Worker: FailingWorker } as never) : modules(name as 'node:v8'),
    )
    forgetReadings()
    const { messages: view, receipt } = await compress(structuredClone(long), { ...options, workers: 12 })
    expect(view).toEqual(fresh.messages)
    const { notes, ...rest } = receipt
    expect(rest).toEqual({ ...fresh.receipt, notes: undefined })
    expect(notes.map(({ code, message }) => [code, message])).toContainEqual([
      'worker-failed',
      'A worker thread did not read its part (out of memory); it was read without it.',
    ])
  })

  it('cannot be waited for by compressSync, and are a whole number', async () => {
    const workers = { workers: 1 } as object
    expect(() => compressSync([], { ...workers, strict: true })).toThrow('cannot wait for workers')
    await expect(compress([], { workers: 1.5, strict: true })).rejects.toThrow('whole number')
    await expect(compress([], { workers: -1, strict: true })).rejects.toThrow('whole number')
  })
})
