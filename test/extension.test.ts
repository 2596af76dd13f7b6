/** A new format, transcript, kind of content, strategy, host and store: each is one descriptor, added by a function or by a line. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { openOrCreateStore } from '../src/doors/cli/open-store.ts'
import { readHookArguments } from '../src/doors/hooks/hook-settings.ts'
import type { Host } from '../src/doors/hooks/hosts/host.ts'
import { hosts } from '../src/doors/hooks/hosts/index.ts'
import { configurationOf } from '../src/doors/hooks/install/configuration.ts'
import { runHook } from '../src/doors/hooks/run-hook.ts'
import { runSelftest } from '../src/doors/hooks/selftest/run-selftest.ts'
import { createProxy } from '../src/doors/proxy/index.ts'
import type { Format } from '../src/formats/format.ts'
import { plain } from '../src/formats/plain.ts'
import { isRecord } from '../src/formats/raw-value.ts'
import {
  type CompressOptions,
  compress,
  compressRequest,
  compressSync,
  detectFormat,
  inspect,
  uncompress,
} from '../src/index.ts'
import type { Content } from '../src/reduce/content/content.ts'
import { linePieces } from '../src/reduce/content/lines.ts'
import { storeKinds } from '../src/store/index.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import type { SyncStore } from '../src/store/store.ts'
import { strategies } from '../src/strategies/index.ts'
import { spanStrategy } from '../src/strategies/spans/span-chooser.ts'
import { newestFirst, type SpanStrategy } from '../src/strategies/spans/span-strategy.ts'
import type { Strategy } from '../src/strategies/strategy.ts'
import {
  addContent,
  addFormat,
  addStrategy,
  addTranscript,
  type Remove,
  type Sample,
} from '../src/tools/extend/index.ts'
import { readTranscriptFrom } from '../src/transcripts/entry.ts'

/** Runs with what was added. */
async function withAdded(remove: Remove, run: () => Promise<void> | void): Promise<void> {
  try {
    await run()
  } finally {
    remove()
  }
}

/** Runs with one more line at the beginning of a registry that has no function for it. */
async function withLine<Entry>(
  registry: readonly Entry[],
  entry: Entry,
  run: () => Promise<void> | void,
): Promise<void> {
  const lines = registry as Entry[]
  lines.unshift(entry)
  try {
    await run()
  } finally {
    lines.splice(lines.indexOf(entry), 1)
  }
}

function fail(why: string): never {
  throw new Error(why)
}

const prose = (from: number): string =>
  Array.from({ length: 60 }, (_, at) => `The cart shows tax ${from + at} of order ${at * 7}.`).join(' ')

describe('a format', () => {
  const telegraph: Format = {
    ...plain,
    name: 'telegraph',
    title: 'Telegraph',
    request: {
      messages: 'wires',
      system: ['header'],
      tools: [],
      routes: [{ path: /\/telegraph$/, purpose: 'answer' }],
    },
    framing: { message: 7, toolCall: 0, toolResult: 0, reply: 1 },
    detect: message =>
      isRecord(message) && typeof message.wire === 'string'
        ? { fits: 'own' }
        : { fits: 'no', why: 'it has no wire' },
    read: wires =>
      wires.map(wire => {
        const { by, wire: text } = wire as { by: string; wire: string }
        const block = { type: 'text', text, media: 'text', path: ['wire'] } as const
        return { role: by === 'office' ? 'assistant' : 'user', blocks: [block] }
      }),
    check: () => [],
    create: messages =>
      messages.map(({ role, blocks }) => ({
        by: role === 'assistant' ? 'office' : 'sender',
        wire: blocks.map(block => (block.type === 'text' ? block.text : '')).join('\n'),
      })),
  }
  const wires = Array.from({ length: 12 }, (_, at) => ({
    by: at % 2 === 0 ? 'sender' : 'office',
    wire: prose(at * 1000),
  }))

  it('is detected, counted by its framing, compressed and restored', () =>
    withAdded(addFormat(telegraph), async () => {
      expect(detectFormat(wires).name).toBe('telegraph')
      expect(inspect({ messages: wires, format: 'telegraph' }).overhead).toBe(1 + 12 * 7)
      const { messages, receipt, originalsByHash } = await compress(wires, { budget: '40%', strategy: 'cap' })
      expect(receipt.format).toBe('telegraph')
      expect(receipt.tokens.after.tokens).toBeLessThan(receipt.tokens.before.tokens)
      expect((await uncompress(messages, originalsByHash)).messages).toEqual(wires)
    }))

  it('is found in a request body, and is named where another is not', () =>
    withAdded(addFormat(telegraph), async () => {
      const { body } = await compressRequest(
        { wires, header: 'Be short.' },
        { budget: '50%', strategy: 'cap' },
      )
      expect(JSON.stringify(body).length).toBeLessThan(JSON.stringify(wires).length)
      expect(() => detectFormat([{ smoke: 'signal' }])).toThrow('Telegraph')
      expect(() => detectFormat([7])).toThrow('Telegraph')
    }))

  it('is compressed by the proxy on its own route', () =>
    withAdded(addFormat(telegraph), async () => {
      const bodies: string[] = []
      const provider = createServer(async (incoming, outgoing) => {
        let body = ''
        for await (const chunk of incoming) body += chunk
        bodies.push(body)
        outgoing.setHeader('content-type', 'application/json').end('{}')
      })
      await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
      const upstream = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
      const proxy = createProxy({ upstream, workers: 0, tools: true, session: { window: 4000 } })
      const { url } = await proxy.listen({ port: 0 })
      const long = [
        ...wires,
        ...wires.map(({ by, wire }) => ({ by, wire: wire.replaceAll('cart', 'basket') })),
      ]
      const ask = async (path: string): Promise<void> => {
        await (await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify({ wires: long }) })).text()
      }
      await ask('/v1/telegraph')
      await ask('/v1/semaphore')
      await proxy.close()
      provider.close()
      expect(bodies[0]?.length).toBeLessThan((bodies[1]?.length ?? 0) * 0.8)
      expect(JSON.parse(bodies[1] ?? '')).toEqual({ wires: long })
    }))
})

describe('a transcript', () => {
  it('is detected and read', () =>
    withAdded(
      addTranscript({
        agent: 'clerk',
        detect: ([first]) => isRecord(first) && first.clerk === true,
        begin: () => {
          const messages: unknown[] = []
          return {
            add: record => {
              if (isRecord(record) && typeof record.said === 'string')
                messages.push({ role: 'user', content: record.said })
              return undefined
            },
            finish: () => ({
              agent: 'clerk',
              format: 'plain',
              messages,
              origins: messages.map((_, at) => ({ line: at + 2 })),
              events: [],
              sidechains: [],
            }),
          }
        },
      }),
      async () => {
        const read = await readTranscriptFrom('{"clerk":true}\n{"said":"hello"}\n')
        expect(read.agent).toBe('clerk')
        expect(compressSync(read.messages, { format: read.format }).messages).toEqual([
          { role: 'user', content: 'hello' },
        ])
      },
    ))
})

describe('a kind of content', () => {
  const ticker: Content = {
    name: 'ticker',
    detect: ({ lines }) => lines[0]?.startsWith('TICK ') === true,
    fits: ({ text }) => text.startsWith('TICK '),
    pieces: (text, source) =>
      linePieces(text, source).map(piece => ({
        ...piece,
        value: piece.text.includes('HALT') ? 'key' : 'noise',
      })),
  }
  const ticks = Array.from({ length: 400 }, (_, at) => `TICK ${at} ${at === 200 ? 'HALT zinc' : 'open'}`)
  const messages = [
    { role: 'user', content: 'Watch the exchange.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'watch', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: ticks.join('\n') },
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'And now?' },
  ]

  it('is measured as its own, and its pieces are what a view shows', () =>
    withAdded(addContent(ticker), () => {
      expect(inspect({ messages, format: 'openai-chat' }).kinds.map(({ name }) => name)).toContain('ticker')
      const view = JSON.stringify(compressSync(messages, { budget: '20%' }).messages)
      expect(view).toContain('HALT zinc')
    }))

  it('can be frozen, and an object of a class with private fields', async () => {
    class PrivateTicker implements Content {
      readonly name = 'ticker'
      readonly #beginning = 'TICK '
      detect({ lines }: Sample): boolean {
        return lines[0]?.startsWith(this.#beginning) === true
      }
      fits({ text }: { readonly text: string }): boolean {
        return text.startsWith(this.#beginning)
      }
      pieces: Content['pieces'] = ticker.pieces
    }
    for (const content of [Object.freeze({ ...ticker }), new PrivateTicker()])
      await withAdded(addContent(content), () => {
        const { messages: view } = compressSync(messages, { budget: '20%', strict: true })
        expect(JSON.stringify(view)).toContain('HALT zinc')
      })
  })

  it('that fails to detect a text is named', () =>
    withAdded(addContent({ ...ticker, detect: () => fail('no sample') }), () => {
      const { receipt } = compressSync(messages, { budget: '20%' })
      expect(receipt.notes.map(({ message }) => message)).toEqual([
        'The kind of content ticker failed: no sample',
      ])
    }))

  it('takes the place of another of its name, also for texts that were read before', () => {
    const shown = (word: string): string => {
      const pieces: Content['pieces'] = (text, source) =>
        linePieces(text, source).map(piece => ({
          ...piece,
          value: piece.text.includes(word) ? 'key' : 'noise',
        }))
      const remove = addContent({ ...ticker, pieces })
      try {
        return JSON.stringify(compressSync(messages, { budget: '20%' }).messages)
      } finally {
        remove()
      }
    }
    expect(shown('TICK 111 ')).toContain('TICK 111 ')
    const other = shown('TICK 333 ')
    expect(other).toContain('TICK 333 ')
    expect(other).not.toContain('TICK 111 ')
  })

  it.each([
    ['fails', () => fail('no ticks'), 'The kind of content ticker failed: no ticks'],
    ['has no pieces', () => undefined, /^The kind of content ticker returned no list of pieces: each needs/],
    [
      'leaves lines out',
      (text: string) => linePieces(text, { role: 'tool', kind: 'ticker' }).slice(0, 9),
      /^The kind of content ticker returned pieces of 9 lines for a text of 400: /,
    ],
  ])('that %s is named, and the messages come back', (_, pieces, message) => {
    const remove = addContent({ ...ticker, pieces: pieces as Content['pieces'] })
    try {
      const result = compressSync(messages, { budget: '20%' })
      expect(result.messages).toBe(messages)
      expect(result.receipt.notes.map(note => note.message)).toEqual([expect.stringMatching(message)])
    } finally {
      remove()
    }
  })
})

declare module '../src/index.ts' {
  interface AddedStrategies {
    latest: 'handles'
  }
}

describe('a strategy', () => {
  const ofNewest: SpanStrategy = {
    name: 'latest',
    summaryForm: 'line',
    keeps: 2,
    leavesAlone: 0,
    tailShare: 1,
    rank: newestFirst,
    isUnbroken: true,
    reason: 'latest',
  }
  const latest = spanStrategy(ofNewest)
  const messages = Array.from({ length: 10 }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: prose(at),
  }))

  it('can be asked for by its name, and is named in the receipt', () =>
    withAdded(addStrategy(latest), async () => {
      const {
        receipt,
        messages: view,
        originalsByHash,
      } = await compress(messages, { strategy: 'latest', strict: true })
      expect(receipt.strategy).toBe('latest')
      expect(view.length).toBeLessThan(6)
      expect((await uncompress(view, originalsByHash)).messages).toEqual(messages)
      await expect(compress(messages, { strategy: 'newest', strict: true })).rejects.toThrow(
        'Known: auto, latest, ',
      )
    }))

  it('refuses the options that it does not read', () =>
    withAdded(addStrategy(latest), async () => {
      const options: CompressOptions = { strategy: 'latest', strict: true, handles: 'none' }
      await expect(compress(messages, options)).resolves.toBeDefined()
      // @ts-expect-error: the strategy was declared without them.
      const refused: CompressOptions = { strategy: 'latest', strict: true, rules: {} }
      await expect(compress(messages, refused)).rejects.toThrow('rules is not read by the strategy latest')
    }))

  it('that keeps whole messages says which group it reads, and a group that nobody reads is refused', async () => {
    const compressed = (options: object): Promise<unknown> => compress(messages, { ...options, strict: true })
    const cap = strategies.findIndex(({ name }) => name === 'cap')
    const [taken] = (strategies as Strategy[]).splice(cap, 1)
    try {
      await expect(compressed({ strategy: 'window', cap: {} })).rejects.toThrow(
        'cap is not read by the strategy window, which applies here; it is read by no strategy.',
      )
      await withAdded(addStrategy(spanStrategy({ ...ofNewest, reads: ['cap'] })), async () => {
        await expect(compressed({ strategy: 'latest', cap: {}, handles: 'none' })).resolves.toBeDefined()
        await expect(compressed({ strategy: 'window', cap: {} })).rejects.toThrow('it is read by latest.')
      })
    } finally {
      ;(strategies as Strategy[]).splice(cap, 0, taken as Strategy)
    }
  })

  it('is added with the options that it reads, or with all of them', async () => {
    const { reads: _, ...readsAny } = { ...latest, name: 'reads-any' }
    const removes = [addStrategy({ ...latest, name: 'reads-focus', reads: ['focus'] }), addStrategy(readsAny)]
    const compressed = (options: object): Promise<unknown> => compress(messages, { ...options, strict: true })
    await expect(compressed({ strategy: 'reads-focus', focus: 'tax' })).resolves.toBeDefined()
    await expect(compressed({ strategy: 'reads-focus', cap: {} })).rejects.toThrow(
      'cap is not read by the strategy reads-focus, which applies here; it is read by cap.',
    )
    await expect(compressed({ strategy: 'reads-any', focus: 'tax', cap: {} })).resolves.toBeDefined()
    expect(() => addStrategy(readsAny)).toThrow('There is a strategy reads-any already.')
    for (const remove of removes) remove()
    await expect(compressed({ strategy: 'reads-any' })).rejects.toThrow('There is no strategy "reads-any"')
  })
})

describe('a host', () => {
  const butler: Host = {
    name: 'butler',
    title: 'A host',
    program: 'butler',
    note: 'Ring the bell.',
    projectDirectory: '.butler',
    userDirectory: home => `${home}/.butler`,
    hookFile: {
      type: 'commands',
      file: 'settings.json',
      entries: [{ event: 'AfterErrand', timeout: 5 }],
    },
    events: {
      AfterErrand: async (payload, tools) => ({ wrap: tools.wrap, errand: payload['errand'] }),
    },
    selftest: {
      transcript: '',
      checks: async bench => [{ name: 'an errand', ok: bench.transcript !== '', detail: 'it is run' }],
    },
  }

  it('answers its events, is installed in its file, and tests itself', () =>
    withLine(hosts, butler, async () => {
      const { settings } = readHookArguments(['--wrap', 'never'], {})
      const input = async (): Promise<string> => '{"errand":"tea"}'
      expect(await runHook({ host: 'butler', event: 'AfterErrand', input, settings, env: {} })).toBe(
        '{"wrap":"never","errand":"tea"}',
      )
      const around = { home: '/home/a', project: '/p', env: {}, read: () => undefined }
      const configuration = configurationOf(butler, 'user', around)
      const text = configuration.add('', { program: 'fovea', options: '' })
      expect(configuration.file).toBe('/home/a/.butler/settings.json')
      expect(configuration.hooks(text)).toEqual([
        { event: 'AfterErrand', matcher: undefined, command: 'fovea hook run butler AfterErrand' },
      ])
      expect(await runSelftest(configuration, configuration.hooks(text))).toEqual([
        { name: 'an errand', ok: true, detail: 'it is run' },
      ])
    }))
})

describe('a store', () => {
  it('is opened by its address, also by commands', () => {
    const drawer = memoryStore()
    return withLine(
      storeKinds,
      {
        name: 'drawer',
        accepts: address => address.startsWith('drawer:'),
        exists: () => true,
        open: () => drawer,
      },
      async () => {
        const store: SyncStore = openOrCreateStore('drawer:top')
        const { messages, receipt } = await compress(
          [
            { role: 'user', content: prose(1) },
            { role: 'assistant', content: prose(2) },
            { role: 'user', content: 'Go on.' },
          ],
          { store, strategy: 'cap', budget: '60%', recencyWindow: 0 },
        )
        expect(receipt.changes.length).toBeGreaterThan(0)
        expect((await uncompress(messages, drawer)).messages[0]).toEqual({ role: 'user', content: prose(1) })
      },
    )
  })
})
