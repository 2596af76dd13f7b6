import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { softDetectors } from '../../../src/measure/tier/soft-reasons.ts'
import { classifyText, hardShare } from '../../../src/measure/tier/tier.ts'
import { segments } from '../../../src/scan/segments.ts'
import { samples } from '../../scan/blocks.ts'
import { passingMentions, prose } from '../../scan/prose.ts'

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

describe('a text with nothing in it', () => {
  it.each([
    ['', 'T2'],
    [' \n ', 'T2'],
    [words(19), 'T2'],
    [words(20), 'T3'],
    [` ${words(19)}\n\n\t`, 'T2'],
    [prose(3000), 'T3'],
  ])('%j', (text, tier) => {
    expect(classifyText(text)).toEqual({ tier, confidence: 0.65, hard: [], soft: [] })
  })
})

describe('a hard text', () => {
  it.each(samples)('is $protects: $name', ({ text, protects }) => {
    const { tier, hard } = classifyText(text)
    expect({ tier, hard }).toEqual({ tier: 'T0', hard: [protects] })
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
    const { tier, hard } = classifyText(text)
    expect(tier).toBe('T0')
    expect(hard).toContain(reason)
  })

  it('is hard from half of its length on', () => {
    expect(hardShare).toBe(0.5)
    const code = `\`\`\`\n${'const a = 1\n'.repeat(40)}\`\`\``
    const share = (length: number) => classifyText(`${code}\n\n${prose(length)}`).hard
    expect(share(code.length - 10)).toEqual(['code_fence'])
    expect(share(code.length + 10)).toEqual([])
  })

  it.each(passingMentions)('is not one for a passing %j', mention => {
    for (const text of [prose(7500) + mention, mention + prose(7500)])
      expect(classifyText(text).hard).toEqual([])
  })

  it.each(samples)('is not prose that holds $name', ({ text }) => {
    expect(classifyText(`${prose(3000)}\n\n${text}\n${prose(3000)}`).hard).toEqual([])
  })
})

describe('confidence', () => {
  it('rises with every reason, up to a limit', () => {
    expect(classifyText('See https://example.org now.').confidence).toBe(0.75)
    expect(classifyText('Mail ada@example.org about v1.2 today.').confidence).toBe(0.8)
    const many =
      'Ada (ada@example.org, 555-123-4567) said "close it before noon" about https://example.org/a v1.2 10.0.0.1 src/a/b.ts "id": 30 ms, hereby.'
    expect(classifyText(many).soft.length).toBeGreaterThan(5)
    expect(classifyText(many).confidence).toBe(0.95)
  })

  it('does not depend on who found the segments', () => {
    for (const { text } of samples)
      expect(classifyText(text, { segments: segments(text), secrets: [] })).toEqual(classifyText(text))
  })
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
    expect(classifyText(name).hard).toEqual([])
    expect(classifyText(`Please look at ${name} again.`).hard).toEqual([])
  })
})

describe('reasoning', () => {
  const [because, therefore, result] = [
    'The cache is cold because it was cleared.',
    'Therefore the first request is slow.',
    'As a result the probe fails.',
  ]

  it('takes three connectives, in one paragraph or in neighbouring ones', () => {
    expect(classifyText(`${because} ${therefore}`).hard).toEqual([])
    expect(classifyText(`${because} ${therefore} ${result}`).hard).toEqual(['reasoning_chain'])
    expect(classifyText(`${because}\n\n${therefore}\n\n${result}`).hard).toEqual(['reasoning_chain'])
    expect(classifyText(`${because} ${because} ${because}`).hard).toEqual([])
  })

  it('is thick with them: in a long report they are ordinary words', () => {
    expect(classifyText(`${because} ${prose(1500)} ${therefore} ${result}`).hard).toEqual([])
  })

  it.each([
    ['a shopping list', 'Shopping list:\n1. milk\n2. eggs\n3. bread\n4. butter, because we are out of it\n'],
    [
      'a recipe',
      'First, chop the onions. Then fry them until golden. Next, add the rice. Finally, serve it hot.',
    ],
    ['an enumeration', 'First, x. Second, y. Third, z. In summary, it works.'],
  ])('is not %s', (_, text) => {
    expect(classifyText(text).hard).toEqual([])
  })
})

describe('what a summary had better keep', () => {
  it.each([
    ['url', 'see https://example.org/a?b=c for it', 'no: // here, and a: b'],
    ['email', 'write to ada.lovelace+x@mail.example.org today', 'meet @ada at @example'],
    ['phone', 'call +1 (555) 123-4567 or 555-123-4567', 'it took 555 of 1234 in 2026-03-01'],
    ['version_number', 'since v2.1 it works', 'the very 2 of them'],
    ['hash_or_sha', 'at 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b now', 'at 9f86d08 or facade now'],
    ['file_path', 'open src/orders/close now', 'he and/or she, 1/2, TCP/IP'],
    ['ip_or_semver', 'it listens on 10.0.0.17 there', 'it costs 10.50 there'],
    ['quoted_key', 'set "retries": to three', 'he said "retries" to me'],
    ['legal_term', 'The parties hereby agree', 'The parties are here by now'],
    ['direct_quote', 'She said "we close at nine" again', 'She said "nine" again'],
    ['numeric_with_units', 'after 30 ms it ends', 'after 30 of them it ends'],
  ])('%s', (reason, text, other) => {
    expect(classifyText(text).soft).toContain(reason)
    expect(classifyText(other).soft).not.toContain(reason)
  })

  it('has a reason, a detector and a why for each', () => {
    expect(new Set(softDetectors.map(({ reason }) => reason)).size).toBe(11)
    expect(softDetectors.every(({ why }) => why.length > 0)).toBe(true)
  })

  it('is looked for in the prose: code is kept anyway', () => {
    expect(classifyText('```\ncurl https://example.org\n```').soft).toEqual([])
    expect(classifyText('Call it.\n\n```\ncurl x\n```\n\nSee https://example.org.').soft).toEqual(['url'])
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
  expect(cpu(text => classifyText(text))).toBeLessThan(3 * cpu(text => countTokens(text)))
})
