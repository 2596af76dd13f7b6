/** The beginning of the example session, for tests that need a recorded session of any length. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const example = join(import.meta.dirname, '../examples/session.jsonl')
/** A quarter of the session. The last of them is no call that waits for its result. */
const lines = 42

/** The path of a file with it, which is there until the tests of the file that calls this have ended. */
export function shortSession(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fovea-session-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'session.jsonl')
  const records = readFileSync(example, 'utf8').split('\n').slice(0, lines)
  writeFileSync(file, `${records.join('\n')}\n`)
  return file
}
