import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PgPool, postgresStore } from '../../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { copyingOf } from '../../../src/store/store-copying.ts'
import { type BatchJob, type BatchResult, batchTasks } from '../../../src/tools/batch/batch-job.ts'
import { enqueue, startWorker } from '../../../src/tools/batch/job-queue.ts'
import { runBatchJob } from '../../../src/tools/batch/run-batch-job.ts'
import { workerPresence } from '../../../src/tools/batch/worker-presence.ts'
import { type Workplace, workplace } from '../../doors/cli/run-fovea.ts'
import { newDatabase, noPostgres, withClient } from '../../postgres/shared-postgres.ts'
import { originalOf } from '../../store/samples.ts'

const runs = async (store: Store): Promise<number | undefined> =>
  (await copyingOf(store)?.runsAfter(0))?.length

const launcher = join(import.meta.dirname, '../../../bin/fovea.js')
const peer: string = 'graphile-worker'
const hasPeer = await import(peer).then(
  () => true,
  () => false,
)

const session = (name: string): string =>
  JSON.stringify([
    { role: 'user', content: `Look into the incident ${name}.` },
    {
      role: 'assistant',
      content: `The incident ${name} came from a full disk.\n${'The log says so. '.repeat(80)}`,
    },
    { role: 'user', content: 'Thank you.' },
  ])

describe('a batch', () => {
  let place: Workplace
  let folder: string
  beforeAll(() => {
    place = workplace()
    folder = place.path('sessions')
    mkdirSync(folder)
    for (let index = 0; index < 6; index += 1)
      writeFileSync(join(folder, `${index}.json`), session(`number-${index}`))
    writeFileSync(join(folder, 'same-as-0.json'), session('number-0'))
    writeFileSync(join(folder, 'broken.json'), '{"neither": "a session"}')
  })
  afterAll(() => place.remove())
  const resultsOf = async (batch: string, store: string): Promise<readonly BatchResult[]> =>
    (await place.fovea(['batch', 'results', batch, '--store', store])).stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))

  it.each([
    ['-b', 'little'],
    ['-s', 'best'],
  ])('refuses %s %s before it begins', async (flag, value) => {
    const store = place.path('none.db')
    const done = await place.fovea(['batch', 'compress', folder, flag, value, '--store', store])
    expect(done).toMatchObject({ code: 2, stderr: expect.stringContaining(value) })
    expect((await place.fovea(['batch', 'status', '--store', store, '--json'])).stdout).toBe('[]\n')
  })

  it('runs on threads of this machine, each content once, and sets aside what is no session', async () => {
    const store = place.path('batch.db')
    const ingest = ['batch', 'ingest', folder, '--store', store, '--concurrency', '2', '--json']
    const { stdout, code } = await place.fovea(ingest)
    const status = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(status).toMatchObject({ task: 'ingest', jobs: 7, finished: 7, failed: 1 })
    expect((await place.fovea(['batch', 'status', '--store', store])).stdout.split('\n')).toEqual([
      `${status.id}  ingest  7 of 7  1 set aside`,
      `why: fovea batch results ${status.id} --failed --store ${store}`,
      '',
    ])
    const results = await resultsOf(status.id, store)
    expect(results.filter(({ outcome }) => outcome === 'failed')).toMatchObject([
      { name: join(folder, 'broken.json'), code: expect.stringMatching(/invalid-transcript|unknown-format/) },
    ])
    const found = await place.fovea(['search', 'incident number-3', '--store', store, '--json'])
    expect(JSON.parse(found.stdout)).toHaveLength(1)
    const before = await place.fovea(['store', 'stats', '--store', store, '--json'])
    expect(JSON.parse((await place.fovea(ingest)).stdout).finished).toBe(7)
    expect((await place.fovea(['store', 'stats', '--store', store, '--json'])).stdout).toBe(before.stdout)
  })

  it.each(['compress', 'observe', 'evaluate'])('can %s, a session a line', async task => {
    const store = place.path(`${task}.db`)
    const file = place.path('lines.jsonl')
    writeFileSync(file, [session('one'), session('two')].join('\n'))
    const { stdout } = await place.fovea([
      'batch',
      task,
      file,
      '--lines',
      '--store',
      store,
      '--concurrency',
      '1',
      '--json',
    ])
    const status = JSON.parse(stdout)
    expect(status).toMatchObject({ task, jobs: 2, finished: 2, failed: 0 })
    for (const result of await resultsOf(status.id, store)) {
      const { handle } = (result as Extract<BatchResult, { outcome: 'done' }>).value
      expect((await place.fovea(['expand', String(handle), '--store', store])).code).toBe(0)
    }
  })

  describe.skipIf(noPostgres !== undefined || !hasPeer)('on a server', () => {
    const workers: ChildProcess[] = []

    it('is done by workers anywhere, each job once, and not again', async () => {
      const store = `${await newDatabase('batch')}?namespace=team&spill=none`
      const ingest = ['batch', 'ingest', folder, '--store', store, '--json']
      const begun = JSON.parse((await place.fovea(ingest)).stdout)
      expect(begun).toMatchObject({ jobs: 7, finished: 0 })
      onTestFinished(() => {
        for (const worker of workers) worker.kill('SIGKILL')
      })
      for (let index = 0; index < 2; index += 1)
        workers.push(
          spawn(process.execPath, [launcher, 'worker', '--concurrency', '2', '--store', store], {
            stdio: 'ignore',
          }),
        )
      const done = JSON.parse((await place.fovea([...ingest, '--wait'])).stdout)
      expect(done).toMatchObject({ id: begun.id, jobs: 7, finished: 7, failed: 1 })
      const stats = JSON.parse((await place.fovea(['store', 'stats', '--store', store, '--json'])).stdout)
      expect(stats).toMatchObject({ sessions: 6 })
      const [worker] = workers as [ChildProcess]
      worker.kill('SIGTERM')
      expect(await once(worker, 'exit')).toEqual([0, null])
      expect((await place.fovea(['batch', 'status', '--store', store])).stdout).toMatch(/ingest\s+7 of 7/)
    })

    it('takes over the jobs of a killed worker, also after its connections were cut', async () => {
      const store = `${await newDatabase('cut')}?spill=none`
      const url = store.slice(0, store.indexOf('?'))
      const ask = (text: string) =>
        withClient(url, async client => (await client.query(text)).rows as Record<string, unknown>[])
      await place.fovea(['batch', 'ingest', folder, '--store', store])
      await ask(`UPDATE graphile_worker._private_jobs SET locked_by = 'killed', locked_at = now() + '1 hour'`)
      const worker = spawn(process.execPath, [launcher, 'worker', '--store', store])
      onTestFinished(() => void worker.kill('SIGKILL'))
      let printed = ''
      for (const stream of [worker.stdout, worker.stderr]) stream.on('data', text => (printed += text))
      const ofWorker = `pg_stat_activity WHERE datname = current_database() AND application_name = 'fovea worker'`
      const locks = `pg_locks WHERE locktype = 'advisory' AND pid IN (SELECT pid FROM ${ofWorker})`
      const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
        while (!(await isSo())) {
          if (worker.exitCode !== null) throw new Error(`The worker ended: ${printed}`)
          await sleep(50)
        }
      }
      // One whose connections are cut while it starts ends with an error.
      await until(() => printed.includes('fovea worker takes'))
      await until(async () => (await ask(`SELECT pid FROM ${locks}`)).length > 0)
      await ask(`SELECT pg_terminate_backend(pid, 10000) FROM ${ofWorker}`)
      await ask(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour'`)
      await until(async () => (await ask('SELECT id FROM graphile_worker._private_jobs')).length === 0)
      expect((await place.fovea(['batch', 'status', '--store', store])).stdout).toMatch(/ingest\s+7 of 7/)
      expect(printed).not.toContain('http')
    })

    it('leaves a long job with the worker that does it', async () => {
      const url = await newDatabase('long')
      const store = postgresStore(`${url}?spill=none`)
      const [stored] = await store.put([originalOf(session('long'), '')])
      const job: BatchJob = {
        batch: 'b',
        task: 'ingest',
        name: 'a file',
        hash: stored?.hash ?? '',
        options: {},
      }
      await enqueue(url, [job])
      const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const run = async () => {
        begun.resolve()
        await mayEnd.promise
        return {}
      }
      const threads = { run, close: async () => {} }
      const stop = await startWorker(url, store, { concurrency: 1, threads })
      await begun.promise
      await withClient(url, async client => {
        await client.query(`UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 hour'`)
        const pool = { connect: async () => Object.assign(client, { release: () => {} }) }
        const presence = await workerPresence(pool as unknown as PgPool)
        await vi.waitFor(async () => expect(await presence.lost()).toEqual([]))
        mayEnd.resolve()
        await stop()
      })
      await store.close()
    })

    it.each(batchTasks)(
      'records the runs of %s once, also where its worker is killed before it says so',
      async task => {
        const store = postgresStore(`${await newDatabase('again')}?spill=none`)
        const [stored] = await store.put([originalOf(session('twice'), '')])
        const options = task === 'compress' ? { budget: '50%' } : {}
        const job: BatchJob = { batch: 'b', task, name: 'a file', hash: stored?.hash ?? '', options }
        const first = await runBatchJob(job, store)
        const before = [await store.stats(), await runs(store)]
        expect(before[1]).toBeGreaterThan(0)
        expect(await runBatchJob(job, store)).toEqual(first)
        expect([await store.stats(), await runs(store)]).toEqual(before)
        await store.close()
      },
    )

    it('says what a worker needs', async () => {
      const { code, stderr } = await place.fovea(['worker', '--store', place.path('file.db')])
      expect([code, stderr]).toEqual([2, expect.stringContaining('postgres://host/database')])
    })
  })
})
