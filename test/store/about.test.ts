import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../../src/store/store.ts'
import { workplace } from '../doors/cli/run-fovea.ts'
import { raw, session } from '../strategies/partition/session.ts'

describe.each(['memory', 'sqlite'] as const)('what originals are, in a store of %s', kind => {
  let directory: string
  let store: SyncStore
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'fovea-about-'))
    store = kind === 'memory' ? memoryStore() : sqliteStore(join(directory, 'store.db'))
  })
  afterEach(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  it('is noted by a partition: kind, path and time', () => {
    const messages = raw(session())
    const times = messages.map((_, at) => Date.UTC(2026, 0, 1, at))
    compressSync(messages, {
      strategy: 'partition',
      format: 'anthropic',
      recencyWindow: 0,
      budget: '20%',
      partition: { times },
      store,
      strict: true,
    })
    const listed = store.newest(20).map(({ about }) => about)
    expect(listed).toContainEqual({ kind: 'file', path: 'src/settings/limits.ts', time: times[2] })
    expect(listed.map(about => about?.kind)).toContain('command')
  })
})

it('fovea store list shows it, and fovea store purge --kind goes by it', async () => {
  const work = workplace()
  try {
    writeFileSync(work.path('session.json'), JSON.stringify(raw(session())))
    await work.fovea(['compress', 'session.json', '-s', 'partition', '-b', '20%', '-o', 'view.json'])
    const listed = await work.fovea(['store', 'list'])
    expect(listed.stdout).toMatch(/db_\w{12} +[\d.]+ \w+ +file +src\/settings\/limits\.ts/)
    const purged = await work.fovea(['store', 'purge', '--kind', 'file', '--yes'])
    expect(purged.stdout).toContain('1 original forgotten')
    expect((await work.fovea(['store', 'list'])).stdout).not.toContain('limits.ts')
  } finally {
    work.remove()
  }
})
