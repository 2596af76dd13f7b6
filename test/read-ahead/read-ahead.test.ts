import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { compress, compressSync } from '../../src/compress.ts'
import { readAhead } from '../../src/read-ahead/read-ahead.ts'
import { forgetReadings } from '../../src/tokens/remembered.ts'

afterEach(() => vi.restoreAllMocks())

const line = fc.constantFrom(
  'The order HB-10417 was rejected because dispatch_day is in local time.',
  'export function dispatchDay(order: Order): string { return order.at.toISOString() }',
  "src/orders/dispatch.ts:12:5 - error TS2345: Argument of type 'Date' is not assignable.",
  'ERROR warehouse refused 3 of 40 orders, password=hunter2hunter2 in the log',
  '  ✓ test/checkout.test.ts (12 tests) 240ms',
  "Please don't add dependencies, and keep the public API as it is.",
  '日本語の注文は倉庫で拒否されました。',
)

const text = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 12 }))
  .map(([lines, times]) => Array.from({ length: times }, (_, at) => `${at} ${lines.join('\n')}`).join('\n'))

const conversation = fc
  .array(fc.tuple(fc.constantFrom('cat src/a.ts', 'npm test', 'git diff', 'ls'), text, text), {
    minLength: 2,
    maxLength: 6,
  })
  .map(turns => turns.flatMap(([command, said, printed], at) => turn(at, command, said, printed)))

function turn(at: number, command: string, said: string, printed: string): readonly object[] {
  const id = `call_${at}`
  const call = { name: 'bash', arguments: JSON.stringify({ command }) }
  return [
    { role: 'user', content: said },
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: call }] },
    { role: 'tool', tool_call_id: id, content: printed },
    { role: 'assistant', content: said },
  ]
}

/** A little more than a million characters. */
const long = Array.from({ length: 12 }, (_, at) =>
  turn(
    at,
    `cat src/part-${at}.ts`,
    `Please look at part ${at}.`,
    Array.from(
      { length: 900 },
      (_, row) => `${'const total = prices.reduce(add, 0) // '.repeat(3)}${at}:${row}`,
    ).join('\n'),
  ),
).flat()

describe('workers', () => {
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
      { numRuns: 8 },
    )
  })

  it('read a history of more than a million characters for `compress`, which returns the same', async () => {
    const options = { budget: '10%', strict: true } as const
    forgetReadings()
    const fresh = await compress(long, options)
    for (const workers of [1, 2]) {
      forgetReadings()
      expect(await compress(structuredClone(long), { ...options, workers })).toEqual(fresh)
    }
  })

  it('are started for nothing smaller, and for nothing that was read before', async () => {
    const started = vi.spyOn(process, 'getBuiltinModule')
    const options = { budget: '10%', workers: 1 } as const
    forgetReadings()
    expect(await readAhead(long.slice(0, 20), options)).toBeUndefined()
    compressSync(long, { budget: '10%' })
    expect(await readAhead(long, options)).toBeUndefined()
    expect(started).not.toHaveBeenCalledWith('node:worker_threads')
  })

  it('that fail are named in the receipt, and the view is the same', async () => {
    const messages = long.map(message => ({ ...message }))
    forgetReadings()
    const fresh = await compress(messages, { budget: '10%' })
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
    const { messages: view, receipt } = await compress(messages, { budget: '10%', workers: 12 })
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
