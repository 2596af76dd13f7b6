import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../../src/compress.ts'
import type { Format } from '../../src/formats/format.ts'
import { formats } from '../../src/formats/index.ts'
import type { Receipt } from '../../src/receipt.ts'
import { handlesIn } from '../../src/scan/marker.ts'
import { memoryStore } from '../../src/store/memory-store.ts'
import type { SyncCompressOptions } from '../../src/strategies/options/compress-options.ts'
import { countMessage } from '../../src/tokens/message-tokens.ts'
import { exactCounter } from '../../src/tokens/tokens.ts'
import type { ReducerName } from '../../src/types.ts'
import { uncompressSync } from '../../src/uncompress.ts'
import { automaticOptions, compressOptions as options } from './compress-options.ts'
import { type Conversation, conversation, neutralConversation, rawMessages } from './conversations.ts'

/** Reducers whose views name the original; those of the rules leave it to the receipt. */
const namesHandle: ReadonlySet<ReducerName> = new Set([
  'excerpt',
  'duplicate',
  'file-pointer',
  'conversation-summary',
  'command-excerpt',
  'result-reference',
  'digest',
  'earlier-line',
  'ledger',
  'session-summary',
  'opaque-line',
])

/** Reducers that put one message in the place of several; `handles: 'none'` holds for them. */
const tellsOfMessages: ReadonlySet<ReducerName> = new Set([
  'digest',
  'earlier-line',
  'ledger',
  'session-summary',
  'opaque-line',
])

/** Strategies that promise nothing for being recent alone. */
const keepsByOtherRules: ReadonlySet<unknown> = new Set(['coverage', 'importance', 'opaque'])

const counter = exactCounter()

/** Tokens of each message, with its framing. */
function messageSizes(format: Format, messages: readonly unknown[]): readonly number[] {
  return format.read(messages).map(message => countMessage(message, format.framing, counter))
}

function sumOf(numbers: readonly (number | undefined)[]): number {
  return numbers.reduce<number>((sum, number) => sum + (number ?? 0), 0)
}

/** The texts of each message, by role. */
function textsOf(
  format: Format,
  messages: readonly unknown[],
): { role: string; type: string; text: string }[][] {
  return format
    .read(messages)
    .map(({ role, blocks }) =>
      blocks.flatMap(block =>
        block.type === 'opaque'
          ? []
          : [{ role: block.type === 'toolResult' ? 'tool' : role, type: block.type, text: block.text }],
      ),
    )
}

/** Where message `index` of the input is in the view; messages that were merged or joined are in one place. */
function placeIn({ changes, joined = [] }: Receipt): (index: number) => number {
  const gone = new Set(changes.flatMap(({ merged = [] }) => merged))
  for (const { first, last } of joined) for (let index = first + 1; index <= last; index += 1) gone.add(index)
  return index => index - [...gone].filter(other => other <= index).length
}

/** The messages that are in the view as one with this one. */
function joinedWith({ joined = [] }: Receipt, index: number): readonly number[] {
  const run = joined.find(({ first, last }) => index >= first && index <= last)
  return run === undefined ? [] : Array.from({ length: run.last - run.first + 1 }, (_, at) => run.first + at)
}

/** A block, or all of the message where it was joined with others. */
function textsNear(blocks: readonly { text: string }[] = [], block: number): readonly string[] {
  return blocks.length === 1 || blocks[block] === undefined
    ? blocks.map(({ text }) => text)
    : [blocks[block].text, ...blocks.map(({ text }) => text)]
}

/** JSON writes every pattern as `{}`. */
const patternsAsText = (_: string, value: unknown): unknown =>
  value instanceof RegExp ? String(value) : value

/** All laws draw the same cases: what several look at is made once for each. */
function madeOnce<Made>(
  make: (conversation: Conversation, settings: SyncCompressOptions) => Made,
): (conversation: Conversation, settings: SyncCompressOptions) => Made {
  const made = new Map<string, Made>()
  return (conversation, settings) => {
    const name = JSON.stringify([conversation.format.name, conversation.messages, settings], patternsAsText)
    const known = made.get(name) ?? make(conversation, settings)
    made.set(name, known)
    return known
  }
}

const viewOf = madeOnce(({ format, messages }, settings) => ({
  messages,
  view: compressSync(messages, { ...settings, format: format.name, strict: true }),
}))

const storedViewOf = madeOnce(({ format, messages }, settings) => {
  const store = memoryStore()
  return { store, view: compressSync(messages, { ...settings, format: format.name, strict: true, store }) }
})

/** `FOVEA_RUNS=1000` searches longer. A counterexample is shrunk for so long and then shown. */
const runs = { numRuns: Number(process.env['FOVEA_RUNS'] ?? 22), interruptAfterTimeLimit: 100_000 }

describe('the laws', { timeout: 150_000 }, () => {
  it('nothing is lost: uncompress(compress(x)) is x to the byte, by map and by store', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format, messages } = drawn
        const { view: byMap } = viewOf(drawn, settings)
        const { view: byStore, store } = storedViewOf(drawn, settings)
        const back = uncompressSync(byMap.messages, byMap.originalsByHash, { format: format.name })
        // The texts may quote names of originals that never were.
        expect(back.missing.filter(({ name }) => name === undefined)).toEqual([])
        expect(JSON.stringify(back.messages)).toBe(JSON.stringify(messages))
        expect(
          JSON.stringify(uncompressSync(byStore.messages, store, { format: format.name }).messages),
        ).toBe(JSON.stringify(messages))
      }),
      runs,
    )
  })

  it('nothing is lost over many rounds with new messages between, by merged maps and by one store', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        fc.array(fc.tuple(neutralConversation, options), { minLength: 2, maxLength: 4 }),
        fc.boolean(),
        (format, rounds, withStore) => {
          const store = memoryStore()
          let originalsByHash = {}
          let view: readonly unknown[] = []
          let whole: readonly unknown[] = []
          for (const [neutral, settings] of rounds) {
            const messages = rawMessages(format, neutral)
            whole = [...whole, ...messages]
            const round = compressSync([...view, ...messages], {
              ...settings,
              format: format.name,
              strict: true,
              ...(withStore ? { store } : {}),
            })
            originalsByHash = { ...originalsByHash, ...round.originalsByHash }
            view = round.messages
          }
          const back = uncompressSync(view, withStore ? store : originalsByHash, { format: format.name })
          expect(JSON.stringify(back.messages)).toBe(JSON.stringify(whole))
        },
      ),
      runs,
    )
  })

  it('valid: the provider accepts the view; a message that did not change is the same object', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format } = drawn
        const { view, messages } = viewOf(drawn, settings)
        expect(format.check(view.messages)).toEqual(format.check(messages))
        const changed = new Set(
          view.receipt.changes.flatMap(({ message, merged = [] }) => [message, ...merged]),
        )
        const place = placeIn(view.receipt)
        if (changed.size === 0) expect(view.messages).toBe(messages)
        for (const [index, message] of messages.entries())
          if (!changed.has(index) && joinedWith(view.receipt, index).length === 0)
            expect(view.messages[place(index)]).toBe(message)
      }),
      runs,
    )
  })

  it('never larger, in real tokens, as a whole and in every change', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format } = drawn
        const { view, messages } = viewOf(drawn, settings)
        const before = textsOf(format, messages)
        const after = textsOf(format, view.messages)
        const sizesBefore = messageSizes(format, messages)
        const sizesAfter = messageSizes(format, view.messages)
        const place = placeIn(view.receipt)
        for (const { message, block, reducer, merged = [] } of view.receipt.changes) {
          const sources = [message, ...merged]
          if (tellsOfMessages.has(reducer)) {
            // Messages give way to a message, with their framing.
            const all = [...new Set([...sources, ...joinedWith(view.receipt, message)])]
            expect(sizesAfter[place(message)]).toBeLessThan(sumOf(all.map(index => sizesBefore[index])))
            continue
          }
          if (joinedWith(view.receipt, message).length > 0) continue
          const sourceTokens = sumOf(sources.map(index => counter.count(before[index]?.[block]?.text ?? '')))
          expect(counter.count(after[place(message)]?.[block]?.text ?? '')).toBeLessThan(sourceTokens)
        }
        expect(sumOf(sizesAfter)).toBeLessThanOrEqual(sumOf(sizesBefore))
      }),
      runs,
    )
  })

  it('the budget is met, or the receipt names the floor', () => {
    fc.assert(
      fc.property(
        conversation,
        options,
        fc.integer({ min: 1, max: 100 }),
        ({ format, messages }, settings, percent) => {
          const { receipt } = compressSync(messages, {
            ...settings,
            format: format.name,
            strict: true,
            budget: `${percent}%`,
          })
          const budget = receipt.budget
          expect(budget).toBeDefined()
          expect(receipt.tokens.after.exact).toBe(true)
          if (budget?.met) expect(receipt.tokens.after.tokens).toBeLessThanOrEqual(budget.tokens)
          else expect(budget?.floor?.tokens).toBeGreaterThan(0)
        },
      ),
      runs,
    )
  })

  it('deterministic: two runs are equal, and a dry run is the run that stores nothing', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format, messages } = drawn
        const store = memoryStore()
        const given = { ...settings, format: format.name, strict: true }
        const dry = compressSync(messages, { ...given, store, dryRun: true })
        expect(store.stats().originals).toBe(0)
        const { view } = storedViewOf(drawn, settings)
        expect(JSON.stringify(dry)).toBe(JSON.stringify(view))
        const { receipt } = viewOf(drawn, settings).view
        // What the gate adds must survive a second round, which knows of the first by a store only.
        if ([receipt, view.receipt].every(({ gate }) => gate?.outcome !== 'raised'))
          expect(JSON.stringify(receipt)).toBe(JSON.stringify(view.receipt))
      }),
      runs,
    )
  })

  it('idempotent: compressing a view again changes nothing, met or not, with a gate or without', () => {
    const gates = fc.constantFrom('off', 'on', 'strict')
    // Most small budgets are out of reach.
    const budgets = fc.oneof(
      fc.constant(undefined),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 5000 }),
      fc.integer({ min: 1, max: 100 }).map((percent): `${number}%` => `${percent}%`),
    )
    fc.assert(
      fc.property(
        conversation,
        fc.oneof({ weight: 4, arbitrary: options }, { weight: 1, arbitrary: automaticOptions }),
        fc.boolean(),
        gates,
        budgets,
        ({ format, messages }, settings, wantsStore, gate, wanted) => {
          const budget = wanted ?? (settings.strategy === 'coverage' ? 400 : undefined)
          // A share is one of the conversation before the first round, of which only a store knows.
          const withStore = wantsStore || typeof budget === 'string'
          const given = {
            ...settings,
            budget,
            gate,
            format: format.name,
            strict: true,
            ...(withStore ? { store: memoryStore() } : {}),
          }
          const once = compressSync(messages, given)
          // The same messages are pinned, wherever they are by now.
          const place = placeIn(once.receipt)
          const pins = settings.pins?.map(pin => (typeof pin === 'number' ? place(pin) : pin))
          expect(compressSync(once.messages, { ...given, pins }).messages).toBe(once.messages)
        },
      ),
      runs,
    )
  })

  it('protected stays verbatim: preserved roles, pins, recent messages, the last user message, tool calls', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format } = drawn
        const { view, messages } = viewOf(drawn, settings)
        const before = textsOf(format, messages)
        const after = textsOf(format, view.messages)
        const lastUser = before.findLastIndex(blocks =>
          blocks.some(({ role, type }) => role === 'user' && type === 'text'),
        )
        // A long request that was worked on since is shown by its parts, and the receipt says so.
        const isShortened = view.receipt.notes.some(({ code }) => code === 'request-shortened')
        for (const [index, blocks] of before.entries()) {
          const isKept =
            (index === lastUser && !isShortened) ||
            settings.pins?.includes(index) ||
            (settings.budget === undefined &&
              settings.partition?.window === undefined &&
              settings.rules?.observationThreshold === undefined &&
              !keepsByOtherRules.has(settings.strategy) &&
              index >= messages.length - (settings.recencyWindow ?? 4))
          const place = placeIn(view.receipt)(index)
          // A digest covers whole steps; open calls are no part of one.
          const isDigested = view.receipt.changes.some(({ reducer }) => tellsOfMessages.has(reducer))
          if (joinedWith(view.receipt, index).length > 0) {
            // What a view says of others is in the same message, before or behind it.
            if (isKept)
              for (const { type, text } of blocks)
                expect(after[place]?.some(said => said.type === type && said.text.includes(text))).toBe(true)
          } else if (isKept) expect(after[place]).toEqual(blocks)
          else
            for (const [at, { type, role, text }] of blocks.entries())
              if (
                (type === 'toolCall' && !isDigested) ||
                settings.preserve?.some(preserved => preserved === role)
              )
                expect(after[place]?.[at]?.text).toBe(text)
        }
      }),
      runs,
    )
  })

  it('every drop has a handle, in the view or in the receipt, and the handle resolves', () => {
    fc.assert(
      fc.property(conversation, options, (drawn, settings) => {
        const { format } = drawn
        const { view, store } = storedViewOf(drawn, settings)
        const after = textsOf(format, view.messages)
        for (const { message, block, reducer, handle } of view.receipt.changes) {
          if (namesHandle.has(reducer) && !(tellsOfMessages.has(reducer) && settings.handles === 'none'))
            expect(textsNear(after[placeIn(view.receipt)(message)], block).flatMap(handlesIn)).toContain(
              handle,
            )
          expect(() => store.get(handle)).not.toThrow()
        }
      }),
      runs,
    )
  })
})

describe('the arbitrary conversations', () => {
  it('are worth testing with: valid, and compressed more often than not', () => {
    const sample = fc.sample(conversation, { numRuns: 30, seed: 7 })
    const compressed = sample.filter(
      ({ format, messages }) =>
        compressSync(messages, { format: format.name, budget: '40%', recencyWindow: 0 }).receipt.changes
          .length > 0,
    )
    for (const { format, messages } of sample) expect(format.check(messages)).toEqual([])
    expect(compressed.length).toBeGreaterThan(15)
    expect(fc.sample(neutralConversation, 1)).toHaveLength(1)
  })
})
