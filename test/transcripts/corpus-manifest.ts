/** The real transcripts to test against, where they are present, and what their manifest says of them. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const corpus = fileURLToPath(new URL('../../../shared/corpus/', import.meta.url))

export const hasCorpus: boolean = existsSync(corpus)

export interface ManifestRow {
  readonly file: string
  readonly messages: number
  readonly toolCalls: number
  readonly compactions: number
}

export interface CompactionRow {
  readonly file: string
  readonly line: number
  readonly preTokens: number | null
  readonly trigger: string | null
  readonly summaryChars: number | null
}

export function manifestOf(agent: string): readonly ManifestRow[] {
  return rows<ManifestRow>('manifest.jsonl').filter(row => row.file.startsWith(`transcripts/${agent}/`))
}

export function compactionsOf(file: string): readonly CompactionRow[] {
  return rows<CompactionRow>('compactions.jsonl').filter(row => row.file === file)
}

export function corpusPath(file: string): string {
  return `${corpus}${file}`
}

export function corpusText(file: string): string {
  const bytes = readFileSync(corpusPath(file))
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
}

/** The parsed lines of a file; line 1 is at index 0. */
export function corpusLines(file: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = corpusText(file).split('\n')
  return lines.filter(line => line !== '').map(line => JSON.parse(line))
}

function rows<Row>(file: string): readonly Row[] {
  return hasCorpus ? (corpusLines(file) as readonly unknown[] as readonly Row[]) : []
}
