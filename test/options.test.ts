import { describe, expect, it } from 'vitest'
import { compress, compressSync } from '../src/compress.ts'
import { compressRequest } from '../src/compress-request.ts'
import { foveaMiddleware } from '../src/doors/middleware/ai-sdk.ts'
import { FoveaError } from '../src/errors.ts'
import { expand } from '../src/expand.ts'
import { plain } from '../src/formats/plain.ts'
import { createSession, createSessions, reduceOutput, type SessionOptions } from '../src/session/session.ts'
import { checkNames } from '../src/settings/option-names.ts'
import { sqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { SyncStore } from '../src/store/store.ts'
import type { CompressOptions, SyncCompressOptions } from '../src/strategies/options/compress-options.ts'
import { resolveOptions } from '../src/strategies/options/resolve-options.ts'
import { exactCounter } from '../src/tokens/tokens.ts'
import { addContent, addFormat, addStrategy, addTranscript } from '../src/tools/extend/index.ts'
import { uncompress, uncompressSync } from '../src/uncompress.ts'

/** As they come from JavaScript. */
function messageOf(options: object): string | undefined {
  try {
    resolveOptions(options as CompressOptions)
    return undefined
  } catch (error) {
    if (FoveaError.isInstance(error) && error.code === 'invalid-option') return error.message
    throw error
  }
}

describe('the name of an option', () => {
  it.each([
    [{ bugdet: 500 }, 'There is no option bugdet; did you mean budget?'],
    [{ recencywindow: 3 }, 'There is no option recencywindow; did you mean recencyWindow?'],
    [{ rules: { fuzyDedup: true } }, 'There is no option rules.fuzyDedup; did you mean rules.fuzzyDedup?'],
    [
      { model: { sumarizer: () => '' } },
      'There is no option model.sumarizer; did you mean model.summarizer?',
    ],
    [{ session: { ids: 'a' } }, 'There is no option session.ids; did you mean session.id?'],
    [{ fuzzy: true }, 'There is no option fuzzy; did you mean rules.fuzzyDedup?'],
    [{ strategy: 'covrage' }, 'There is no strategy "covrage"; did you mean "coverage"?'],
  ])('that is misspelt is refused with the nearest one: %j', (options, message) => {
    expect(messageOf(options)).toBe(message)
  })

  it.each([
    [{ fuzzyDedup: true }, 'fuzzyDedup is no option here; write rules.fuzzyDedup.'],
    [{ summarizer: () => '' }, 'summarizer is no option here; write model.summarizer.'],
    [{ rules: { budget: 3 } }, 'rules.budget is no option here; write budget.'],
    [{ maxBlockTokens: 3 }, 'maxBlockTokens is no option here; write cap.maxBlockTokens.'],
    [{ rehydrate: true }, 'rehydrate is no option here; write anchored.rehydrate.'],
  ])('that is in the wrong place is refused with the right one: %j', (options, message) => {
    expect(messageOf(options)).toBe(message)
  })

  it('that resembles none is refused with those that there are', () => {
    expect(messageOf({ zzz: 1 })).toMatch(
      /^There is no option zzz\. Known: strategy, store, budget, [^.]+\.$/,
    )
    expect(messageOf({ partition: { zone: 1 } })).toBe(
      'There is no option partition.zone. Known: partition.share, partition.window, partition.times, partition.since, partition.clock.',
    )
    expect(messageOf({ strategy: 'zzz' })).toMatch(/^There is no strategy "zzz"\. Known: auto, cap, rules, /)
    expect(messageOf({ strategy: 5 })).toMatch(/^There is no strategy 5\. Known: auto, cap, rules, /)
    expect(messageOf({ ['x'.repeat(10_000)]: 1 })).toMatch(/^There is no option x{80}\. Known: /)
  })

  it('is no inherited one', () => {
    expect(messageOf({ constructor: 1 })).toMatch(/constructor/)
    expect(() => checkNames({ toString: 1 }, { budget: true })).toThrow(/toString/)
  })
})

describe('an option that the strategy does not read', () => {
  it.each([
    [
      { strategy: 'cap', rules: {} },
      'rules is not read by the strategy cap, which applies here; it is read by rules.',
    ],
    [
      { budget: 500, rules: {} },
      'rules is not read by the strategy coverage, which applies here, as no strategy was asked for; it is read by rules.',
    ],
    [
      { focus: 'the login' },
      'focus is not read by the strategy rules, which applies here, as no strategy was asked for; it is read by coverage, auto.',
    ],
    [
      { strategy: 'window', partition: {} },
      'partition is not read by the strategy window, which applies here; it is read by partition.',
    ],
    [
      { budget: 500, model: { classifier: () => ({ decision: 'preserve' }) } },
      'model.classifier is not read by the strategy coverage, which applies here, as no strategy was asked for; it is read by rules.',
    ],
  ])('is refused: %j', (options, message) => {
    expect(messageOf(options)).toBe(message)
  })

  it.each([
    { rules: { fuzzyDedup: true } },
    { budget: 500, focus: 'the login', handles: 'none' },
    { strategy: 'cap', rules: undefined, cap: { maxBlockTokens: 100 } },
    { strategy: 'auto', auto: { speed: true }, anchored: { rehydrate: { files: 1 } }, focus: 'x' },
    { window: 'claude-opus-5', focus: 'x' },
  ])('is not: %j', options => {
    expect(messageOf(options)).toBeUndefined()
  })

  it('is refused by the types, too', () => {
    const refused: SyncCompressOptions[] = [
      // @ts-expect-error: only rules reads them.
      { strategy: 'cap', rules: {} },
      // @ts-expect-error: auto never chooses rules.
      { strategy: 'auto', rules: {} },
      // @ts-expect-error: only coverage has a focus.
      { strategy: 'rules', focus: 'x' },
      // @ts-expect-error: misspelt.
      { bugdet: 3 },
      // @ts-expect-error: belongs under rules.
      { fuzzyDedup: true },
      // @ts-expect-error: nobody waits for a model.
      { model: {} },
    ]
    for (const options of refused) expect(() => compressSync([], { ...options, strict: true })).toThrow()
  })
})

describe('a group of options', () => {
  it.each([
    [
      { model: 'gpt-5' },
      /^model is gpt-5; it must be a group of options; a model to count as is a `counter`\.$/,
    ],
    [{ rules: true }, /^rules is true; it must be a group of options\.$/],
    [{ strategy: 'partition', partition: null }, /^partition is null/],
    [{ strategy: 'cap', cap: [] }, /^cap is /],
  ])('is an object: %j', (options, message) => {
    expect(messageOf(options)).toMatch(message)
  })
})

describe('an invalid option', () => {
  const messages = [{ role: 'user', content: 'hello' }]

  it('is a note where nothing may be thrown, and the messages come back', async () => {
    const note = { code: 'invalid-option', message: 'There is no option bugdet; did you mean budget?' }
    for (const result of [
      await compress(messages, { bugdet: 3 } as object),
      compressSync(messages, { bugdet: 3 } as object),
    ]) {
      expect(result.messages).toBe(messages)
      expect(result.receipt.notes).toEqual([note])
    }
  })

  it('leaves no strategy in the receipt, as none was applied', async () => {
    const options = { strategy: 'covrage' } as object
    expect((await compress(messages, options)).receipt.strategy).toBe('none')
    expect(compressSync(messages, options).receipt.strategy).toBe('none')
    expect((await compressRequest({ messages }, options)).receipt.strategy).toBe('none')
  })

  it('is thrown with strict', async () => {
    const options = { bugdet: 3, strict: true } as object
    await expect(compress(messages, options)).rejects.toMatchObject({ code: 'invalid-option' })
    expect(() => compressSync(messages, options)).toThrow(/did you mean budget/)
  })
})

describe('a value of the wrong kind', () => {
  const bad = [
    [{ store: 'fovea.db' }, 'store is fovea.db; it must be a store, such as sqliteStore("fovea.db").'],
    [
      { store: Promise.resolve() },
      'store is an object; it must be a store, such as sqliteStore("fovea.db").',
    ],
    [{ counter: {} }, 'counter is an object; it must be the name of a model, or an object with count(text).'],
    [
      { counter: { count: async () => 1 } },
      'counter.count("text") is an object; it must be a number of at least 0.',
    ],
    [
      { counter: { count: () => Number.NaN } },
      'counter.count("text") is NaN; it must be a number of at least 0.',
    ],
    [{ reserved: '5' }, 'reserved is 5; it must be a number of at least 0.'],
    [{ recencyWindow: '4' }, 'recencyWindow is 4; it must be a number of at least 0.'],
    [
      { preserve: 'user' },
      'preserve is user; it must be a list, each item system, developer, user, assistant or tool.',
    ],
    [{ preserve: ['usr'] }, 'preserve[0] is usr; it must be system, developer, user, assistant or tool.'],
    [{ pins: 5 }, 'pins is 5; it must be a list, each item the index or the id of a message.'],
    [{ pins: [-1] }, 'pins[0] is -1; it must be the index or the id of a message.'],
    [
      { preservePatterns: /x/ },
      'preservePatterns is an object; it must be a list, each item a regular expression.',
    ],
    [{ preservePatterns: ['x'] }, 'preservePatterns[0] is x; it must be a regular expression.'],
    [{ dedup: 'no' }, 'dedup is no; it must be true or false.'],
    [{ strict: 'no' }, 'strict is no; it must be true or false.'],
    [{ dryRun: 1 }, 'dryRun is 1; it must be true or false.'],
    [{ instructions: 'none' }, 'instructions is none; it must be "fit" or "verbatim".'],
    [{ budget: 500, handles: 'yes' }, 'handles is yes; it must be "named" or "none".'],
    [{ budget: 500, focus: 5 }, 'focus is 5; it must be a text.'],
    [{ session: {} }, 'session is an object; it must be a name, or { id }.'],
    [{ onNote: 5 }, 'onNote is 5; it must be a function.'],
    [{ rules: { forceConverge: 'yes' } }, 'rules.forceConverge is yes; it must be true or false.'],
    [{ rules: { sourceVersion: '2' } }, 'rules.sourceVersion is 2; it must be a number of at least 0.'],
    [null, 'The options are null; they must be an object.'],
    ['30%', 'The options are "30%"; they must be an object.'],
  ] as const

  it.each(bad)('is refused: %j', async (options, message) => {
    const messages = [{ role: 'user', content: 'hello' }]
    const notes = [{ code: 'invalid-option', message }]
    const given = options as unknown as SyncCompressOptions
    expect(await compress(messages, given)).toMatchObject({ messages, receipt: { notes } })
    expect(compressSync(messages, given)).toMatchObject({ messages, receipt: { notes } })
    expect(await compressRequest({ messages }, given)).toMatchObject({
      body: { messages },
      receipt: { notes },
    })
  })
})

describe('a session, and a middleware', () => {
  const bad = [
    [{ store: 'fovea.db' }, 'store is fovea.db; it must be a store, such as sqliteStore("fovea.db").'],
    [{ counter: {} }, 'counter is an object; it must be the name of a model, or an object with count(text).'],
    [{ id: 5 }, 'id is 5; it must be a text.'],
    [{ clock: 5 }, 'clock is 5; it must be a function.'],
    [{ window: '200000' }, 'window is 200000; it must be a number of at least 1.'],
    [{ prices: { read: -1, write: 1 } }, 'prices.read is -1; it must be a number of at least 0.'],
    [{ shortenOutputs: 5 }, 'shortenOutputs is 5; it must be a group of options, or false.'],
    [{ shortenOutputs: { files: 'no' } }, 'shortenOutputs.files is no; it must be true or false.'],
    [null, 'The options are null; they must be an object.'],
  ] as const

  it.each(bad)('refuses %j', (options, message) => {
    const error = new FoveaError('invalid-option', message)
    expect(() => createSession(options as unknown as SessionOptions)).toThrow(error)
    expect(() => foveaMiddleware(options as unknown as SessionOptions)).toThrow(error)
  })

  it.each([
    [{ timeoutMs: '5' }, 'timeoutMs is 5; it must be a number above 0.'],
    [{ onStep: 5 }, 'onStep is 5; it must be a function.'],
  ])('refuses %j', (options, message) => {
    expect(() => foveaMiddleware(options as object)).toThrow(new FoveaError('invalid-option', message))
  })
})

describe('a step of a session', () => {
  it('that is given a name that there is not leaves the request as it is, with a note', async () => {
    const request = { messages: [{ role: 'user', content: 'hello' }] }
    for (const session of [createSession(), createSessions()]) {
      const step = await session.step(request, { timeoutms: 50 } as object)
      expect(step.request).toBe(request)
      expect(step.receipt.notes).toEqual([
        { code: 'invalid-option', message: 'There is no option timeoutms; did you mean timeoutMs?' },
      ])
    }
  })
})

describe('what the other entries are given', () => {
  const bad: readonly (readonly [string, () => unknown, string])[] = [
    [
      'an encoding that is a model',
      () => exactCounter('gpt-5' as never),
      'There is no encoding "gpt-5". Known: o200k_base, cl100k_base; modelCounter takes the name of a model.',
    ],
    [
      'a store without a path',
      () => sqliteStore(undefined as never),
      'The path of the store is undefined; it must be a text, such as "fovea.db".',
    ],
    [
      'a misspelt option of a store',
      () => sqliteStore('fovea.db', { maxByte: 5 } as object),
      'There is no option maxByte. Known: busyTimeout, maxBytes.',
    ],
    [
      'a misspelt option of an output',
      () => reduceOutput({ text: 'ok' }, { maxTokns: 5 } as object),
      'There is no option maxTokns; did you mean maxTokens?',
    ],
    [
      'an output that is only its text',
      () => reduceOutput('ok' as never),
      'output.text is undefined; it must be a text.',
    ],
    ['a strategy without a name', () => addStrategy({} as never), 'A strategy needs a name.'],
    [
      'a strategy that cannot choose',
      () => addStrategy({ name: 'mine' } as never),
      'The strategy mine needs a function chooser; spanStrategy() makes one of a strategy that says which messages it keeps.',
    ],
    [
      'a kind of content without pieces',
      () => addContent({ name: 'mine', fits: () => true } as never),
      'The kind of content mine needs a function pieces.',
    ],
    [
      'a format that cannot join messages',
      () => addFormat({ ...plain, name: 'mine', join: undefined } as never),
      'The format mine needs a function join.',
    ],
    [
      'a reader of session files that is there already',
      () => addTranscript({ agent: 'codex', detect: () => true, begin: () => ({}) } as never),
      'There is a transcript reader codex already.',
    ],
    ['a reader of no agent', () => addTranscript({} as never), 'A transcript reader needs a name, in agent.'],
    ['sessions', () => createSessions(null as never), 'The options are null; they must be an object.'],
  ]

  it.each(bad)('is refused: %s', (_name, call, message) => {
    expect(call).toThrow(new FoveaError('invalid-option', message))
  })

  it('fails no step', async () => {
    const request = { messages: [{ role: 'user', content: 'hello' }] }
    expect((await createSession().step(request, null as never)).request).toBe(request)
  })
})

describe('a source of originals', () => {
  const messages = [{ role: 'user', content: 'hello' }]
  const message = 'The originals are nothing; pass the store, or the originalsByHash that compress returned.'
  const error = { code: 'invalid-option', message }

  it('is asked for where none is given', async () => {
    const none = undefined as unknown as SyncStore
    await expect(uncompress(messages, none)).rejects.toMatchObject(error)
    expect(() => uncompressSync(messages, none)).toThrow(new FoveaError('invalid-option', message))
    await expect(expand('db_0123456789ab', none)).rejects.toMatchObject(error)
  })
})

describe('how a model is asked', () => {
  const bad = [
    ['concurrency', 0, 'a whole number of at least 1'],
    ['concurrency', -1, 'a whole number of at least 1'],
    ['concurrency', 1.5, 'a whole number of at least 1'],
    ['concurrency', Number.NaN, 'a whole number of at least 1'],
    ['concurrency', Number.POSITIVE_INFINITY, 'a whole number of at least 1'],
    ['timeoutMs', 0, 'a number above 0'],
    ['timeoutMs', -5, 'a number above 0'],
    ['timeoutMs', Number.NaN, 'a number above 0'],
    ['maxCalls', -1, 'a number of at least 0'],
    ['maxCalls', Number.NaN, 'a number of at least 0'],
    ['minConfidence', -0.1, 'a number from 0 to 1'],
    ['minConfidence', 1.1, 'a number from 0 to 1'],
    ['minConfidence', '0.5', 'a number from 0 to 1'],
    ['minConfidence', Number.NaN, 'a number from 0 to 1'],
    ['classifierMode', 'all', '"hybrid" or "full"'],
    ['summarizer', 'gpt-5', 'a function'],
    ['signal', 5, 'an AbortSignal'],
  ] as const

  it.each(bad)('model.%s may not be %s', async (option, value, wanted) => {
    const options = { model: { [option]: value } } as CompressOptions
    const message = `model.${option} is ${value}; it must be ${wanted}.`
    expect(() => resolveOptions(options)).toThrow(new FoveaError('invalid-option', message))
    const { receipt } = await compress([{ role: 'user', content: 'hello' }], options)
    expect(receipt.notes).toEqual([{ code: 'invalid-option', message }])
  })

  it('takes everything that makes sense', () => {
    const limits = { concurrency: 1, timeoutMs: Number.POSITIVE_INFINITY, maxCalls: 0, minConfidence: 1 }
    expect(resolveOptions({ model: limits }).model).toEqual({ ...limits, classifierMode: 'hybrid' })
    expect(resolveOptions({ model: { concurrency: undefined } }).model.concurrency).toBeUndefined()
    expect(resolveOptions({}).model).toEqual({ classifierMode: 'hybrid' })
  })
})
