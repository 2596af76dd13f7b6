/** A directory of its own for a hook: store, home, and calls of `runHook` in this process. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type HookSettings, readHookArguments } from '../../../src/doors/hooks/hook-settings.ts'
import { runHook } from '../../../src/doors/hooks/run-hook.ts'
import { sqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../../../src/store/store.ts'
import type { SampleEvent } from './sample-events.ts'

export interface HookPlace {
  readonly directory: string
  readonly storePath: string
  readonly path: (name: string) => string
  readonly settings: (...args: string[]) => HookSettings
  readonly ask: (event: SampleEvent, ...args: string[]) => Promise<Record<string, unknown>>
  readonly inStore: <Result>(use: (store: SyncStore) => Result) => Result
  readonly remove: () => void
}

export function hookPlace(): HookPlace {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-hooks-'))
  const storePath = join(directory, 'data', 'store.db')
  const settings = (...args: string[]) => readHookArguments(args, { FOVEA_STORE: storePath }).settings
  return {
    directory,
    storePath,
    path: name => join(directory, name),
    settings,
    async ask({ host, event, payload }, ...args) {
      const input = async () => JSON.stringify(payload)
      const answer = await runHook({ host, event, input, settings: settings(...args), env: {} })
      return JSON.parse(answer === '' ? '{}' : answer) as Record<string, unknown>
    },
    inStore(use) {
      const store = sqliteStore(storePath)
      try {
        return use(store)
      } finally {
        store.close()
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
