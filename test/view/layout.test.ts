import { describe, expect, it } from 'vitest'
import type { Measured } from '../../src/reduce/plan.ts'
import { type LayoutInput, layoutOf } from '../../src/view/layout.ts'

function block(message: number, more: Partial<Measured> = {}): Measured {
  return {
    message,
    block: 0,
    role: message % 2 === 0 ? 'user' : 'assistant',
    type: 'text',
    age: 0,
    tokens: 10,
    length: 40,
    kind: 'prose',
    secret: false,
    editable: true,
    compressed: false,
    hasHandle: false,
    isReferenceTarget: false,
    pinned: false,
    ...more,
  }
}

/** Eight messages of ten tokens in turn, each a group; the last is the agent's. */
function layout(more: Partial<LayoutInput> = {}) {
  const blocks = more.blocks ?? Array.from({ length: 8 }, (_, message) => block(message))
  const { kept, spans } = layoutOf({
    blocks,
    roles: blocks.map(({ role }) => role),
    groups: Array.from({ length: 8 }, (_, index) => ({ first: index, last: index })),
    messageTokens: Array.from({ length: 8 }, () => 10),
    open: new Set(),
    preserve: ['system'],
    tailRoom: 0,
    ...more,
  })
  return {
    kept: Object.fromEntries([...kept].sort(([a], [b]) => a - b)),
    spans: spans.map(({ first, last }) => [first, last]),
  }
}

const blocksWith = (changed: Readonly<Record<number, Partial<Measured>>>) =>
  Array.from({ length: 8 }, (_, message) => block(message, changed[message]))

describe('layoutOf', () => {
  it('keeps the last words of the user, and nothing else without need', () => {
    expect(layout()).toEqual({
      kept: { 6: 'last user message' },
      spans: [
        [0, 5],
        [7, 7],
      ],
    })
  })

  it.each<[string, readonly [request: number, since: number], boolean]>([
    ['short', [10, 30], true],
    ['long, with less done since than it takes', [30, 10], true],
    ['long, with more done since than it takes', [30, 40], false],
    ['very long, with anything done since', [80, 10], false],
    ['very long and new', [80, 0], true],
  ])('keeps or parts a request that is %s', (_, latest, isKept) => {
    const messageTokens = [10, 10, 10, 10, 10, 10, ...latest]
    expect(6 in layout({ messageTokens, maxLastUser: 20 }).kept).toBe(isKept)
  })

  it.each<[string, Partial<LayoutInput>]>([
    ['role system', { blocks: blocksWith({ 2: { role: 'system' } }) }],
    ['pinned', { blocks: blocksWith({ 2: { pinned: true } }) }],
    ['matches /x/', { blocks: blocksWith({ 2: { pattern: '/x/' } }) }],
    ['open tool call', { open: new Set([2]) }],
  ])('keeps what must not change: %s', (reason, more) => {
    expect(layout(more)).toEqual({
      kept: { 2: reason, 6: 'last user message' },
      spans: [
        [0, 1],
        [3, 5],
        [7, 7],
      ],
    })
  })

  it.each<[number, readonly number[]]>([
    [9, []],
    [10, [7]],
    [29, [5, 7]],
    [30, [4, 5, 7]],
    [1000, [0, 1, 2, 3, 4, 5, 7]],
  ])('keeps the newest in %i tokens; what stays anyway takes none of them', (tailRoom, recent) => {
    expect(layout({ tailRoom }).kept).toEqual({
      6: 'last user message',
      ...Object.fromEntries(recent.map(message => [message, 'recent'])),
    })
  })

  it('keeps groups as a whole or not at all', () => {
    const groups = [
      { first: 0, last: 1 },
      { first: 2, last: 4 },
      { first: 5, last: 7 },
    ]
    const pinned = layout({ groups, blocks: blocksWith({ 3: { pinned: true } }) })
    expect(Object.keys(pinned.kept)).toEqual(['2', '3', '4', '5', '6', '7'])
    expect(pinned.spans).toEqual([[0, 1]])
    expect(layout({ groups, tailRoom: 29 }).spans).toEqual([[0, 4]])
    expect(layout({ groups, tailRoom: 30 }).spans).toEqual([[0, 1]])
  })

  it('begins every span with a message that holds something', () => {
    const blocks = blocksWith({ 3: { pinned: true } }).filter(
      ({ message }) => ![0, 1, 4, 7].includes(message),
    )
    expect(layout({ blocks })).toEqual({
      kept: { 0: 'empty', 1: 'empty', 3: 'pinned', 4: 'empty', 6: 'last user message', 7: 'empty' },
      spans: [
        [2, 2],
        [5, 5],
      ],
    })
  })

  describe('with instructions that a tool showed', () => {
    const instructions = { stretches: [], isAll: true, isRead: true, path: '/x/AGENTS.md' } as const
    const withResults = (...more: readonly Partial<Measured>[]): Partial<LayoutInput> => ({
      blocks: blocksWith({ 2: { role: 'tool', ...more[0] }, 4: { role: 'tool', ...more[1] } }),
      groups: [
        { first: 0, last: 0 },
        { first: 1, last: 2 },
        { first: 3, last: 4 },
        { first: 5, last: 5 },
        { first: 6, last: 6 },
        { first: 7, last: 7 },
      ],
    })

    it.each<[string, Partial<LayoutInput>, readonly (readonly number[])[]]>([
      [
        'one',
        withResults({ instructions }),
        [
          [0, 0],
          [1, 5],
          [7, 7],
        ],
      ],
      [
        'several',
        withResults({ instructions }, { instructions }),
        [
          [0, 0],
          [1, 5],
          [7, 7],
        ],
      ],
      [
        'pinned',
        withResults({ instructions, pinned: true }),
        [
          [0, 0],
          [3, 5],
          [7, 7],
        ],
      ],
      [
        'no name',
        withResults({ instructions: { ...instructions, path: undefined } } as unknown as Partial<Measured>),
        [
          [0, 0],
          [3, 5],
          [7, 7],
        ],
      ],
      [
        'results in a user’s message',
        {
          ...withResults({ instructions }),
          roles: ['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user', 'assistant'],
        },
        [
          [0, 0],
          [3, 5],
          [7, 7],
        ],
      ],
      ['more that stays behind it', { ...withResults({ instructions }), tailRoom: 40 }, [[0, 0]]],
    ])('begins a span where one would follow: %s', (_, more, spans) => {
      expect(layout(more).spans).toEqual(spans)
    })
  })
})
