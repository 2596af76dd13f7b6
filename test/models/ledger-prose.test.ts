import { describe, expect, it } from 'vitest'
import { judgeProse } from '../../src/models/write-prose.ts'
import { maskSecrets } from '../../src/scan/secrets/secrets.ts'

const source = [
  'user: Make src/parser.ts accept empty input. It must stay under 50 ms.',
  'assistant: parseAll() failed with TypeError in 3 of 40 tests. I will return an empty list, because callers map over it.',
].join('\n')

const whole = {
  intent: 'Make src/parser.ts accept empty input in under 50 ms.',
  state: 'parseAll() still fails with TypeError in 3 of 40 tests.',
  next: ['Return an empty list from parseAll().', 'Run the 40 tests again.'],
  decisions: [{ decision: 'Empty input gives an empty list.', why: 'Callers "map over it".' }],
}

describe('prose by a model', () => {
  it('is accepted where everything in it was said', () => {
    expect(judgeProse(whole, source)).toEqual({ prose: whole, accepted: 6, rejected: [] })
  })

  it.each([
    ['a path', { state: 'Only src/lexer.ts is left.' }, 'src/lexer.ts'],
    ['an identifier', { state: 'parseSome() is done.' }, 'parseSome'],
    ['an error', { state: 'It ends in a RangeError.' }, 'RangeError'],
    ['a number', { next: ['Fix the other 7 tests.'] }, '7'],
    ['an address', { intent: 'See https://example.org/parser for it.' }, 'https://example.org/parser'],
  ])('is refused with %s that nobody named', (_, answer, name) => {
    const { prose, accepted, rejected } = judgeProse(answer, source)
    expect({ prose, accepted }).toEqual({ prose: { next: [], decisions: [] }, accepted: 0 })
    expect(rejected).toHaveLength(1)
    expect(rejected[0]).toContain(name)
  })

  it('is refused where it quotes what nobody said', () => {
    const { rejected, accepted } = judgeProse({ state: 'The user said "please drop all the tests".' }, source)
    expect(accepted).toBe(0)
    expect(rejected[0]).toMatch(/no message says "please drop all the tests"/)
  })

  it('is refused entry by entry: a reason that is made up takes no decision with it', () => {
    const answer = { decisions: [{ decision: 'Empty input gives an empty list.', why: 'See src/why.md.' }] }
    expect(judgeProse(answer, source)).toMatchObject({
      prose: { decisions: [{ decision: 'Empty input gives an empty list.' }] },
      accepted: 1,
      rejected: [/src\/why\.md/].map(why => expect.stringMatching(why)),
    })
  })

  it('never holds a secret, nor does a word about it', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`
    const { prose, rejected } = judgeProse(
      { state: `The token is ${secret}.` },
      `${source} ${secret}`,
      maskSecrets,
    )
    expect(prose.state).toBeUndefined()
    expect(rejected.join()).not.toContain(secret)
  })

  it.each([
    undefined,
    null,
    'a text',
    42,
    [],
    {},
    { intent: 7, next: 'no list', decisions: [null, 3, {}] },
    { state: '[TBD]', intent: 'none' },
    { state: 'x'.repeat(601) },
    { state: '\ud800' },
  ])('is nothing where the answer is nothing: %j', answer => {
    const { accepted, rejected } = judgeProse(answer, source)
    expect(accepted).toBe(0)
    expect(rejected.length).toBeGreaterThan(0)
  })
})
