/** A session that the agent compacted several times, with facts that a script can ask about and find again. */
import type { Turn } from '../../../../bench/fixtures/invented-session.ts'
import { claudeCodeLog } from '../../../../bench/fixtures/session-files.ts'
import type { NamedTranscript } from '../../../../src/tools/evaluate/evaluate.ts'
import { readTranscriptFrom } from '../../../../src/transcripts/read-transcript.ts'

const steps = 16

export function limitOf(service: number): number {
  return 4000 + service * 37
}

/** One part of the session, up to its compaction: a wish, steps that each find a limit, a decision. */
function part(number: number): readonly Turn[] {
  const services = Array.from({ length: steps }, (_, step) => number * 100 + step)
  return [
    {
      type: 'user',
      text: `Raise the limits of part ${number}. Never restart gateway_${number} while you do it.`,
    },
    ...services.map((service, index) => ({
      type: 'step' as const,
      text:
        index === 3
          ? `I keep the retries of part ${number} at ${number + 31} because the queue drains slowly.`
          : `Now service_${service}.`,
      tool: 'Read',
      input: { file_path: `config/service_${service}.yaml` },
      output: [
        `The limit of service_${service} is ${limitOf(service)} units.`,
        ...Array.from(
          { length: 24 },
          (_, line) => `line ${line}: nothing else is said about it in this place`,
        ),
      ].join('\n'),
    })),
  ]
}

export function examLog(parts: number): string {
  const turns = Array.from({ length: parts }, (_, index) => index + 1).flatMap((number): readonly Turn[] => [
    ...part(number),
    {
      type: 'compaction',
      summary: `Part ${number} is read. The user said: never restart gateway_${number}. The limit of service_${number * 100 + 2} is ${limitOf(number * 100 + 2)} units. ${'The rest was read without a finding. '.repeat(12)}`,
    },
  ])
  return claudeCodeLog({
    name: 'limits',
    turns: [
      ...turns,
      {
        type: 'step',
        text: 'I go on.',
        tool: 'Read',
        input: { file_path: 'config/all.yaml' },
        output: 'version: 3',
      },
    ],
  })
}

export async function examSession(parts = 3, log: string = examLog(parts)): Promise<NamedTranscript> {
  return { name: 'limits.jsonl', transcript: await readTranscriptFrom(log) }
}
