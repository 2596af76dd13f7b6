/** Every transcript of the corpus that has a reader; none where there is no corpus. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTranscript } from '../src/transcripts/read-transcript.ts'
import type { Transcript } from '../src/types.ts'
import { corpusDirectory } from './results.ts'

export async function corpusTranscripts(): Promise<readonly Transcript[]> {
  const corpus = corpusDirectory()
  const folder = corpus === undefined ? '' : join(corpus, 'transcripts')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file =>
    /\.(?:jsonl|json|traj)(?:\.gz)?$/.test(file),
  )
  const transcripts: Transcript[] = []
  for (const file of files.sort()) transcripts.push(await readTranscript(join(folder, file)))
  return transcripts
}
