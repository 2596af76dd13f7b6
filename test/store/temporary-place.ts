/** A SQLite store in a directory of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Place {
  readonly directory: string
  readonly file: string
  remove(): void
}

export function temporaryPlace(): Place {
  const directory = mkdtempSync(join(tmpdir(), 'fovea-store-'))
  return {
    directory,
    file: join(directory, 'store.db'),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
