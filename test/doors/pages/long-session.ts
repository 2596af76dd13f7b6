/** Sessions for pages: one of many messages, and one that tries to run. */
import type { Transcript } from '../../../src/transcripts/transcript.ts'

export function transcriptOf(messages: readonly object[], more: Partial<Transcript> = {}): Transcript {
  return {
    agent: 'messages',
    format: 'openai-chat',
    messages,
    origins: [],
    events: [],
    sidechains: [],
    problems: [],
    ...more,
  }
}

/** Turns of four messages: a request, a call, its result, an answer. */
export function longSession(messages: number): Transcript {
  return transcriptOf(
    Array.from({ length: messages / 4 }, (_, turn) => [
      { role: 'user', content: `Look at the file number ${turn} and tell me what it is for.` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: `call_${turn}`,
            type: 'function',
            function: { name: 'read', arguments: JSON.stringify({ path: `src/part-${turn}.ts` }) },
          },
        ],
      },
      {
        role: 'tool',
        tool_call_id: `call_${turn}`,
        content: Array.from(
          { length: 1 + (turn % 12) },
          (_, line) => `export const value${turn}_${line} = ${turn * line}`,
        ).join('\n'),
      },
      {
        role: 'assistant',
        content: `The file src/part-${turn}.ts keeps ${1 + (turn % 12)} values of step ${turn}.`,
      },
    ]).flat(),
  )
}

const attacks = [
  '</script><script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<!--<script>window.hacked = 1//-->',
  '</style><style>body { display: none }</style>',
  '"><svg onload="window.hacked = 1">',
  'javascript:window.hacked=1',
  '{{constructor.constructor("window.hacked=1")()}}',
  '\u2028window.hacked = 1\u2029',
  ']]><iframe srcdoc="<script>parent.hacked = 1</script>"></iframe>',
  '&lt;script&gt;window.hacked = 1&lt;/script&gt;',
  'user\u202eecila\u202c \u0000\u0007\ud800 end',
]

export const hostileSession: Transcript = transcriptOf(
  [
    { role: 'system', content: attacks.join('\n') },
    ...attacks.flatMap((attack, index) => [
      { role: 'user', content: `${attack} and never ${attack}` },
      {
        role: 'assistant',
        content: `I will ${attack}.`,
        tool_calls: [
          {
            id: `call_${index}`,
            type: 'function',
            function: {
              name: `run${attack}`,
              arguments: JSON.stringify({ command: attack, [attack]: attack }),
            },
          },
        ],
      },
      { role: 'tool', tool_call_id: `call_${index}`, content: `${attack}\n`.repeat(40) },
    ]),
    { role: 'user', content: 'What is left to do?' },
  ],
  { model: attacks[1] as string },
)
