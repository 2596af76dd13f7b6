/** A session as an agent may have recorded it: long outputs, thinking, short replies of a person between. */
import type { Transcript } from '../../../src/transcripts/transcript.ts'

function outputOf(turn: number): string {
  const lines = Array.from(
    { length: 30 + (turn % 5) * 10 },
    (_, line) =>
      `src/part${turn}/file${line}.ts:${line * 3}: exports part ${turn * 100 + line} of job ${line % 9}`,
  )
  return [...lines, `error E${turn}: part ${turn} is not found`].join('\n')
}

export function recordedSession(name: string, turns = 24): Transcript {
  const messages = Array.from({ length: turns }, (_, turn): object[] => {
    const id = `toolu_${name}_${turn}`
    const isTyped = turn % 6 === 0
    const thinking = `Part ${turn} of ${name} comes next.`
    return [
      ...(isTyped
        ? [{ role: 'user', content: [{ type: 'text', text: `Look at part ${turn} of ${name}.` }] }]
        : []),
      {
        role: 'assistant',
        content: [
          ...(turn % 3 === 0 ? [{ type: 'thinking', thinking, signature: `sig_${name}_${turn}` }] : []),
          { type: 'text', text: `Looking at part ${turn}.` },
          { type: 'tool_use', id, name: 'grep', input: { pattern: `part${turn}`, path: 'src' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: outputOf(turn) }] },
      ...(turn % 6 === 5
        ? [{ role: 'assistant', content: [{ type: 'text', text: `Parts up to ${turn} are seen.` }] }]
        : []),
    ]
  }).flat()
  return {
    agent: 'claude-code',
    format: 'anthropic',
    messages,
    origins: messages.map((_, line) => ({ line })),
    events: [],
    sidechains: [],
    problems: [],
  }
}
