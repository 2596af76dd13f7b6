import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compressSync } from '../src/compress.ts'
import type { Format } from '../src/formats/format.ts'
import { formatNamed, formats } from '../src/formats/index.ts'
import type { Change } from '../src/receipt.ts'
import { shownLines } from '../src/reduce/change.ts'
import { memoryStore } from '../src/store/memory-store.ts'
import type { Message } from '../src/types.ts'
import { uncompressSync } from '../src/uncompress.ts'
import { linesOf, referredName } from './reduce/change/read-change.ts'
import { changedFile, numbered, shownAgainSession, stats } from './shown-again-session.ts'
import { said, step } from './strategies/partition/session.ts'

const chat = formatNamed('openai-chat')

/** The text of each tool's answer, by its call. */
function answersIn(format: Format, raw: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    format
      .read(raw)
      .flatMap(({ blocks }) =>
        blocks.flatMap(block => (block.type === 'toolResult' ? [[block.callId, block.text] as const] : [])),
      ),
  )
}

/** Every stated change in a view, held against the original and against what the view shows. */
function expectTrue(
  format: Format,
  raw: readonly unknown[],
  view: readonly unknown[],
  changes: readonly Change[],
): number {
  const stated = changes.filter(({ reducer }) => reducer === 'change')
  const originals = [...answersIn(format, raw)]
  const shown = answersIn(format, view)
  const isChanged = ([callId]: readonly [string, string]): boolean =>
    referredName(shown.get(callId) ?? '') !== undefined
  expect(originals.filter(isChanged)).toHaveLength(stated.length)
  for (const [callId, text] of originals.filter(isChanged)) {
    const said = shown.get(callId) ?? ''
    const base = shown.get(referredName(said) ?? '') ?? ''
    expect(linesOf(said, base), callId).toEqual(shownLines(text).lines)
  }
  return stated.length
}

/** Two files and a command, shown in any order; each time a few lines have changed since, or none. */
const changingSession: fc.Arbitrary<readonly Message[]> = fc
  .array(
    fc.record({
      what: fc.constantFrom('a.ts', 'b.ts', 'npm test'),
      at: fc.nat(),
      gone: fc.nat({ max: 2 }),
      came: fc.array(fc.constantFrom('  }', '', '-x', '+y', '@@ -1 +1 @@', 'return 7'), { maxLength: 2 }),
    }),
    { minLength: 4, maxLength: 14 },
  )
  .map(outputRefs => {
    const states = new Map<string, readonly string[]>()
    const steps = outputRefs.flatMap(({ what, at, gone, came }, number) => {
      const before =
        states.get(what) ?? Array.from({ length: 12 }, (_, line) => `  if (${what}) throw line${line}()`)
      const lines = before.toSpliced(at % (before.length + 1), gone, ...came)
      states.set(what, lines)
      return what === 'npm test'
        ? step(`call_${number}`, { name: 'Bash', args: { command: what }, result: lines.join('\n') })
        : step(`call_${number}`, { name: 'Read', args: { file_path: what }, result: numbered(lines) })
    })
    return [said('user', 'Go on.'), ...steps, said('user', 'And now?')]
  })

describe('what is shown again', () => {
  const raw = chat.create(shownAgainSession)
  const answers = (options: Parameters<typeof compressSync>[1]): ReadonlyMap<string, string> =>
    answersIn(chat, compressSync(raw, { format: 'openai-chat', strict: true, ...options }).messages)

  it('is shown as the change where the earlier copy stays, and all messages fit so', () => {
    const view = answers({ budget: '70%', handles: 'none' })
    expect(view.get('read_1')).toBe(answersIn(chat, raw).get('read_1'))
    expect(view.get('read_2')).toBe('[Same as read_1 above, unchanged]')
    expect(view.get('read_3')?.split('\n')).toEqual([
      '[Same as read_1 above, but for the changes below]',
      '@@ -14 +14 @@',
      '-  const part13 = order.lines[13].amount * 16 - order.discount13',
      '+  const part13 = 0',
      '@@ -36 +36,2 @@',
      '-  const part35 = order.lines[35].amount * 38 - order.discount35',
      '+  const part35 = round(1.5)',
      '+  const extra = 2',
    ])
    expect(view.get('stats_2')?.split('\n').slice(1)).toEqual([
      '@@ -41 +41 @@',
      '-total: 2711 jobs',
      '+total: 2754 jobs',
    ])
    expect(view.get('test_2')).toContain('+ Test Files  30 passed (30)')
    expect(view.get('edit_1')).toBe('The file has been updated.')
  })

  it('stays to the letter in the latest step, and where it is pinned', () => {
    const latest = numbered(changedFile)
    expect(answers({ budget: '70%' }).get('read_4')).toBe(latest)
    const third = shownAgainSession.findIndex(({ blocks }) =>
      blocks.some(block => block.type === 'toolResult' && block.callId === 'read_3'),
    )
    expect(answers({ budget: '80%', pins: [third] }).get('read_3')).toBe(latest)
  })

  it('stays to the letter where nothing shall give way to a copy', () => {
    const { receipt } = compressSync(raw, { format: 'openai-chat', budget: '70%', dedup: false })
    expect(receipt.changes.map(({ reducer }) => reducer)).not.toContain('change')
  })

  it('is not referred to where it is not shown: a digest shows the latest, and marks what has changed', () => {
    const { messages } = compressSync(raw, { format: 'openai-chat', budget: '35%' })
    const digest = chat
      .read(messages)
      .flatMap(({ blocks }) => blocks.flatMap(block => ('text' in block ? block.text : [])))
    const view = digest.join('\n')
    expect(view).not.toContain('[Same as')
    expect(view.split('const part22 = ')).toHaveLength(2)
    expect(view).toMatch(/\[.*changed since\]\n(?:.*\n)*?.*1 failed/)
  })

  it('is shown without a budget too, by the strategies that go text by text', () => {
    const isLatest = ({ blocks }: Message): boolean =>
      blocks.some(block => block.type !== 'text' && 'callId' in block && block.callId === 'read_4')
    const given = chat.create(shownAgainSession.filter(message => !isLatest(message)))
    for (const strategy of ['rules', 'cap'] as const) {
      const options = { format: 'openai-chat', strategy, recencyWindow: 0 } as const
      const { messages, receipt } = compressSync(given, options)
      expect(expectTrue(chat, given, messages, receipt.changes)).toBeGreaterThan(0)
      expect(compressSync(messages, options).messages).toBe(messages)
    }
  })

  it('is not shown for an answer in several parts', () => {
    const parts = (id: string): readonly Message[] => {
      const [call, answer] = step(id, { name: 'Bash', args: { command: 'npm test' }, result: stats(7) })
      return [
        call as Message,
        { role: 'tool', blocks: [...(answer?.blocks ?? []), ...(answer?.blocks ?? [])] },
      ]
    }
    const once = (id: string): readonly Message[] =>
      step(id, { name: 'Bash', args: { command: 'npm test' }, result: stats(7) })
    const statedIn = (messages: readonly Message[]): number => {
      const given = formatNamed('anthropic').create([
        said('user', 'Go.'),
        ...messages,
        said('assistant', 'Well.'),
        said('user', 'On.'),
      ])
      const { receipt } = compressSync(given, { format: 'anthropic', strategy: 'cap', recencyWindow: 0 })
      return receipt.changes.filter(({ reducer }) => reducer === 'change').length
    }
    const changed = step('c', { name: 'Bash', args: { command: 'npm test' }, result: stats(8) })
    expect(statedIn([...once('a'), ...changed])).toBe(1)
    expect(statedIn([...parts('a'), ...changed])).toBe(0)
  })

  it.each(formats)('is valid, true and restored to the byte in the format $name', format => {
    const given = format.create(shownAgainSession)
    const store = memoryStore()
    const { messages, receipt } = compressSync(given, {
      format: format.name,
      budget: '70%',
      store,
      strict: true,
    })
    expect(expectTrue(format, given, messages, receipt.changes)).toBeGreaterThanOrEqual(4)
    expect(format.check(messages)).toEqual(format.check(given))
    expect(uncompressSync(messages, store, { format: format.name }).messages).toEqual(given)
    for (const { reducer, loss, handle } of receipt.changes)
      if (reducer === 'change') {
        expect(loss).toBe('recoverable')
        expect(JSON.stringify(messages)).toContain(`stored: ${handle}]`)
      }
  })

  it('is true in any session, with every strategy that shows it', { timeout: 60_000 }, () => {
    let stated = 0
    const strategy = fc.constantFrom('rules' as const, 'cap' as const, 'coverage' as const)
    const budget = fc.integer({ min: 30, max: 99 }).map((percent): `${number}%` => `${percent}%`)
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        changingSession,
        strategy,
        budget,
        (format, session, by, share) => {
          const given = format.create(session)
          const { messages, receipt, originalsByHash } = compressSync(given, {
            format: format.name,
            strategy: by,
            minBlockTokens: 20,
            strict: true,
            ...(by === 'coverage' ? { budget: share } : {}),
          })
          stated += expectTrue(format, given, messages, receipt.changes)
          const restored = uncompressSync(messages, originalsByHash, { format: format.name })
          expect(restored.messages).toEqual(given)
        },
      ),
      { numRuns: Number(process.env['FOVEA_RUNS'] ?? 60) },
    )
    expect(stated).toBeGreaterThan(30)
  })
})
