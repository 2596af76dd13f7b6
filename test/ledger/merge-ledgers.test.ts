import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import { mergeLedgers } from '../../src/ledger/merge-ledgers.ts'
import type { Message } from '../../src/types.ts'
import { expectLinear } from '../measure/expect-linear.ts'
import { answered, said } from '../tools/evaluate/messages.ts'
import { type Step, steps } from './steps.ts'

/** The ledgers of consecutive parts of one conversation. */
function ledgersOf(parts: readonly (readonly Step[])[]): readonly Ledger[] {
  let from = 0
  return parts.map(part => {
    const messages = part.flat()
    const ledger = ledgerOfMessages(messages, { from })
    from += messages.length
    return ledger
  })
}

describe('merging', () => {
  it('of the parts is the ledger of the whole', () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const [one, other] = ledgersOf([a, b]) as [Ledger, Ledger]
        expect(mergeLedgers(one, other)).toEqual(ledgerOfMessages([...a, ...b].flat()))
      }),
      { numRuns: 100 },
    )
  })

  it('is associative, idempotent and the same in either order', () => {
    fc.assert(
      fc.property(steps, steps, steps, (a, b, c) => {
        const [one, two, three] = ledgersOf([a, b, c]) as [Ledger, Ledger, Ledger]
        const left = mergeLedgers(mergeLedgers(one, two), three)
        expect(mergeLedgers(one, mergeLedgers(two, three))).toEqual(left)
        expect(mergeLedgers(three, mergeLedgers(two, one))).toEqual(left)
        expect(mergeLedgers(left, left)).toEqual(left)
        expect(mergeLedgers(left, two)).toEqual(left)
      }),
      { numRuns: 100 },
    )
  })

  it('leaves what went in as it was', () => {
    fc.assert(
      fc.property(steps, steps, (a, b) => {
        const [one, other] = ledgersOf([a, b]) as [Ledger, Ledger]
        const before = structuredClone([one, other])
        mergeLedgers(one, other)
        expect([one, other]).toEqual(before)
      }),
      { numRuns: 30 },
    )
  })

  it.each([10, 100])(
    '%i times loses no rule, no open error, no changed file and not the original intent',
    count => {
      const rounds = Array.from({ length: count }, (_, round): readonly Message[] => [
        said('user', `Do part ${round}. You must never drop rule number ${round}.`),
        ...answered('Edit', { file_path: `/repo/src/part-${round}.ts`, new_string: 'x' }, 'done'),
        ...answered(
          'Bash',
          { command: `npm run check-${round}` },
          `Exit code 1\nError: broken ${round}`,
          true,
        ),
        said('assistant', 'On to the next.'),
      ])
      let from = 0
      let merged: Ledger | undefined
      for (const messages of rounds) {
        const ledger = ledgerOfMessages(messages, { from })
        from += messages.length
        merged = merged === undefined ? ledger : mergeLedgers(merged, ledger)
      }
      const { text } = renderLedger(merged as Ledger)
      for (let round = 0; round < count; round += 1) {
        expect(text).toContain(`: You must never drop rule number ${round}.\n`)
        expect(text).toContain(`- /repo/src/part-${round}.ts (modified; #`)
        expect(text).toContain(`ran \`npm run check-${round}\`: Error: broken ${round}\n`)
      }
      expect(text).toContain('- original #1 user: Do part 0.')
      expect(text).toContain(`- current #${from - 5} user: Do part ${count - 1}.`)
    },
  )

  it('resolves in a later part what failed in an earlier one', () => {
    const [one, other] = ledgersOf([
      [answered('Bash', { command: 'npm test' }, 'Exit code 1\nTypeError: no', true)],
      [
        answered('Edit', { file_path: 'src/a.ts', new_string: 'x' }, 'done'),
        answered('Bash', { command: 'npm test' }, 'Exit code 0'),
      ],
    ]) as [Ledger, Ledger]
    expect(one.rows.filter(({ section }) => section === 'errors')).toMatchObject([{ state: 'open' }])
    expect(mergeLedgers(one, other).rows.filter(({ section }) => section === 'errors')).toMatchObject([
      { state: 'resolved', value: 'TypeError: no', note: 'a.ts', first: 1, last: 4 },
    ])
  })

  it('keeps the most that either rendering left out', () => {
    const one = { ...ledgerOfMessages([]), omitted: { files: 3, errors: 1 } }
    const other = { ...ledgerOfMessages([]), omitted: { files: 2, commands: 4 } }
    expect(mergeLedgers(one, other).omitted).toEqual({ commands: 4, errors: 1, files: 3 })
  })
})

describe('a conversation in many parts', () => {
  it('is merged in one call to what the calls one by one give', () => {
    fc.assert(
      fc.property(steps, steps, steps, (a, b, c) => {
        const [one, two, three] = ledgersOf([a, b, c]) as [Ledger, Ledger, Ledger]
        expect(mergeLedgers(one, two, three)).toEqual(mergeLedgers(mergeLedgers(one, two), three))
      }),
      { numRuns: 50 },
    )
  })

  it('takes time in proportion to its length', () => {
    const part = (at: number): Step => [
      ...answered(
        'Edit',
        { file_path: `/repo/src/a${at}.ts`, old_string: 'x', new_string: `function a${at}() {}` },
        'The file was updated.',
      ),
      ...answered('Bash', { command: `npx vitest run test/a${at}.test.ts` }, 'Tests  1 passed (1)', false),
    ]
    const size = JSON.stringify(part(1000)).length
    const ledgers = new Map<string, [Ledger, ...Ledger[]]>()
    const partsOf = (length: number): string => {
      const parts = Array.from({ length: Math.floor(length / size) }, (_, at) => [part(at)])
      ledgers.set(String(length), ledgersOf(parts) as [Ledger, ...Ledger[]])
      return String(length)
    }
    expectLinear(partsOf, name => mergeLedgers(...(ledgers.get(name) as [Ledger, ...Ledger[]])))
  })
})
