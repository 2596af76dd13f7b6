/**
 * Real sessions of Claude Code, Codex and Gemini CLI. The manifest counts what the log has: for Claude Code its user
 * and assistant lines, for Codex its response items, for Gemini CLI its entries of any type.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import type { Problem } from '../../src/formats/format.ts'
import { formatNamed } from '../../src/formats/index.ts'
import type { Transcript } from '../../src/transcripts/transcript.ts'
import type { AgentName } from '../../src/types.ts'
import { type CorpusSession, noCorpus, readCorpus } from './agent-corpus.ts'

type Raw = Readonly<Record<string, unknown>>

/** The sessions of an agent; none where the corpus is absent. */
async function sessionsOf(agent: AgentName): Promise<readonly CorpusSession[]> {
  return noCorpus ? [] : readCorpus(agent, 3)
}

interface ListedCompaction {
  readonly file: string
  readonly line: number
  readonly preTokens: number | null
  readonly trigger: string | null
  readonly summaryChars: number | null
}

function listedCompactions(file: string): readonly ListedCompaction[] {
  const list = fileURLToPath(new URL('../../../shared/corpus/compactions.jsonl', import.meta.url))
  const rows: ListedCompaction[] = readFileSync(list, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  return rows.filter(row => row.file === file)
}

const compactionEvents = (transcript: Transcript) =>
  transcript.events.filter(event => event.type === 'compaction')

/** What a provider would refuse, but what happened: the log says so itself. */
function isExplained(
  problem: Problem,
  { messages, events }: Pick<Transcript, 'messages' | 'events'>,
): boolean {
  const isLast = problem.message === messages.length - 1
  const next = JSON.stringify(messages[problem.message + 1])
  switch (problem.code) {
    case 'unpaired-call':
      // Still running when the log ends, or when the context was compacted under it.
      return isLast || events.some(event => event.type === 'compaction' && event.at === problem.message + 1)
    case 'unpaired-result':
      // The log begins after the call.
      return problem.message === 0
    case 'broken-reasoning':
      // The user stopped the response while the model was thinking.
      return isLast || next.includes('<turn_aborted>')
    default:
      return false
  }
}

function unexplained(transcript: Transcript): readonly Problem[] {
  const { check } = formatNamed(transcript.format)
  return [
    ...check(transcript.messages).filter(problem => !isExplained(problem, transcript)),
    ...transcript.sidechains.flatMap(chain =>
      check(chain.messages).filter(problem => !isExplained(problem, { ...chain, events: [] })),
    ),
  ]
}

function expectSound(transcript: Transcript, agent: string): void {
  expect(transcript.agent).toBe(agent)
  expect(transcript.problems).toEqual([])
  expect(transcript.origins).toHaveLength(transcript.messages.length)
  expect(unexplained(transcript)).toEqual([])
  for (const event of transcript.events) expect(event.at).toBeLessThanOrEqual(transcript.messages.length)
}

const blocksOf = (content: unknown): readonly Raw[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content as readonly Raw[])

const sorted = (values: readonly unknown[]): string[] => values.map(value => JSON.stringify(value)).sort()

describe.skipIf(noCorpus)('Claude Code sessions of the corpus (skipped where it is absent)', async () => {
  it.each(await sessionsOf('claude-code'))('$file', ({ transcript, records, ...row }) => {
    expectSound(transcript, 'claude-code')

    const spoken = records.filter(line => line.type === 'user' || line.type === 'assistant')
    expect(row.messages).toBe(spoken.length)

    // Every block of those lines is in exactly one message, but for blank texts and notices of failed requests.
    const logged = spoken
      .filter(line => line.isApiErrorMessage !== true)
      .flatMap(line => blocksOf((line.message as Raw).content))
      .filter(block => block.type !== 'text' || String(block.text).trim() !== '')
    const messages = transcript.messages as readonly Raw[]
    const isQueued = (index: number): boolean =>
      records[(transcript.origins[index]?.line ?? 0) - 1]?.type === 'queue-operation'
    const read = messages.filter((_, index) => !isQueued(index)).flatMap(message => blocksOf(message.content))
    expect(sorted(read)).toEqual(sorted(logged))
    expect(read.filter(block => block.type === 'tool_use').length).toBe(row.toolCalls)

    const agents = records.flatMap(line => (line.data as { agentId?: string } | undefined)?.agentId ?? [])
    expect(transcript.sidechains.map(chain => chain.name)).toEqual([...new Set(agents)])

    const compactions = compactionEvents(transcript)
    expect(compactions.length).toBe(row.compactions)
    expect(
      compactions.map(({ line, tokensBefore, trigger, summary }) => ({
        line,
        preTokens: tokensBefore,
        trigger,
        summaryChars: summary && [...summary].length,
      })),
    ).toEqual(
      listedCompactions(row.file).map(({ line, preTokens, trigger, summaryChars }) => ({
        line,
        preTokens,
        trigger,
        summaryChars,
      })),
    )
    for (const { at, summary } of compactions)
      expect(messages[at]).toEqual({ role: 'user', content: summary })
  })
})

describe.skipIf(noCorpus)('Codex rollouts of the corpus (skipped where it is absent)', async () => {
  it.each(await sessionsOf('codex'))('$file', ({ transcript, records, ...row }) => {
    expectSound(transcript, 'codex')

    const items = records.flatMap(line => (line.type === 'response_item' ? [line.payload as Raw] : []))
    expect(row.messages).toBe(items.length)
    expect(transcript.messages).toEqual(items.filter(item => item.type !== 'ghost_snapshot'))

    const calls = items.filter(item => item.type === 'function_call' || item.type === 'custom_tool_call')
    expect(calls.length).toBe(row.toolCalls)

    const compactions = compactionEvents(transcript)
    expect(compactions.length).toBe(row.compactions)
    // For Codex the list counts lines from 0.
    expect(compactions.map(event => event.line - 1)).toEqual(
      listedCompactions(row.file).map(listed => listed.line),
    )
  })
})

describe.skipIf(noCorpus)('Gemini CLI sessions of the corpus (skipped where it is absent)', async () => {
  it.each(await sessionsOf('gemini-cli'))('$file', ({ transcript, records, ...row }) => {
    expectSound(transcript, 'gemini-cli')

    const entries = records[0]?.messages as readonly Raw[]
    expect(row.messages).toBe(entries.length)

    const parts = (transcript.messages as readonly { parts: readonly Raw[] }[]).flatMap(
      content => content.parts,
    )
    expect(parts.filter(part => 'functionCall' in part).length).toBe(row.toolCalls)
    expect(parts.filter(part => 'functionResponse' in part).length).toBe(row.toolCalls)
    const said = entries.filter(
      entry => ['user', 'gemini'].includes(String(entry.type)) && entry.content !== '',
    )
    expect(parts.flatMap(part => part.text ?? [])).toEqual(said.map(entry => entry.content))
    expect(compactionEvents(transcript).length).toBe(row.compactions)
  })
})
