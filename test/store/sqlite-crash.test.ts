import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { type Place, temporaryPlace } from './temporary-place.ts'

const script = fileURLToPath(new URL('./writer-child.ts', import.meta.url))
const creator = fileURLToPath(new URL('./creator-child.ts', import.meta.url))

interface Writer {
  readonly child: ChildProcess
  /** Resolves with the first line, or with the end of the child. */
  readonly started: Promise<unknown>
  /** The handles of all whole lines, once the child has ended. */
  readonly ended: Promise<{
    readonly handles: readonly string[]
    readonly signal: string | null
    readonly code: number | null
  }>
}

function startWriter({ file }: Pick<Place, 'file'>, ...args: readonly string[]): Writer {
  const child = spawn(process.execPath, [script, file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const closed = once(child, 'close') as Promise<[number | null, string | null]>
  return {
    child,
    started: Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), closed]),
    ended: closed.then(([code, signal]) => ({
      handles: output
        .slice(0, output.lastIndexOf('\n') + 1)
        .split(/\s/)
        .filter(word => word !== ''),
      signal,
      code,
    })),
  }
}

describe('a SQLite store under processes that write at once', () => {
  let place: Place
  beforeEach(() => {
    place = temporaryPlace()
  })
  afterEach(() => place.remove())

  const expectAll = (handles: ReadonlySet<string>) => {
    const store = sqliteStore(place.file)
    for (const handle of handles) expect(store.get(handle).length).toBeGreaterThan(0)
    expect(store.verify()).toMatchObject({ corrupt: [], problems: [] })
    store.close()
  }

  it('keeps every handle that it gave out through 28 kills', { timeout: 240_000 }, async () => {
    // Children that are killed young spend their lives compiling: one that may end leaves them the compiled code.
    await startWriter({ file: join(place.directory, 'warm-up.db') }, 'warm-up', '1').ended
    const handles = new Set<string>()
    let kills = 0
    const killOne = async (name: string, isEarly: boolean) => {
      const writer = startWriter(place, name)
      // Early ones die while they open, recover or create the store; the others in the middle of their runs.
      if (isEarly) await sleep(Math.random() * 300)
      else await writer.started.then(() => sleep(Math.random() * 60))
      writer.child.kill('SIGKILL')
      const { handles: printed, signal } = await writer.ended
      if (signal === 'SIGKILL') kills += 1
      for (const handle of printed) handles.add(handle)
    }
    const lane = async (lane: number) => {
      for (let round = 0; round < 7; round += 1) await killOne(`writer-${lane}-${round}`, round % 4 === 0)
    }
    await Promise.all([0, 1, 2, 3].map(lane))
    expect(kills).toBe(28)
    expect(handles.size).toBeGreaterThan(28)
    expectAll(handles)
  })

  it('loses nothing of four writers that begin with no file at all', async () => {
    const runs = 30
    const writers = [0, 1, 2, 3].map(index => startWriter(place, `writer-${index}`, String(runs)))
    const results = await Promise.all(writers.map(({ ended }) => ended))
    expect(results.map(({ code }) => code)).toEqual([0, 0, 0, 0])
    const handles = new Set(results.flatMap(result => result.handles))
    expect(handles.size).toBe(4 * runs * 2 + 1)
    expectAll(handles)
    const store = sqliteStore(place.file)
    expect(store.stats()).toMatchObject({ originals: 4 * runs * 2 + 1, receipts: 4 * runs, sessions: 4 })
    store.close()
  })

  it('is created by four processes in the same instant', async () => {
    const begin = Date.now() + 1500
    const children = [0, 1, 2, 3].map(index =>
      spawn(process.execPath, [creator, place.directory, String(begin), String(index)], {
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    )
    const ends = await Promise.all(
      children.map(async child => {
        let complaints = ''
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          complaints += chunk
        })
        const [code] = await once(child, 'close')
        return { code, complaints }
      }),
    )
    expect(ends).toEqual(children.map(() => ({ code: 0, complaints: '' })))
    const store = sqliteStore(join(place.directory, 'store-0.db'))
    expect(store.stats().originals).toBe(4)
    store.close()
  })
})
