import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../../src/store/memory-store.ts'
import { itemsIn, plainItems, type Talk, talks, toolsIn } from './agent-talk.ts'
import { countRequest } from './count-request.ts'
import type { Asked, Body } from './provider-double.ts'
import type { Part } from './provider-replies.ts'
import { eventually, startPair } from './start-proxy.ts'

/** Numbers that look random, the same in each run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const sentences = ['Done.', 'Let me see. ', 'Reading on.'] as const
const wishes = ['Go on.', 'And now?', 'Again, please.'] as const
const handlePattern = /\bdb_[0-9a-f]{12,64}\b/g

function logOf(number: number, lines: number): string {
  const view = Array.from(
    { length: lines },
    (_, line) => `log ${number} line ${line}: worker ${(line * 7) % 11} took ${line * 13} ms`,
  )
  return [...view, `error E${number}: disk ${number} is full`].join('\n')
}

/** A conversation as its client knows it, and what the provider has seen of it. */
interface Branch {
  readonly history: readonly object[]
  /** Its beginnings that end with an answer, in order. */
  readonly answers: readonly string[]
  /** The last request upstream that belongs to it. */
  readonly sent: Asked | undefined
}

const seeds = Number(process.env.FOVEA_RUNS ?? 1)
const turns = 28

describe.each(talks)('lookups in long conversations of $format', talk => {
  const seen = { lookups: 0, epochs: 0 }

  it.each(Array.from({ length: seeds }, (_, seed) => seed + 1))(
    'are counted, stay where they were made, and break no prefix outside an epoch (%s)',
    async seed => {
      const { provider, proxy, view } = await converseAtRandom(talk, seed)
      expect(provider.asked.length).toBe(provider.counted.length)
      await eventually(() => proxy.status().requests === view.requests)
      const { tokens, failures, lookups } = proxy.status()
      expect(failures).toBe(0)
      expect(tokens.sent).toBe(provider.counted.reduce((sum, each) => sum + each, 0))
      seen.lookups += lookups
      seen.epochs += view.epochs
    },
  )

  it('are worth testing with', () => {
    expect(seen.lookups).toBeGreaterThan(5 * seeds)
    expect(seen.epochs).toBeGreaterThanOrEqual(seeds)
  })
})

async function converseAtRandom(talk: Talk, seed: number) {
  const random = randomNumbers(seed * 7919)
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)] as Item
  const window = 40_000
  const pair = await startPair({
    tools: true,
    store: memoryStore(),
    sessions: undefined,
    workers: 0,
    session: { window, highWater: 16_000, lowWater: 7000, shortenOutputs: { from: 3000, maxTokens: 800 } },
  })
  const { provider, url } = pair
  provider.window = window
  let calls = 0
  let made: string[] = []
  provider.reply = body => {
    const handles = JSON.stringify(body.messages ?? body.input).match(handlePattern) ?? []
    const isEquipped = toolsIn({ body }).includes('fovea_expand')
    const parts: Part[] = random() < 0.7 ? [{ text: pick(sentences) }] : []
    if (isEquipped && handles.length > 0 && random() < 0.45) {
      const id = `call_look_${calls++}`
      made.push(id)
      const input = random() < 0.8 ? { handle: pick(handles) } : { query: 'disk full' }
      parts.push({ call: { id, name: 'handle' in input ? 'fovea_expand' : 'fovea_search', input } })
    }
    const isAlone = parts.every(part => !('call' in part))
    if (random() < (isAlone ? 0.6 : 0.25))
      parts.push({ call: { id: `call_${calls++}`, name: 'bash', input: { log: Math.floor(random() * 5) } } })
    const reported = countRequest(body) - (talk.format === 'anthropic' ? 70 : 0)
    return { parts: parts.length === 0 ? [{ text: 'Done.' }] : parts, inputTokens: reported }
  }

  const view = { requests: 0, epochs: 0 }
  let branch: Branch = { history: [talk.user('Why does the build fail?')], answers: [], sent: undefined }
  const others: Branch[] = []
  /** By how a conversation begins. Where two begin alike to the letter, the latest answer counts. */
  const lookups = new Map<string, readonly string[]>()
  for (let turn = 0; turn < turns; turn += 1) {
    const first = provider.asked.length
    made = []
    const answer = await fetch(url + talk.path, {
      method: 'POST',
      body: JSON.stringify(talk.body(branch.history)),
    })
    const value = (await answer.json()) as Body
    expect({ turn, status: answer.status, value: answer.status === 200 || value }).toEqual({
      turn,
      status: 200,
      value: true,
    })
    view.requests += 1
    const asked = provider.asked[first] as Asked
    const action = answer.headers.get('x-fovea-action')
    if (action === 'epoch') view.epochs += 1
    if (action === 'append' && branch.sent !== undefined) {
      expect(toolsIn(asked)).toEqual(toolsIn(branch.sent))
      expect(plainItems(asked).startsWith(plainItems(branch.sent))).toBe(true)
    }
    const shown = lookupsIn(asked)
    const expected = branch.answers.map(beginning => lookups.get(beginning) ?? [])
    expect(expected.flat().filter(id => shown.includes(id))).toEqual(shown)
    if (action !== 'epoch') expect(shown).toEqual(expect.arrayContaining([...(expected.at(-1) ?? [])]))
    // The rounds of one turn build on each other.
    for (const [index, later] of provider.asked.slice(first + 1).entries())
      expect(plainItems(later).startsWith(plainItems(provider.asked[first + index] as Asked))).toBe(true)

    const said = talk.said(value)
    const beginning = JSON.stringify([...branch.history, ...said])
    lookups.set(beginning, made)
    const results = talk
      .calls(value)
      .map(({ id, input }) => talk.result(id, logOf(Number(input.log), 40 + Number(input.log) * 60)))
    const next: Branch = {
      history: [...branch.history, ...said, ...(results.length > 0 ? results : [talk.user(pick(wishes))])],
      answers: [...branch.answers, beginning],
      sent: provider.asked.at(-1),
    }
    if (random() < 0.15) others.push(random() < 0.5 ? next : branch)
    branch = next
    // Goes back to an earlier point, or on with another branch.
    if (others.length > 0 && random() < 0.12) branch = pick(others)
  }
  return { ...pair, view }
}

/** Identifiers of calls of our tools, in order. */
function lookupsIn(asked: Asked): readonly string[] {
  const calls = itemsIn(asked).flatMap(item =>
    item.type === 'function_call_output'
      ? []
      : (JSON.stringify(item).match(/"(?:id|call_id)":"call_look_\d+"/g) ?? []),
  )
  return calls.map(call => call.replace(/^.*"(call_look_\d+)"$/, '$1'))
}
