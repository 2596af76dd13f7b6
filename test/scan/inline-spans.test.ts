import { describe, expect, it } from 'vitest'
import { segments } from '../../src/scan/segments.ts'

/** What must survive to the letter in prose, with its kind. */
function read(text: string): readonly (readonly [kind: string, text: string])[] {
  return segments(text).flatMap(segment =>
    segment.kind === 'prose'
      ? segment.spans.map(({ kind, start, end }) => [kind, text.slice(start, end)] as const)
      : [],
  )
}

const sha = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b'
const token = 'q7Zk3Tf9Xw2Lp8Rv5Nc1Jb6Hm4Gd0Ys7Ue2Qa9'

describe('kept to the letter inside prose', () => {
  it.each([
    [
      'code in a line',
      'Call `run()` first, then ``a `b` c``.',
      [
        ['code', '`run()`'],
        ['code', '``a `b` c``'],
      ],
    ],
    [
      'a formula',
      'We have $a^2 + b^2 = c^2$ and also \\(x_1\\).',
      [
        ['math', '$a^2 + b^2 = c^2$'],
        ['math', '\\(x_1\\)'],
      ],
    ],
    ['a variable of a formula', 'Let $n$ be even.', [['math', '$n$']]],
    ['a hash', `It is at ${sha} now.`, [['hash', sha]]],
    [
      'a UUID',
      'Order 3f2b8c1e-9d47-4a6b-8e21-5c0f7d9a1b34 failed.',
      [['hash', '3f2b8c1e-9d47-4a6b-8e21-5c0f7d9a1b34']],
    ],
    ['a token', `Use ${token} for it.`, [['encoded', token]]],
    ['a little JSON', 'It says {"status": "ok", "n": 3} here.', [['json', '{"status": "ok", "n": 3}']]],
    ['a failure', 'It ended: permission denied, as before.', [['failure', 'permission denied']]],
    ['a status', 'The call came back with status code 503 twice.', [['http-error', 'status code 503']]],
    ['one inside another: the outer', `Run \`git show ${sha}\` now.`, [['code', `\`git show ${sha}\``]]],
  ])('%s', (_, text, found) => {
    expect(read(text)).toEqual(found)
  })
})

describe('ordinary words', () => {
  it.each([
    ['prices', 'It costs $5 or $10, and $20 next year.'],
    ['shell variables', 'Set $HOME/bin and $PATH, then echo $A = $B done.'],
    ['a lone backtick', 'It is called `foo and nothing else.'],
    ['a long name', 'See ThisIsAVeryLongCamelCaseIdentifierNameForATestClass for it.'],
    ['a long path', 'See packages/server/src/handlers/orders/create-order.test.ts for it.'],
    ['a long name with words and dashes', 'See my-very-long-component-name-with-many-words-in-it for it.'],
    ['a rule', '________________________________________________________'],
    ['a number', 'It took 404 steps, HTTP works, status is fine.'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual([])
  })
})

it('code in a line ends with its paragraph', () => {
  expect(read('One ` here.\n\nAnother ` there.')).toEqual([])
})
