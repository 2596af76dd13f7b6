import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { hardReasons, hardShare } from '../../src/measure/hard-reasons.ts'
import { segments } from '../../src/scan/segments.ts'
import { samples } from '../scan/hard-blocks.ts'
import { passingMentions, prose } from '../scan/prose.ts'

it.each([[''], [' \n '], ['word '.repeat(20)], [prose(3000)]])(
  'a text with nothing in it has none: %j',
  text => {
    expect(hardReasons(text)).toEqual([])
  },
)

describe('a hard text', () => {
  it.each(samples)('is $protects: $name', ({ text, protects }) => {
    expect(hardReasons(text)).toEqual([protects])
  })

  it.each([
    ['a key', 'api_key', 'The token is ghp_R7kQ2mXv9Tz4Lw8Np3Yc6Hd1Jf5Gb0Sa2Ue7'],
    ['a key among settings', 'api_key', 'STRIPE=sk_live_9fK2mQ7xT4wL8pR3vN6c\nPORT=80\n'],
    ['a status', 'http_error', 'curl: HTTP/1.1 404 Not Found'],
    ['a failure', 'failure_signature', 'sh: ./run.sh: Permission denied'],
    ['one failure after another', 'failure_signature', 'find: /proc/1: Permission denied\n'.repeat(40)],
    [
      'base 64 in a line',
      'base64_content',
      `data:image/png;base64,${'q7Zk3Tf9Xw2Lp8Rv5Nc1Jb6Hm4Gd0Ys7Ue'.repeat(3)}`,
    ],
    ['a short JSON', 'json_structure', '{"id": 17, "state": "open"}'],
    ['a formula', 'latex_math', 'So $\\sum_{i=1}^n i = \\frac{n(n+1)}{2}$.'],
  ])('is, in short: %s', (_, reason, text) => {
    expect(hardReasons(text)).toContain(reason)
  })

  it('is hard from half of its length on', () => {
    expect(hardShare).toBe(0.5)
    const code = `\`\`\`\n${'const a = 1\n'.repeat(40)}\`\`\``
    const share = (length: number) => hardReasons(`${code}\n\n${prose(length)}`)
    expect(share(code.length - 10)).toEqual(['code_fence'])
    expect(share(code.length + 10)).toEqual([])
  })

  it.each(passingMentions)('is not one for a passing %j', mention => {
    for (const text of [prose(7500) + mention, mention + prose(7500)]) expect(hardReasons(text)).toEqual([])
  })

  it.each(samples)('is not prose that holds $name', ({ text }) => {
    expect(hardReasons(`${prose(3000)}\n\n${text}\n${prose(3000)}`)).toEqual([])
  })
})

it('does not depend on who found the segments', () => {
  for (const { text } of samples)
    expect(hardReasons(text, { segments: segments(text), secrets: [] })).toEqual(hardReasons(text))
})

describe('names that look like keys', () => {
  it.each([
    ['kebab', 'my-very-long-component-name-with-suffix'],
    ['BEM', 'block__element--modifier-with-long-name'],
    ['UUID', '3f2b8c1e-9d47-4a6b-8e21-5c0f7d9a1b34'],
    ['npm scope', '@example-organisation/some-long-package-name'],
    ['flask', 'flask-sk-learn-example-application-server'],
    ['sk- words', 'sk-learn-example-application-server-name'],
  ])('%s', (_, name) => {
    expect(hardReasons(name)).toEqual([])
    expect(hardReasons(`Please look at ${name} again.`)).toEqual([])
  })
})

describe('reasoning', () => {
  const [because, therefore, result] = [
    'The cache is cold because it was cleared.',
    'Therefore the first request is slow.',
    'As a result the probe fails.',
  ]

  it('takes three connectives, in one paragraph or in neighbouring ones', () => {
    expect(hardReasons(`${because} ${therefore}`)).toEqual([])
    expect(hardReasons(`${because} ${therefore} ${result}`)).toEqual(['reasoning_chain'])
    expect(hardReasons(`${because}\n\n${therefore}\n\n${result}`)).toEqual(['reasoning_chain'])
    expect(hardReasons(`${because} ${because} ${because}`)).toEqual([])
  })

  it('is thick with them: in a long report they are ordinary words', () => {
    expect(hardReasons(`${because} ${prose(1500)} ${therefore} ${result}`)).toEqual([])
  })

  it.each([
    ['a shopping list', 'Shopping list:\n1. milk\n2. eggs\n3. bread\n4. butter, because we are out of it\n'],
    [
      'a recipe',
      'First, chop the onions. Then fry them until golden. Next, add the rice. Finally, serve it hot.',
    ],
    ['an enumeration', 'First, x. Second, y. Third, z. In summary, it works.'],
  ])('is not %s', (_, text) => {
    expect(hardReasons(text)).toEqual([])
  })
})

it('costs no more than a few counts of the tokens, even where the counter has seen every word', () => {
  const texts = Array.from({ length: 300 }, (_, at) => {
    const said = Array.from(
      { length: 40 },
      (_, word) => `order${at * word} closed after ${word * 7} tries`,
    ).join(', ')
    return `${said}.\n\n${samples[at % samples.length]?.text}`
  })
  const cpu = (work: (text: string) => unknown): number =>
    Math.min(
      ...[1, 2, 3].map(() => {
        const start = process.cpuUsage()
        for (const text of texts) work(text)
        const { user, system } = process.cpuUsage(start)
        return user + system
      }),
    )
  expect(cpu(text => hardReasons(text))).toBeLessThan(3 * cpu(text => countTokens(text)))
})
