/** Every transcript of the corpus that has a reader; none where there is no corpus. */
import { join } from 'node:path'
import type { Transcript } from '../src/transcripts/transcript.ts'
import { corpusDirectory } from './results.ts'
import { readSessions, sessionFiles } from './session-files.ts'

export function corpusSessions(): readonly string[] {
  const corpus = corpusDirectory()
  return corpus === undefined ? [] : sessionFiles(join(corpus, 'transcripts'))
}

export async function corpusTranscripts(): Promise<readonly Transcript[]> {
  const transcripts: Transcript[] = []
  for await (const { transcript } of readSessions(corpusSessions())) transcripts.push(transcript)
  return transcripts
}
