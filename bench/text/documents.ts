/** Real documents to measure text techniques on, by what they are and in which language. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { formatNamed } from '../../src/formats/index.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import type { Block } from '../../src/types.ts'
import { readSessions, sessionFiles } from '../session-files.ts'

export const documentSets = [
  'memory files, English',
  'memory files, Chinese',
  'memory files, Japanese',
  'meetings',
  'command outputs',
  'transcripts',
] as const
export type DocumentSet = (typeof documentSets)[number]

export interface SampleDocument {
  readonly set: DocumentSet
  readonly name: string
  readonly text: string
}

/** The corpus has hardly any in Chinese and Japanese: two were written for this. */
const own = join(import.meta.dirname, '../fixtures/memory')

/** Every so many sessions, and so much of each: what a session says repeats itself soon enough. */
const everySession = 10
const everyMeeting = 5
const charactersOfSession = 200_000

export async function readDocuments(corpus: string): Promise<readonly SampleDocument[]> {
  const memory = [...filesUnder(join(corpus, 'memory-files')), ...filesUnder(own)].map(
    ({ name, text }): SampleDocument => ({ set: `memory files, ${languageOf(text)}`, name, text }),
  )
  const outputs = filesUnder(join(corpus, 'command-outputs')).map(
    ({ name, text }): SampleDocument => ({ set: 'command outputs', name, text }),
  )
  const meetings = filesUnder(join(corpus, 'conversations'))
    .filter((_, at) => at % everyMeeting === 0)
    .map(({ name, text }): SampleDocument => ({ set: 'meetings', name, text: turnsOf(text) }))
  const sessions: SampleDocument[] = []
  const chosen = sessionFiles(join(corpus, 'transcripts')).filter((_, at) => at % everySession === 0)
  for await (const { name, transcript } of readSessions(chosen))
    sessions.push({ set: 'transcripts', name: basename(name), text: spoken(transcript) })
  return [...memory, ...meetings, ...outputs, ...sessions].filter(({ text }) => text !== '')
}

function filesUnder(folder: string): readonly { readonly name: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !entry.name.endsWith('.jsonl'))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => {
      const bytes = readFileSync(file)
      return { name: basename(file), text: (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString() }
    })
}

function turnsOf(json: string): string {
  const { meeting_transcripts: turns } = JSON.parse(json) as Meeting
  return turns.map(({ speaker, content }) => `${speaker}: ${content}`).join('\n\n')
}

interface Meeting {
  readonly meeting_transcripts: readonly { readonly speaker: string; readonly content: string }[]
}

/** By its letters: kana are Japanese alone. */
function languageOf(text: string): 'English' | 'Chinese' | 'Japanese' {
  const share = (letters: RegExp): number => (text.match(letters)?.length ?? 0) / text.length
  if (share(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > 0.02) return 'Japanese'
  return share(/\p{Script=Han}/gu) > 0.05 ? 'Chinese' : 'English'
}

/** Everything that was said and printed in a session, one after the other. */
function spoken({ format, messages }: Transcript): string {
  return formatNamed(format)
    .read(messages)
    .flatMap(({ blocks }) => blocks.flatMap(textOf))
    .join('\n')
    .slice(0, charactersOfSession)
}

function textOf(block: Block): readonly string[] {
  return block.type === 'text' || (block.type === 'toolResult' && block.media === 'text') ? [block.text] : []
}
