/** Session files of a folder, read one at a time. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { NamedTranscript } from '../src/tools/evaluate/evaluate.ts'
import { readTranscript } from '../src/transcripts/read-transcript.ts'

/** Paths under a folder, sorted; none where there is no such folder. */
export function sessionFiles(folder: string): readonly string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(file))
    .sort()
    .map(file => join(folder, file))
}

export async function* readSessions(files: readonly string[]): AsyncGenerator<NamedTranscript> {
  for (const file of files) yield { name: file, transcript: await readTranscript(file) }
}
