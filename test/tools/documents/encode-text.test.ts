import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FoveaError } from '../../../src/errors.ts'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import {
  decodeText,
  encodeText,
  isEncoded,
  textCodec,
  textTechniques,
} from '../../../src/tools/documents/encode-text.ts'
import { anyText, document, runs } from './documents.ts'

const counter = exactCounter()

function codeOf(action: () => unknown): string | undefined {
  try {
    action()
  } catch (error) {
    return FoveaError.isInstance(error) ? error.code : `not a FoveaError: ${String(error)}`
  }
  return undefined
}

/** What encoding must fulfil whatever it is given. Says whether it found something to do. */
function check(text: string, options: Parameters<typeof encodeText>[1] = {}): boolean {
  const result = encodeText(text, options)
  expect(result.tokens.before).toBe(counter.count(text))
  expect(result.tokens.after).toBe(counter.count(result.text))
  if (!result.encoded) {
    expect(result.text).toBe(text)
    return false
  }
  expect(decodeText(result.text, options)).toBe(text)
  expect(result.tokens.after).toBeLessThan(result.tokens.before)
  expect(result.steps.at(-1)?.after).toBe(result.tokens.after)
  return true
}

describe('every text', { timeout: 60_000 + runs * 20 }, () => {
  it('comes back to the byte, in fewer tokens or as it was', () => {
    let encoded = 0
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: document }, { weight: 1, arbitrary: anyText }), text => {
        if (check(text)) encoded += 1
      }),
      { numRuns: runs },
    )
    // A law that holds for nothing says nothing.
    expect(encoded).toBeGreaterThan(runs / 4)
  })

  it('comes back from each technique alone', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(...textTechniques), (text, technique) => {
        check(text, { techniques: [technique], workspace: '/home/user/workspace' })
      }),
      { numRuns: Math.ceil(runs / 3) },
    )
  })

  it('is encoded once: what is encoded already is left alone', () => {
    fc.assert(
      fc.property(document, text => {
        const first = encodeText(text)
        const second = encodeText(first.text)
        expect(second.text).toBe(first.text)
        if (first.encoded) expect(second).toMatchObject({ encoded: false, why: 'already-encoded' })
      }),
      { numRuns: Math.ceil(runs / 4) },
    )
  })

  it('is refused when a character of it was changed, added or lost', () => {
    let tampered = 0
    fc.assert(
      fc.property(
        document,
        fc.nat(),
        fc.constantFrom('', 'x', '§', '$A', '\n', '9'),
        (text, place, other) => {
          const result = encodeText(text)
          if (!result.encoded) return
          const at = place % result.text.length
          const changed = result.text.slice(0, at) + other + result.text.slice(at + 1)
          if (changed === result.text) return
          tampered += 1
          // Without its first line it is a text like any other, and comes back as it is.
          const code = codeOf(() => expect([text, changed]).toContain(decodeText(changed)))
          // A change of words that only explain, or of a code for the same text, leaves the text what it was.
          expect([undefined, 'corrupt']).toContain(code)
        },
      ),
      { numRuns: Math.ceil(runs / 3) },
    )
    expect(tampered).toBeGreaterThan(runs / 20)
  })
})

describe('texts that break coders of this kind', () => {
  const much = 'deploy the gateway server now. '.repeat(30)

  it.each([
    [
      'a code in the text',
      'buy $AAPL stock, echo $AA, $A1, $A, $WS, export $WSL_DISTRO=1, host $IP.5, $IP1.7',
    ],
    ['codes of one token in the text', '§ ¶ † ※ ★ ☆ ♪ α β γ ¬ ¬¬ ¬§ ^ ~'],
    ['a fence with a variable', '```sh\necho $AA\n```'],
    ['NUL bytes and sentinels', 'a\u0000DLR\u0000b'],
    ['a phrase that arises from a code', 'foo bar baz qux qux AA qux AB'],
    ['a code within a phrase', 'literal x $AB y phrase here'],
    ['a longer code after a shorter one', 'foobarbazA quxquxqux'],
    ['a phrase that begins with a sigil', '$HOME/bin dir'],
    ['addresses side by side', '10.0.1.110.0.1.2'],
    ['addresses within addresses', '10.0.1.1 10.0.1.10 10.0.1.100 110.0.1.1 10.0.1.0/24 1.2.3.4.5'],
    ['regular expressions', "[a-z]+ and $HOME and \\n $& $1 $'"],
    ['full-width signs', 'IP：192.168.1.1，端口：8080'],
    ['Chinese', '配置网关服务器'],
    [
      'lists of capitals',
      'SELECT ID, NAME, AGE, CITY FROM T; const X = [AA, BB, CC, DD]; FOO_BAR, BAZ, QUX, ZIP',
    ],
    ['CRLF', 'a\r\nb\r\n'],
    ['lone surrogates', '\uD83D and \uDE00'],
    ['front matter', '---\ntitle: "a"\n---\n'],
    ['a JSON string', '"a \\"quoted\\" \\u0041 string"'],
    ['the first line of an encoded text', 'Fovea text 1 123456789: 1 lines of short forms\n§ x\n§'],
  ])('%s', (_, text) => {
    check(text)
    expect(check(`${text}\n${much}`)).toBe(true)
    expect(check(`${much}${text}`)).toBe(true)
    expect(check(`${text} `.repeat(100))).toBe(true)
    expect(check(Array.from({ length: 40 }, (_, at) => `${at * 3}: ${text}`).join('\n'))).toBe(true)
  })

  it.each(['', ' ', '\n', ' \n\t\n ', 'one line', '10.0.1.1', 'A, B, C'])('nothing to do: %j', text => {
    expect(encodeText(text)).toEqual({
      encoded: false,
      why: 'no-gain',
      text,
      tokens: { before: counter.count(text), after: counter.count(text), counter: 'o200k_base' },
    })
  })

  it('thirteen families of addresses, two workspaces, a root that begins another', () => {
    const hosts = Array.from({ length: 13 * 8 }, (_, at) => `- 10.0.${Math.floor(at / 8)}.${at} up`).join(
      '\n',
    )
    expect(check(hosts, { techniques: ['addresses'] })).toBe(true)
    const paths = [
      '/srv/work/a/b.ts',
      '/srv/work2/a/b.ts',
      '/srv/work/c.ts',
      'cd $WS && ls /srv/work',
      '/opt/work/x',
    ]
      .join('\n')
      .repeat(9)
    expect(check(paths, { techniques: ['paths'], workspace: '/srv/work' })).toBe(true)
  })
})

describe('what is written', () => {
  const hosts = Array.from(
    { length: 12 },
    (_, at) => `- host ${at * at} is 10.0.1.${at * 7} in the rack`,
  ).join('\n')

  it('begins with a line that says how to read it, and a legend that reads literally', () => {
    const result = encodeText(hosts, { techniques: ['addresses'] })
    expect(result.text.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^Fovea text 1 \d{9}: 1 lines of short forms$/),
      '§ 10.0.1.',
      '- host 0 is §0 in the rack',
      '- host 1 is §7 in the rack',
    ])
  })

  it('names the workspace, unless the text uses that name', () => {
    const listing = [
      'lib/a.ts',
      'x.md',
      'test/b.ts',
      'c/d/e.json',
      'f.py',
      'g.go',
      'h.rs',
      'i.c',
      'j.sh',
      'k.toml',
    ]
      .map(file => `/home/user/projects/workspace/${file}`)
      .join('\n')
    const options = { techniques: ['paths'], workspace: '/home/user/projects/workspace/' } as const
    expect(encodeText(listing, options).text).toContain(
      '\n$WS /home/user/projects/workspace\n$WS/lib/a.ts\n$WS/x.md\n',
    )
    const used = `${listing}\nexport $WSL_DISTRO=1`
    expect(encodeText(used, options).text).toContain('\n§ /home/user/projects/workspace\n§/lib/a.ts\n')
  })

  it('leaves marks and fences to be seen', () => {
    const text = Array.from(
      { length: 30 },
      (_, at) => `- **${'abcdefgh'.charAt(at % 8)}${at}**: ok\n\`\`\`bash\nls ${at}\n\`\`\``,
    ).join('\n')
    expect(encodeText(text).text).toContain('\n```bash\n')
    expect(encodeText(text).text).toContain('- **')
  })

  it('says of every step what it saved', () => {
    const text = `${'a line that comes again\n'.repeat(60)}${hosts}\n${'1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20'}`
    const result = encodeText(text)
    expect(result.encoded && result.steps.map(({ step }) => step)).toEqual([
      'short-forms',
      'lines',
      'enumerations',
    ])
    expect(result.encoded && result.steps[0]?.before).toBe(result.tokens.before)
  })

  it('counts with the counter that it is given', () => {
    const byLength = { name: 'length', exact: true, count: (text: string) => text.length }
    expect(encodeText(hosts, { counter: byLength }).tokens).toEqual({
      before: hosts.length,
      after: encodeText(hosts, { counter: byLength }).text.length,
      counter: 'length',
    })
  })

  it('is the same for the same text', () => {
    expect(encodeText(hosts).text).toBe(encodeText(hosts).text)
  })
})

describe('what cannot be decoded', () => {
  const encoded = encodeText('the same sentence stands here again and again. '.repeat(20)).text

  it('is not a text that nobody encoded: that comes back as it is', () => {
    for (const text of ['', 'plain text', 'Fovea', 'Fovea text 2 123456789: x\n', ` ${encoded}`])
      expect(decodeText(text)).toBe(text)
    expect(decodeText(encodeText('Nothing is said twice here.').text)).toBe('Nothing is said twice here.')
    expect(isEncoded('plain text')).toBe(false)
    expect(isEncoded(encoded)).toBe(true)
  })

  it('is a text that was changed', () => {
    const sum = '123456789'
    for (const text of [
      `${encoded}.`,
      encoded.slice(0, -1),
      encoded.replace(/\d{9}/, sum),
      `Fovea text 1 ${sum}: 2 lines of short forms\n§ a`,
      `Fovea text 1 ${sum}: 1 lines of short forms\n§\nx`,
      `Fovea text 1 ${sum}: 1 lines of short forms\n a\nx`,
      `Fovea text 1 ${sum}: 2 lines of short forms\n§ a\n§ b\n§`,
      `Fovea text 1 ${sum}: 2 lines of short forms\n$A a\n$AB b\n$AB`,
      `Fovea text 1 ${sum}: 1 lines of short forms\n§ a\n¬b`,
      `Fovea text 1 ${sum}: something of a later release\nx`,
      `Fovea text 1 ${sum}: ^n m = the n lines above m more times\n^1 1`,
      `Fovea text 1 ${sum}: ^n m = the n lines above m more times\na\nb^1 1`,
      `Fovea text 1 ${sum}: ~n: the next n rows lack these columns\n~2|0=a\nb`,
      `Fovea text 1 ${sum}: ~n: the next n rows lack these columns\n~1 0=a\nb`,
      `Fovea text 1 ${sum}: ~1, ~4~ = 1, 2, 3, 4\n~1, ~`,
      `Fovea text 1 ${sum}: ~1, ~4~ = 1, 2, 3, 4\n~1, ~x~`,
    ])
      expect(
        codeOf(() => decodeText(text)),
        text.slice(0, 90),
      ).toBe('corrupt')
  })

  it('does not unfold without end', () => {
    const head = 'Fovea text 1 123456789:'
    const line = 'x'.repeat(1000)
    for (const text of [
      `${head} ^n m = the n lines above m more times\n${line}\n^1 999999999`,
      `${head} ~1, ~4~ = 1, 2, 3, 4\n~1, ~999999999~`,
      `${head} 1 lines of short forms\n§ ${line}\n${'§'.repeat(100_000)}`,
    ])
      expect(codeOf(() => decodeText(text))).toBe('corrupt')
  })
})

describe('a codec', () => {
  it('gives the encoded text or nothing', () => {
    const codec = textCodec({ techniques: ['lines'] })
    const text = `${'the same line\n'.repeat(20)}`
    expect(codec.encode('nothing to see')).toBeUndefined()
    expect(codec.decode(codec.encode(text) ?? '')).toBe(text)
  })
})
