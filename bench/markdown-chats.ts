/** The transcripts of the corpus that are Markdown; none where there is no corpus. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readTranscript } from '../src/transcripts/read-transcript.ts'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { corpusDirectory } from './results.ts'

export async function markdownChats(): Promise<readonly Transcript[]> {
  const folder = join(corpusDirectory() ?? '', 'transcripts/specstory')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).sort()
  return Promise.all(files.map(file => readTranscript(join(folder, file))))
}
