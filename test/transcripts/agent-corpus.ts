/** The real sessions of one agent, with what the corpus' manifest says of them. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { readTranscript } from '../../src/transcripts/read-transcript.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import type { AgentName } from '../../src/types.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

/** For `describe.skipIf`: the corpus is not part of the repository. */
export const noCorpus: boolean = !existsSync(corpus)

export interface CorpusSession {
  readonly file: string
  readonly messages: number
  readonly toolCalls: number | undefined
  readonly compactions: number | undefined
  /** The parsed lines, or the one document; none of Markdown. */
  readonly records: readonly Record<string, unknown>[]
  readonly transcript: Transcript
}

/** `FOVEA_CORPUS=all` reads every session. */
const isAll = process.env['FOVEA_CORPUS'] === 'all'

/** One of so many of its sessions, and the first that was compacted. */
export async function readCorpus(agent: AgentName, share = 1): Promise<readonly CorpusSession[]> {
  const rows = readFileSync(`${corpus}manifest.jsonl`, 'utf8')
    .split('\n')
    .filter(line => line.includes(`"transcripts/${agent}/`))
    .map(
      line =>
        JSON.parse(line) as { file: string; messages: number; toolCalls?: number; compactions?: number },
    )
  const compacted = rows.findIndex(({ compactions = 0 }) => compactions > 0)
  const chosen = rows.filter((_, at) => isAll || at % share === 0 || at === compacted)
  return Promise.all(
    chosen.map(async ({ file, messages, toolCalls, compactions }) => ({
      file,
      messages,
      toolCalls,
      compactions,
      records: readRecords(corpus + file),
      transcript: await readTranscript(corpus + file),
    })),
  )
}

function readRecords(path: string): Record<string, unknown>[] {
  if (path.includes('.md')) return []
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  return path.includes('.jsonl')
    ? text
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line))
    : [JSON.parse(text)]
}
