import { describe, expect, it } from 'vitest'
import {
  type ShownText,
  staleness,
  withStaleness,
} from '../../../../src/strategies/coverage/mark/staleness.ts'
import { digestParts } from '../../../../src/strategies/coverage/render/digest-parts.ts'
import type { Block, Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { type Offers, offersIn } from '../measured.ts'

const numbered = (lines: readonly string[], from = 1): string =>
  lines.map((line, at) => `${String(from + at).padStart(6)}→${line}`).join('\n')

const file = ['const rate = 19', 'const limit = 100', 'const retries = 3', 'const name = "tax"']

const read = (id: string, lines: readonly string[], from = 1): readonly Message[] =>
  step(id, { name: 'Read', args: { file_path: 'src/tax.ts' }, result: numbered(lines, from) })
const run = (id: string, result: string): readonly Message[] =>
  step(id, { name: 'Bash', args: { command: 'npm test' }, result })

function stalenessIn(messages: readonly Message[], shown: readonly ShownText[] = []): Offers {
  return withStaleness(offersIn(messages), shown)
}

/** `3 const limit = 100: outdated`, for each line of a result that is not the latest. */
function yielding({ candidates, sections, staleness: found }: Offers): readonly string[] {
  const names = new Map(Object.entries(staleness).map(([name, value]) => [value as number, name]))
  return candidates.flatMap(({ text, section }, candidate) => {
    const { author, message } = sections[section] as Offers['sections'][number]
    const name = names.get(found?.[candidate] ?? staleness.latest)
    return author === 'tools' && name !== 'latest' ? [`${message} ${text}: ${name}`] : []
  })
}

describe('of what is shown several times', () => {
  it('the older lines yield to the same lines of a later reading', () => {
    expect(yielding(stalenessIn([...read('a', file), ...read('b', file)]))).toEqual(
      file.map(line => `1 ${line}: repeated`),
    )
  })

  it('a line that has changed since is outdated, wherever lines came in', () => {
    const later = ['// rates', ...file.with(1, 'const limit = 250')]
    expect(yielding(stalenessIn([...read('a', file), ...read('b', later)]))).toEqual([
      '1 const rate = 19: repeated',
      '1 const limit = 100: outdated',
      '1 const retries = 3: repeated',
      '1 const name = "tax": repeated',
    ])
  })

  it('a part that is read again says nothing about the rest', () => {
    expect(yielding(stalenessIn([...read('a', file), ...read('b', ['const retries = 5'], 3)]))).toEqual([
      '1 const retries = 3: outdated',
    ])
  })

  it('a line that is also further down in the file does not say that those above it have moved', () => {
    const long = [...file, ...file.map(line => line.replace('const', 'let')), 'const limit = 100']
    const messages = [...read('a', long.slice(0, 5)), ...read('b', long.slice(4), 5)]
    expect(yielding(stalenessIn(messages))).toEqual([
      '1 const limit = 100: repeated',
      '1 let rate = 19: repeated',
    ])
  })

  it('a line that edits above it have moved is not taken for one that is gone', () => {
    const edit = step('b', {
      name: 'Edit',
      args: {
        file_path: 'src/tax.ts',
        old_string: 'const rate = 19',
        new_string: '// rates\nconst rate = 19',
      },
      result: 'The file src/tax.ts has been updated.',
    })
    const body = ['function total(net: number) {', '  return net * (1 + rate)', '}']
    const before = [...read('a', [...file, ...body]), ...edit]
    // The later reading begins with a line that was above the function, and shows none of it.
    expect(
      yielding(stalenessIn([...before, ...read('c', ['const retries = 3', 'const name = "tax"'], 4)])),
    ).toEqual(['1 const retries = 3: repeated', '1 const name = "tax": repeated'])
    expect(yielding(stalenessIn([...before, ...read('c', ['// all rates', 'const more = 1'], 6)]))).toEqual(
      [],
    )
  })

  it('a line between two that have moved differently is outdated only where both of them say so', () => {
    const old = Array.from({ length: 100 }, (_, at) => `export const limit${at + 1} = ${at}`)
    const later = [...read('b', old.slice(0, 40)), ...read('c', old.slice(89), 60)]
    const outdated = yielding(stalenessIn([...read('a', old), ...later])).flatMap(
      line => /^1 export const limit(\d+) = \d+: outdated$/.exec(line)?.[1] ?? [],
    )
    // Lines 50 to 79 were deleted, and 41 to 49 were not shown again.
    expect(outdated).toEqual(Array.from({ length: 11 }, (_, at) => String(60 + at)))
  })

  it('a line that is short but for its indentation says of no other where it is', () => {
    const [before, after] = [`${' '.repeat(16)}}`, 'const rate = 19']
    const later = read('b', ['const more = 1', before], 4)
    expect(yielding(stalenessIn([...read('a', [after, before]), ...later]))).toEqual([
      `1 ${before}: repeated`,
    ])
  })

  it('another run of a command replaces all of the first', () => {
    const outdated = yielding(stalenessIn([...run('a', 'Tests: 1 failed'), ...run('b', 'Tests: 9 passed')]))
    expect(outdated).toEqual(['1 Tests: 1 failed: outdated'])
  })

  it('the run of another command says nothing, and neither does the call of a tool with a new answer each time', () => {
    const poll = (id: string, result: string): readonly Message[] =>
      step(id, { name: 'next_page', args: {}, result })
    const lint = step('b', { name: 'Bash', args: { command: 'npm run lint' }, result: 'clean' })
    expect(yielding(stalenessIn([...run('a', 'Tests: 1 failed'), ...lint]))).toEqual([])
    expect(yielding(stalenessIn([...poll('a', 'page 1 of 2'), ...poll('b', 'page 2 of 2')]))).toEqual([])
  })

  it('what stays in the view counts as a later showing, and an earlier one does not', () => {
    const text = numbered(file.with(1, 'const limit = 250'))
    const shown = { origin: 'file src/tax.ts', text }
    expect(yielding(stalenessIn(read('a', file), [{ ...shown, message: 9 }]))).toHaveLength(4)
    expect(yielding(stalenessIn(read('a', file), [{ ...shown, message: 0 }]))).toEqual([])
  })

  it('the parts of one answer are one showing', () => {
    const [call, answer] = run('a', 'Tests: 1 failed') as readonly [Message, Message]
    const [part] = answer.blocks as readonly [Block]
    const parts = [part, { ...part, text: 'Tests: 9 passed' } as Block]
    expect(yielding(stalenessIn([call, { ...answer, blocks: parts }]))).toEqual([])
    expect(
      yielding(stalenessIn([call, { ...answer, blocks: parts }, ...run('b', 'Tests: 9 passed')])),
    ).toEqual(['1 Tests: 1 failed: outdated', '1 Tests: 9 passed: repeated'])
  })

  it('a line stays for those that make no sense without it', () => {
    const search = (id: string, hits: string): readonly Message[] =>
      step(id, { name: 'Bash', args: { command: 'rg -n limit' }, result: hits })
    const first = 'src/a.ts:1:const limit = 1\nsrc/a.ts:7:limit += 1\nsrc/b.ts:2:limit()'
    const second = 'src/a.ts:1:const limit = 1\nsrc/a.ts:9:limit += 2\nsrc/b.ts:2:limit()'
    const candidates = stalenessIn([...search('a', first), ...search('b', second)])
    const repeated = candidates.candidates.flatMap((_, at) =>
      candidates.staleness?.[at] === staleness.repeated ? [at] : [],
    )
    expect(repeated.length).toBeGreaterThan(0)
    for (const [at, { under }] of candidates.candidates.entries())
      if (candidates.staleness?.[at] !== staleness.repeated) expect(repeated).not.toContain(under)
  })

  it('the digest says so where it shows what is outdated', () => {
    const candidates = stalenessIn([...run('a', 'Tests: 1 failed'), ...run('b', 'Tests: 9 passed')])
    const source = { first: 0, messages: 4, tokens: 99, hash: 'a1b2c3d4'.repeat(8) }
    const all = candidates.candidates.map((_, at) => at)
    expect(
      digestParts(source, candidates, all)
        .slice(1)
        .map(({ text }) => text),
    ).toEqual([
      '#1 Bash npm test → Tests: 1 failed (passed #3)',
      '#2 → [changed since]\nTests: 1 failed',
      '#3 Bash npm test → Tests: 9 passed',
      '#4 →\nTests: 9 passed',
    ])
  })

  it('findings of a linter that were mended for an earlier request say nothing any more, failed tests do', () => {
    const asked = (words: string): Message => say('user', text(words))
    const shownOf = (command: string, failed: string, good: string): readonly (boolean | undefined)[] => {
      const ran = (id: string, result: string) => step(id, { name: 'Bash', args: { command }, result })
      const session = [asked('Mend the tax.'), ...ran('a', failed), ...ran('b', good)]
      const isHidden = (messages: readonly Message[]): boolean | undefined =>
        offersIn(messages).candidates.find(line => line.text.includes('(passed #'))?.isUninformative
      return [isHidden(session), isHidden([...session, asked('Now mend the fares.')])]
    }
    expect(shownOf('npx eslint src', 'src/a.ts\n1 problem (1 error)', '0 problems')).toEqual([false, true])
    expect(shownOf('npm test', 'Tests: 1 failed', 'Tests: 9 passed')).toEqual([false, false])
  })
})
