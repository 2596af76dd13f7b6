import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import { expand } from '../src/expand.ts'
import type { Format } from '../src/formats/format.ts'
import { formatNamed, formats } from '../src/formats/index.ts'
import { handlesIn } from '../src/scan/marker.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import type { SyncStore } from '../src/store/store.ts'
import type { SharedOptions } from '../src/strategies/options/shared-options.ts'
import { countMessage, countOverhead } from '../src/tokens/message-tokens.ts'
import { exactCounter } from '../src/tokens/tokens.ts'
import type { FormatName, Message } from '../src/types.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { goal, lastWish, longSession, rule } from './coverage-session.ts'
import { call, result, say, text } from './formats/neutral-messages.ts'
import { isShown } from './is-shown.ts'
import { rounds as workRounds, workSession } from './strategies/work-session.ts'

const counter = exactCounter()

interface Given extends SharedOptions<SyncStore> {
  readonly focus?: string | undefined
  readonly handles?: 'named' | 'none'
}

function compressed(format: Format, messages: readonly Message[], options: Given) {
  const raw = format.create(messages)
  return {
    raw,
    ...compressSync(raw, { strategy: 'coverage', format: format.name, strict: true, ...options }),
  }
}

function tokensOf(format: Format, raw: readonly unknown[]): number {
  return format
    .read(raw)
    .reduce(
      (sum, message) => sum + countMessage(message, format.framing, counter),
      countOverhead([], format.framing),
    )
}

function textsOf(format: Format, raw: readonly unknown[]): readonly string[] {
  return format
    .read(raw)
    .flatMap(({ blocks }) => blocks.flatMap(block => (block.type === 'opaque' ? [] : [block.text])))
}

const digestsIn = (format: Format, raw: readonly unknown[]): readonly string[] =>
  textsOf(format, raw).filter(said => said.startsWith('[Condensed: '))

const plain = formatNamed('openai-chat')

describe('the budget', () => {
  const session = longSession(100)

  it.each(['2%', '5%', '10%', '20%', '35%', '50%', '70%', '90%'] as const)(
    'of %s is met, and used where there is more to show',
    budget => {
      const { messages, receipt } = compressed(plain, session, { budget })
      const most = receipt.budget?.tokens as number
      expect(receipt.budget?.met).toBe(true)
      expect(receipt.tokens.after.tokens).toBe(tokensOf(plain, messages))
      expect(tokensOf(plain, messages)).toBeLessThanOrEqual(most)
      expect(tokensOf(plain, messages)).toBeGreaterThanOrEqual(0.97 * most)
    },
  )

  it.each(formats)('holds in the format $name', format => {
    const { messages, receipt, raw } = compressed(format, session, { budget: '10%' })
    const most = receipt.budget?.tokens as number
    expect(tokensOf(format, messages)).toBeLessThanOrEqual(most)
    expect(tokensOf(format, messages)).toBeGreaterThanOrEqual(0.97 * most)
    expect(format.check(messages)).toEqual(format.check(raw))
  })

  it('counts what the caller reserved', () => {
    const { messages, receipt } = compressed(plain, session, { budget: 2000, reserved: 700 })
    expect(receipt.budget).toEqual({ tokens: 2000, met: true })
    expect(tokensOf(plain, messages)).toBeLessThanOrEqual(1300)
    expect(tokensOf(plain, messages)).toBeGreaterThanOrEqual(0.97 * 1300)
  })

  it.each([1500, 3000, 9000])('of %d shows the same beside system text and tools of any size', tokens => {
    const alone = compressed(plain, session, { budget: tokens })
    const beside = compressed(plain, session, { budget: tokens + 20_000, reserved: 20_000 })
    expect(beside.messages).toEqual(alone.messages)
  })

  it('that all fits into changes nothing', () => {
    const { messages, raw, receipt } = compressed(plain, session, { budget: '100%' })
    expect(tokensOf(plain, raw)).toBeLessThanOrEqual(receipt.budget?.tokens as number)
    expect(messages).toBe(raw)
  })

  it('that cannot be met names its floor', () => {
    const { messages, receipt, raw, originalsByHash } = compressed(plain, session, { budget: 30, pins: [5] })
    const { met, floor } = receipt.budget ?? {}
    expect(met).toBe(false)
    expect(floor?.tokens).toBe(tokensOf(plain, messages))
    expect(Object.values(floor?.parts ?? {}).reduce((sum, part) => sum + part, 0)).toBe(floor?.tokens)
    expect(Object.keys(floor?.parts ?? {}).sort()).toEqual([
      'digests of earlier messages',
      'last user message',
      'markers, system and tools',
      'pinned',
      'role system',
    ])
    expect(uncompressSync(messages, originalsByHash).messages).toEqual(raw)
  })

  it('that a call without an answer exceeds alone still says where the work is', () => {
    const open = [...session, say('assistant', call('open', 'ls '.repeat(2000)))]
    const { messages, receipt } = compressed(plain, open, { budget: 1500 })
    expect(receipt.budget?.met).toBe(false)
    const digests = textsOf(plain, messages).join('\n')
    expect(digests).toContain(rule)
    expect(digests).toContain(goal)
    const { parts = {} } = receipt.budget?.floor ?? {}
    expect(parts['digests of earlier messages']).toBeLessThan(1500 * 0.3)
  })
})

it('a large result beside a call without an answer is shown by the lines about the work', () => {
  const hits = Array.from(
    { length: 400 },
    (_, at) => `src/part${at % 40}.ts:${at + 1}: const error${at} = lamp(${at})`,
  )
  hits[211] = 'config/lamps.json:5: "push_sessions": false'
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Why are no sessions pushed? See the config.' },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'Grep', input: { pattern: 'lamp|push|session', path: '.' } },
          { type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'ls -la config' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: hits.join('\n') }] },
    ],
    { strategy: 'coverage', budget: 1200, format: 'anthropic' },
  )
  const view = JSON.stringify(messages)
  expect(view).toContain('left out: lines')
  expect(view).toContain('config/lamps.json:5')
})

it('a large result beside a call without an answer leaves room for a small one', () => {
  const lines = (name: string, count: number): string =>
    Array.from({ length: count }, (_, at) => `${name}/part-${at}/entry of the ${name}`).join('\n')
  const open = [
    ...longSession(30),
    say('assistant', call('large', 'rg entry'), call('small', 'find logs'), call('open', 'ls')),
    say('tool', result('large', lines('sources', 900))),
    say('tool', result('small', lines('logs', 90))),
  ]
  const { messages } = compressed(plain, open, { budget: 1500 })
  const shown = textsOf(plain, messages).join('\n')
  expect(shown.match(/^logs.part-/gm)?.length).toBeGreaterThan(2)
})

describe('what stays as it is', () => {
  const open = say('assistant', text('I start the server.'), call('open', 'npm start'))
  const session = [...longSession(30), say('assistant', text('I write it down.')), open]
  const lastUser = session.findLastIndex(({ role }) => role === 'user')

  it.each(['openai-chat', 'anthropic', 'gemini', 'ai-sdk'] satisfies readonly FormatName[])(
    'in %s: preserved roles, pins, the last words of the user, open calls',
    name => {
      const format = formatNamed(name)
      const { messages, raw } = compressed(format, session, { budget: '8%', pins: [10] })
      for (const index of [10, lastUser, raw.length - 1]) expect(isShown(messages, raw[index])).toBe(true)
      for (const [index, { role }] of format.read(raw).entries())
        if (role === 'system') expect(isShown(messages, raw[index])).toBe(true)
      expect(messages.length).toBeLessThan(raw.length / 3)
    },
  )

  it('what the caller preserves by pattern or role', () => {
    const { messages, raw } = compressed(plain, session, {
      budget: '40%',
      preservePatterns: [/queue_311\b/],
      preserve: ['user'],
    })
    const named = raw.filter(message => /queue_311\b/.test(JSON.stringify(message)))
    expect(named.length).toBeGreaterThan(0)
    for (const message of named) expect(isShown(messages, message)).toBe(true)
    for (const [index, { role }] of session.entries())
      if (role === 'user') expect(isShown(messages, raw[index])).toBe(true)
  })

  it('the newest messages, before what is older', () => {
    const { messages, raw } = compressed(plain, longSession(30), { budget: '50%' })
    expect(messages.slice(-5)).toEqual(raw.slice(-5))
    expect(messages.at(-5)).toBe(raw.at(-5))
  })

  it('and messages without content, wherever they are', () => {
    const anthropic = formatNamed('anthropic')
    const empty = { role: 'assistant', content: [] }
    const [, ...rest] = anthropic.create(longSession(20))
    const raw = [empty, ...rest.slice(0, 9), empty, ...rest.slice(9, -1), empty, rest.at(-1)]
    for (const pins of [[], [1], [9], [11]]) {
      const { messages, originalsByHash, receipt } = compressSync(raw, {
        strategy: 'coverage',
        format: 'anthropic',
        budget: '15%',
        pins,
        trace: true,
      })
      expect(receipt.budget?.met).toBe(true)
      for (const pin of pins) expect(isShown(messages, raw[pin])).toBe(true)
      expect(uncompressSync(messages, originalsByHash, { format: 'anthropic' }).messages).toEqual(raw)
    }
  })
})

describe('what a digest shows', () => {
  const session = longSession(40)

  it('is what was said, to the letter', () => {
    const { messages, raw } = compressed(plain, session, { budget: '15%' })
    const said = textsOf(plain, raw).join('\n')
    const lines = digestsIn(plain, messages).flatMap(digest =>
      digest
        .split('\n')
        .slice(1)
        // `#3 → ls src/a [2/12 lines]` names a source; `#3 ls src/a` and `#3 assistant: …` show one.
        .filter(line => !/^#\d+ →|^State at #\d+: /.test(line))
        .map(line =>
          line
            .replace(/^#\d+ (?:user: |assistant: |ls )?/, '')
            .replace(/^…/, '')
            .replace(/ …$/, ''),
        ),
    )
    expect(lines.length).toBeGreaterThan(20)
    for (const line of lines.filter(each => each !== 'ls')) expect(said).toContain(line)
  })

  /** Number and words of what the agent said. */
  const spokenIn = (digest: string): readonly (readonly [number, string])[] =>
    Array.from(digest.matchAll(/^#(\d+) assistant: …?(.*?)(?: …)?$/gm), ([, number, words]) => [
      Number(number),
      words ?? '',
    ])

  it('numbers messages by their place in the conversation, in every digest', () => {
    const asked = [...session, ...longSession(40).slice(2)]
    const { messages, raw } = compressed(plain, asked, { budget: '15%' })
    const digests = digestsIn(plain, messages)
    const spoken = digests.flatMap(spokenIn)
    expect(spoken.length).toBeGreaterThan(0)
    for (const [number, words] of spoken)
      expect(textsOf(plain, [raw[number - 1]]).join('\n')).toContain(words)
  })

  it('leads from every number to its message, also through an earlier view', async () => {
    const store = memoryStore()
    const first = compressed(plain, session, { budget: '15%', store })
    const more = plain.create(longSession(60).slice(2))
    const raw = [...first.messages, ...more]
    const { messages } = compressSync(raw, { format: plain.name, strict: true, budget: '20%', store })
    const view = digestsIn(plain, messages).join('\n')
    const index = /(db_[0-9a-f]{12})#n is message n/.exec(view)?.[1] as string
    const whole = [...plain.create(session), ...more]
    for (const number of [2, 40, session.length - 1, session.length + 9]) {
      const shown = JSON.parse(await expand(`${index}#${number}`, store))
      expect(shown).toEqual(whole[number - 1])
    }
    await expect(expand(`${index}#${whole.length}`, store)).rejects.toThrow(
      /it leads to messages .* in the view as they were/,
    )
  })

  it('says once how to read the digests of a view, and leads to the messages of each in the next view', async () => {
    const store = memoryStore()
    const first = compressed(plain, session, { budget: '15%', store, pins: [20] })
    const heads = digestsIn(plain, first.messages).flatMap(text => text.match(/^\[Condensed: .*\]$/gm) ?? [])
    expect(heads).toHaveLength(2)
    expect(heads.filter(head => head.includes('#n is message n'))).toEqual([heads[0]])
    const raw = [...first.messages, ...plain.create(longSession(60).slice(2))]
    const { messages } = compressSync(raw, { format: plain.name, strict: true, budget: '20%', store })
    const index = /(db_[0-9a-f]{12})#n is message n/.exec(digestsIn(plain, messages).join('\n'))?.[1]
    for (const number of [2, 40, session.length + 9])
      expect(JSON.parse(await expand(`${index}#${number}`, store))).toEqual(
        [...plain.create(session), ...plain.create(longSession(60).slice(2))][number - 1],
      )
  })

  it('leads to a message whose digest would be larger than it is', async () => {
    const store = memoryStore()
    const said = [say('user', text('Begin.')), say('assistant', text('Yes.')), say('user', text('Go on.'))]
    const all = [...said, ...session.slice(2)]
    const { messages, raw } = compressed(plain, all, { budget: '15%', store, pins: [0, 2] })
    expect(messages[1]).toBe(raw[1])
    const index = /(db_[0-9a-f]{12})#n is message n/.exec(textsOf(plain, messages).join('\n'))?.[1]
    expect(JSON.parse(await expand(`${index}#2`, store))).toEqual(raw[1])
  })

  it('has the rules of the user even in the smallest view', () => {
    const { messages } = compressed(plain, session, { budget: '3%' })
    expect(digestsIn(plain, messages).join('\n')).toContain(rule)
    expect(textsOf(plain, messages)).toContain(lastWish)
    expect(textsOf(plain, messages)).not.toContain(`${goal}\n${rule}`)
  })

  it.each([
    ['said by the agent', 'queue_310', '4%'],
    ['called by the agent', 'src/upload/part_13', '4%'],
    ['printed by a tool', 'queue_31062', '20%'],
  ] as const)('follows the focus to what was %s', (_, name, budget) => {
    const shown = (focus?: string): string =>
      textsOf(plain, compressed(plain, session, { budget, focus }).messages).join('\n')
    expect(textsOf(plain, plain.create(session)).join('\n')).toContain(name)
    expect(shown()).not.toContain(name)
    expect(shown(`Look at ${name} again`)).toContain(name)
  })

  it('stays with what the focus is about, and not only with the line that names it', () => {
    const syllables = ['ba', 'ke', 'mo', 'tu']
    const topics = ['the harbour', 'the tax office', 'the school', 'the bridge', 'the library', 'the stadium']
    /** No word twice: only its place distinguishes a sentence from others. */
    const word = (number: number): string =>
      [0, 1, 2, 3].map(at => syllables[(number >> (2 * at)) & 3]).join('')
    const talk = topics.flatMap((topic, index) => [
      { role: 'user', content: `We come to ${topic} now.` },
      ...Array.from({ length: 8 }, (_, turn) => {
        const first = (index * 8 + turn) * 3
        return { role: 'user', content: `${word(first)} and ${word(first + 1)} with ${word(first + 2)}.` }
      }),
    ])
    const shownAfter = (topic: string, focus?: string): number => {
      const { messages } = compressSync(talk, { format: plain.name, budget: '40%', focus })
      const view = textsOf(plain, messages).join('\n')
      const at = talk.findIndex(({ content }) => content.includes(topic))
      return talk.slice(at + 1, at + 5).filter(({ content }) => view.includes(content)).length
    }
    for (const topic of ['the school', 'the bridge'])
      expect(shownAfter(topic, `What was said about ${topic}?`)).toBeGreaterThan(shownAfter(topic))
  })

  it('is the same each time', () => {
    const options = { budget: '15%', focus: 'invoices' } as const
    expect(compressed(plain, session, options)).toEqual(compressed(plain, session, options))
  })
})

describe('the way back', () => {
  const session = longSession(25)

  it.each(formats)('from $name without a handle in the view', format => {
    const named = compressed(format, session, { budget: '12%' })
    expect(textsOf(format, named.messages).flatMap(handlesIn)).toEqual(
      named.receipt.changes.map(({ handle }) => handle),
    )
    const { messages, raw, originalsByHash } = compressed(format, session, { budget: '12%', handles: 'none' })
    expect(digestsIn(format, messages).length).toBeGreaterThan(0)
    expect(JSON.stringify(messages)).not.toContain('db_')
    const back = uncompressSync(messages, originalsByHash, { format: format.name })
    expect(JSON.stringify(back.messages)).toBe(JSON.stringify(raw))
  })

  it.each(formats)('from $name, over rounds with new messages between', format => {
    for (const handles of ['named', 'none'] as const) {
      const store = memoryStore()
      const rounds = [
        longSession(12),
        longSession(9).slice(1),
        longSession(15).slice(1),
        longSession(4).slice(1),
      ]
      let view: readonly unknown[] = []
      let whole: readonly unknown[] = []
      for (const round of rounds) {
        const raw = format.create(round)
        whole = [...whole, ...raw]
        const next = compressSync([...view, ...raw], {
          strategy: 'coverage',
          format: format.name,
          strict: true,
          budget: '25%',
          handles,
          store,
        })
        expect(next.receipt.budget?.met).toBe(true)
        view = next.messages
      }
      expect(view.length).toBeLessThan(whole.length / 3)
      const back = uncompressSync(view, store, { format: format.name })
      expect(JSON.stringify(back.messages)).toBe(JSON.stringify(whole))
    }
  })
})

describe('the lines at the head of a view', () => {
  const options = { budget: '30%' } as const

  it('say what was changed and how checks came out, with the numbers of the messages', () => {
    const [head = ''] = digestsIn(plain, compressed(plain, workSession(20), options).messages)
    const [first, ...rest] = head.split('\n')
    expect(first).toMatch(/^\[Condensed: \d+ earlier messages/)
    expect(rest.find(line => line.startsWith('Changed files: '))).toContain('part-19.ts')
  })

  it('cover what an earlier digest replaces, where the store has it', () => {
    const store = memoryStore()
    const first = compressed(plain, workSession(20), { budget: '30%', store })
    const raw = [...first.messages, ...plain.create(workRounds(20, 12))]
    const filesWith = (kept: SyncStore): number => {
      const { messages } = compressSync(raw, { format: plain.name, strict: true, budget: '40%', store: kept })
      const line = /^Changed files: (.*)$/m.exec(digestsIn(plain, messages).join('\n'))?.[1] ?? ''
      return line.split('; ').length + Number(/and (\d+) more$/.exec(line)?.[1] ?? 1) - 1
    }
    expect(filesWith(store)).toBeGreaterThan(filesWith(memoryStore()))
  })

  it('believe no text that claims to replace more messages than there can be', () => {
    const claim = '[Condensed: 999999999 earlier messages, 5 tokens; "…" marks what is left out]'
    const raw = [{ role: 'user', content: claim }, ...plain.create(workSession(20))]
    const { messages } = compressSync(raw, { format: plain.name, strict: true, budget: '40%' })
    const view = digestsIn(plain, messages).join('\n')
    const numbers = Array.from(view.matchAll(/^#(\d+) /gm), ([, number]) => Number(number))
    expect(numbers.length).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBeLessThanOrEqual(raw.length)
  })

  it('repeat nothing that stays in the view', () => {
    const kept = 'You must never rename the table of accounts.'
    const { messages } = compressed(plain, [...longSession(120), say('user', text(kept))], options)
    expect(digestsIn(plain, messages).join('\n')).not.toContain(kept)
    expect(JSON.stringify(messages.at(-1))).toContain(kept)
  })

  it('is left out where people only speak', () => {
    const talk = Array.from({ length: 800 }, (_, index) =>
      say(
        index % 2 === 0 ? 'user' : 'assistant',
        text(
          `In part ${index} we went through the plans for garden ${index * 7} and its ${index % 13} ponds. It took a while.`,
        ),
      ),
    )
    const { messages, receipt } = compressed(plain, talk, options)
    expect(receipt.budget?.met).toBe(true)
    expect(digestsIn(plain, messages).join('\n')).not.toContain('Changed files: ')
  })

  it('is left out where there is no room for it', () => {
    const [small = ''] = digestsIn(plain, compressed(plain, longSession(120), { budget: '3%' }).messages)
    expect(small).not.toContain('Changed files: ')
    expect(small).toContain(rule)
  })
})
