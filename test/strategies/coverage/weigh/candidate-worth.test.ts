import { describe, expect, it } from 'vitest'
import { measure } from '../../../../src/measure/measure.ts'
import { coverageWeights } from '../../../../src/strategies/coverage/coverage-weights.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { candidatesOf } from '../../../../src/strategies/coverage/mark/candidates-of.ts'
import { candidateWorth } from '../../../../src/strategies/coverage/weigh/candidate-worth.ts'
import { sectionCounts } from '../../../../src/strategies/coverage/weigh/line-density.ts'
import { densityMask, worthMask } from '../../../../src/strategies/coverage/weigh/worth-masks.ts'
import { estimateCounter } from '../../../../src/tokens/tokens.ts'
import type { Block, Message } from '../../../../src/types.ts'

const text = (said: string): Block => ({ type: 'text', text: said, media: 'text' })
const listing = 'orders.ts\ncarts.ts\nThe orders of today are in orders.ts, since carts.ts was split.'
const messages: readonly Message[] = [
  { role: 'user', blocks: [text('Why are orders rejected?')] },
  {
    role: 'assistant',
    blocks: [
      text('I look for the reason first.'),
      { type: 'toolCall', callId: 'a', name: 'Bash', text: '{"command":"cat notes.txt"}', media: 'json' },
    ],
  },
  { role: 'user', blocks: [{ type: 'toolResult', callId: 'a', text: listing, media: 'text' }] },
  { role: 'assistant', blocks: [text('They are rejected because the cart was split.')] },
  { role: 'user', blocks: [text('Then join it again.')] },
]

/** With a density of its own for each of these, and `rest` for the others. */
function worthBy(share: number, rest: number, said = messages, used = 1) {
  const talk = 0
  const weights = coverageWeights
  const candidates = candidatesOf(
    conversationFacts(said),
    measure(said, { ranker: estimateCounter(), pins: [], preservePatterns: [] }),
  )
  const { length } = candidates.candidates
  const weighed = worthMask(candidates, share, new Set())
  const asked = densityMask(candidates, weighed, { weights, share, talk })
  const worth = candidateWorth(candidates, {
    weights,
    share,
    talk,
    checkedBy: new Set(),
    counts: sectionCounts(candidates),
    firsts: Int32Array.from({ length }, (_, piece) =>
      candidates.candidates.texts.indexOf(candidates.candidates.texts[piece] as string),
    ),
    weighed,
    densities: Float64Array.from(asked, (isAsked, piece) => (isAsked === 1 ? 1 + piece : rest)),
    documents: new Float64Array(length).fill(1),
    near: new Float64Array(length),
    used: new Float64Array(length).fill(used),
    factors: new Float64Array(length).fill(1),
  })
  return { worth, asked, weighed, lines: candidates.candidates }
}

describe('the path of a picture that a user sends along', () => {
  it('is worth less than what they ask', () => {
    const asked = 'Why do both look alike?'
    const picture = "'/tmp/shots/Screenshot at 01.27.png'"
    const said = [{ role: 'user' as const, blocks: [text(`${picture}\n\n${asked}`)] }, ...messages]
    const { worth, lines } = worthBy(0.05, 1, said)
    const [path, question] = [picture, asked].map(line => lines.texts.indexOf(line)) as [number, number]
    expect(worth.base[path]).toBeLessThan((worth.base[question] as number) / 2)
    expect(worth.base[path]).toBeGreaterThan(0)
  })
})

describe('a statement that a search found', () => {
  const hits = Array.from(
    { length: 14 },
    (_, at) => `src/a.ts:${20 + at}:  if (row.total${at} !== limit) return`,
  )
  const args = '{"pattern":"limit","path":"src"}'
  const searched: readonly Message[] = [
    { role: 'user', blocks: [text('Compare each total with the limit.')] },
    {
      role: 'assistant',
      blocks: [{ type: 'toolCall', callId: 's', name: 'Grep', text: args, media: 'json' }],
    },
    { role: 'user', blocks: [{ type: 'toolResult', callId: 's', text: hits.join('\n'), media: 'text' }] },
    { role: 'assistant', blocks: [text('I have them all.')] },
  ]
  const worthOfHit = (said: readonly Message[]): number => {
    const { worth, lines } = worthBy(0.05, 1, said)
    return worth.worth[lines.texts.findIndex(line => line.includes('total7'))] as number
  }

  it('is worth as much as any line while the request lasts that it was searched for', () => {
    const over = [...searched, { role: 'user' as const, blocks: [text('Now rename the folder.')] }]
    expect(worthOfHit(searched)).toBeGreaterThan(0)
    expect(worthOfHit(searched) / worthOfHit(over)).toBeGreaterThan(4)
  })
})

describe('densityMask', () => {
  it.each([0.05, 0.15, 0.3])('leaves out only what the worth does not depend on, at a share of %d', share => {
    expect(worthBy(share, 7).worth).toEqual(worthBy(share, 0).worth)
  })

  it('leaves out evidence where room is ample, and nothing else', () => {
    const count = (some: Uint8Array): number => some.reduce((sum, each) => sum + each, 0)
    const scarce = worthBy(0.05, 0)
    const ample = worthBy(0.3, 0)
    expect(scarce.asked).toEqual(scarce.weighed)
    expect(count(ample.asked)).toBeGreaterThan(0)
    expect(count(ample.asked)).toBeLessThan(count(ample.weighed))
  })
})

describe('candidateWorth', () => {
  it('gives less to what an edit replaced than to what is there now', () => {
    const input = { file_path: 'a.ts', old_string: 'const limit = 1000', new_string: 'const limit = 2000' }
    const edit: Block = {
      type: 'toolCall',
      callId: 'e',
      name: 'Edit',
      text: JSON.stringify(input),
      media: 'json',
    }
    const edited: readonly Message[] = [
      ...messages,
      { role: 'assistant', blocks: [edit] },
      { role: 'user', blocks: [text('Go on.')] },
    ]
    const { worth, lines } = worthBy(0.15, 1, edited)
    const worthOf = (label: string): number => worth.worth[lines.labels.indexOf(label)] as number
    expect(worthOf('-')).toBeGreaterThan(0)
    expect(worthOf('-') * 3).toBeLessThan(worthOf('+'))
  })

  it('gives less to what names nothing in use the less room there is', () => {
    const worthOf = (share: number, used: number): number =>
      Math.max(...worthBy(share, 1, messages, used).worth.worth)
    expect(worthOf(0.05, 0)).toBeGreaterThan(0)
    expect(worthOf(0.05, 0)).toBeLessThan(worthOf(0.05, 1) / 5)
    expect(worthOf(0.3, 0)).toBe(worthOf(0.3, 1))
  })

  it('gives nothing to what was announced in an earlier turn, unless room is ample', () => {
    const announced = 'Let me check the structure of the cart first.'
    const step: Message = { role: 'assistant', blocks: [text(`${announced}\n\nThe cart was split.`)] }
    const baseOf = (share: number, ...later: readonly Message[]): number => {
      const { worth, lines } = worthBy(share, 1, [
        ...messages.slice(0, 1),
        step,
        ...messages.slice(1, 4),
        ...later,
      ])
      return worth.base[lines.texts.indexOf(announced)] as number
    }
    expect(baseOf(0.05)).toBeGreaterThan(0)
    expect(baseOf(0.05, ...messages.slice(4))).toBe(0)
    expect(baseOf(0.25, ...messages.slice(4))).toBeGreaterThan(0)
  })

  describe('of what is said right before a call', () => {
    const edit = { file_path: 'cart.ts', old_string: 'split()', new_string: 'join()' }
    const read = { file_path: 'cart.ts' }
    const step = (said: string, name: string, input: object, id: string): readonly Message[] => [
      {
        role: 'assistant',
        blocks: [
          text(said),
          { type: 'toolCall', callId: id, name, text: JSON.stringify(input), media: 'json' },
        ],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: id, text: 'cart', media: 'text' }] },
    ]
    const later = Array.from({ length: 8 }, (_, at) =>
      step('The cart is split here, too.', 'Read', read, `l${at}`),
    )
    /** As hosts write it that give each call a message of its own. */
    const apart = (said: readonly Message[]): readonly Message[] =>
      said.flatMap(({ role, blocks }) => blocks.map(block => ({ role, blocks: [block] })))
    const baseOf = (
      said: string,
      name: string,
      input: object,
      share = 0.05,
      of = apart,
      line = said,
    ): number => {
      const { worth, lines } = worthBy(share, 1, [
        ...messages.slice(0, 1),
        ...of(step(said, name, input, 'x')),
        ...later.flat(),
      ])
      return worth.base[lines.texts.indexOf(line)] as number
    }

    it('keeps what the agent said last, however many calls ago', () => {
      const silent = later.flat().map(({ role, blocks }) => ({ role, blocks: blocks.slice(-1) }))
      const said = 'Let me look at where the cart is split.'
      const { worth, lines } = worthBy(0.05, 1, [
        ...messages.slice(0, 1),
        ...apart(step(said, 'Read', read, 'x')),
        ...silent,
      ])
      expect(worth.base[lines.texts.indexOf(said)]).toBeGreaterThan(0)
    })

    it.each(['Perfect! Let me look at where the cart is split:', 'Nun zum Warenkorb und seinen Teilen:'])(
      'gives nothing to the announcement of a look: %s',
      said => {
        expect(baseOf(said, 'Read', read)).toBe(0)
        expect(baseOf(said, 'Read', read, 0.05, together => together)).toBe(0)
        expect(baseOf(said, 'Read', read, 0.25)).toBeGreaterThan(0)
      },
    )

    it('gives nothing to words that only fill the time', () => {
      const waits = (said: string, line = said): number =>
        baseOf(said, 'write_stdin', { session_id: 7, chars: '' }, 0.05, apart, line)
      const again = 'I’ll look again when there is output.'
      expect(waits(`Still running. ${again}`, 'Still running. ')).toBe(0)
      expect(waits(`Still running. ${again}`, again)).toBe(0)
      expect(waits('No completion yet; waiting for the tests.')).toBe(0)
      expect(waits('Still running: 3 of 9 tests failed so far.')).toBeGreaterThan(0)
      expect(waits('The tests still fail because of the cart.')).toBeGreaterThan(0)
      expect(waits('Still on Linux, as it seems.')).toBeGreaterThan(0)
    })

    it.each([
      'It’s still running.',
      'I’m waiting for the tests.',
      'Still in progress; I’ll wait.',
      'Waiting for the command to finish and for its output.',
    ])('gives nothing to: %s', said => {
      expect(baseOf(said, 'write_stdin', { session_id: 7, chars: '' })).toBe(0)
    })

    it.each([
      'The tests still fail.',
      'The total is still wrong after the change.',
      'The parser does not handle escapes yet.',
      'No tests exist yet.',
      'Users can continue without a password.',
      'Wait, the total is wrong.',
      'Still running. The first part has failed.',
      'Still running, but the first part has failed.',
      'Still running — the first part has failed.',
      'Still running. I see the first part has failed.',
      'Still running and the first part has failed.',
      'Waiting for the reviewer to approve the new schema.',
      'Waiting makes the second call fail.',
      'Continuing with the second half of the parser.',
    ])('takes no finding for words that fill the time: %s', said => {
      expect(baseOf(said, 'write_stdin', { session_id: 7, chars: '' })).toBeGreaterThan(0)
    })

    it('keeps what it found, and why it looks', () => {
      const found = 'The cart is split twice. '
      expect(baseOf(`${found}Let me look at where:`, 'Read', read, 0.05, apart, found)).toBeGreaterThan(0)
      expect(baseOf('Let me read the cart, since the order is split by it:', 'Read', read)).toBeGreaterThan(0)
    })

    it('keeps what an edit is for', () => {
      const words = 'Now let me join the parts of the cart, since orders need one:'
      expect(baseOf(words, 'Edit', edit)).toBeGreaterThan(0)
      expect(baseOf('Now let me join the parts of the cart:', 'Edit', edit)).toBe(0)
    })
  })

  it('counts what the last call found also where it was found before', () => {
    const program = 'export function order(cart) {\n  return cart.items.map(priced)\n}'
    const read = (id: string): readonly Message[] => [
      {
        role: 'assistant',
        blocks: [
          { type: 'toolCall', callId: id, name: 'Read', text: '{"file_path":"orders.ts"}', media: 'json' },
        ],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: id, text: program, media: 'text' }] },
    ]
    const { worth, lines } = worthBy(0.05, 1, [...read('b'), ...messages, ...read('c')])
    const last = lines.texts.findLastIndex(line => line.includes('cart.items'))
    expect(worth.base[last]).toBeGreaterThan(0)
  })

  describe('of what is said after a result', () => {
    const diagnosis = 'The queue holds a lock of its own.'
    const announcement = 'Let me read the file of the queue.'
    const saidAfter = (output: string): readonly Message[] => [
      { role: 'user', blocks: [text('Why does it hang?')] },
      {
        role: 'assistant',
        blocks: [
          { type: 'toolCall', callId: 'r', name: 'Bash', text: '{"command":"npm test"}', media: 'json' },
        ],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: 'r', text: output, media: 'text' }] },
      {
        role: 'assistant',
        blocks: [
          text(`${diagnosis}\n\n${announcement}`),
          { type: 'toolCall', callId: 's', name: 'Read', text: '{"file_path":"queue.ts"}', media: 'json' },
        ],
      },
      { role: 'user', blocks: [{ type: 'toolResult', callId: 's', text: 'queue', media: 'text' }] },
      { role: 'assistant', blocks: [text('It takes it twice.')] },
    ]
    const bases = (output: string): readonly [number, number] => {
      const { worth, lines } = worthBy(0.15, 1, saidAfter(output))
      const baseOf = (line: string): number => worth.base[lines.texts.indexOf(line)] as number
      const density = (line: string): number => 1 + lines.texts.indexOf(line)
      return [baseOf(diagnosis) / density(diagnosis), baseOf(announcement) / density(announcement)]
    }

    it('gives more to what it says of a failure, and nothing to the next step, which was made', () => {
      const [why, next] = bases('12 passed')
      const [whyFailed, nextFailed] = bases('Exit code 1\n1 failed')
      expect(whyFailed).toBeGreaterThan(why)
      expect([next, nextFailed]).toEqual([0, 0])
    })
  })
})

describe('the description of a task', () => {
  const made = (more: readonly Message[]) => {
    const args = { subject: 'Run the checks', description: 'Run make fmt and make test.' }
    const said: readonly Message[] = [
      { role: 'user', blocks: [text('Join the carts.')] },
      {
        role: 'assistant',
        blocks: [
          { type: 'toolCall', callId: 't', name: 'TaskCreate', text: JSON.stringify(args), media: 'json' },
        ],
      },
      {
        role: 'user',
        blocks: [{ type: 'toolResult', callId: 't', text: 'Task #1 created successfully', media: 'text' }],
      },
      ...more,
    ]
    const { worth, lines } = worthBy(0.05, 1, said)
    const at = lines.texts.findIndex(line => line.includes('make fmt'))
    return { base: worth.base[at] ?? 0, isEach: worth.isEach[at] }
  }

  it('keeps its weight while the task is open, also where others name its commands', () => {
    const open = made([])
    expect(open.base).toBeGreaterThan(0)
    expect(open.isEach).toBe(1)
  })

  it('has none once the task is done', () => {
    const args = JSON.stringify({ taskId: '1', status: 'completed' })
    const done = made([
      {
        role: 'assistant',
        blocks: [{ type: 'toolCall', callId: 'u', name: 'TaskUpdate', text: args, media: 'json' }],
      },
      {
        role: 'user',
        blocks: [{ type: 'toolResult', callId: 'u', text: 'Updated task #1 status', media: 'text' }],
      },
    ])
    expect(done.base).toBe(0)
  })
})
