/** A session just long enough to be evaluated, as Claude Code logs it, with one compaction of its own. */
import { claudeCodeLog } from '../../../bench/fixtures/session-files.ts'

const steps = 22
const compactedBefore = 16

export const nameAt = (step: number): string => `loadThing${100 + step}`

/** Each step reads a file; from the eleventh on, the agent speaks of what it read ten steps ago. */
export function shortLog(): string {
  const turns = Array.from({ length: steps }, (_, step) => ({
    type: 'step' as const,
    text: step < 10 ? 'I read on.' : `Now ${nameAt(step - 10)} again.`,
    tool: 'Read',
    input: { file_path: `src/thing-${step}.ts` },
    output: [
      `export function ${nameAt(step)}() calls the rest`,
      ...Array.from(
        { length: 30 },
        (_, line) => `line ${line} of file number ${step} says something more here`,
      ),
    ].join('\n'),
  }))
  return claudeCodeLog({
    name: 'things',
    turns: [
      { type: 'user', text: 'Go through the files. Never rename a function.' },
      ...turns.slice(0, compactedBefore),
      { type: 'compaction', summary: `So far ${nameAt(6)} and ${nameAt(7)} were read.` },
      ...turns.slice(compactedBefore),
    ],
  })
}
