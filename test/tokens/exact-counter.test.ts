import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import * as cl100k from 'gpt-tokenizer/encoding/cl100k_base'
import * as o200k from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../src/tokens/tokens.ts'

const asText = { disallowedSpecial: new Set<string>() }
const counter = exactCounter()

const texts: readonly string[] = [
  '',
  'Hello, world!',
  "We can't say that it'll work, but they've tried.",
  'function add(a: number, b: number): number {\n  return a + b\n}\n',
  '{"id":12345678,"tags":["a","b"],"ok":true,"url":"https://example.org/a/b?c=d"}',
  '2026-01-02T03:04:05.678Z ERROR [worker-7] connection to 10.0.0.12:5432 refused\n',
  '会议定在下周三上午十点,请大家提前准备好材料。',
  'Здравствуйте, мир! مرحبا بالعالم नमस्ते दुनिया สวัสดีชาวโลก 안녕하세요',
  'café naïve Zürich 👍🏽 👩‍👩‍👧‍👦 → ✓ ━━━━',
  '   \n\n\t\tindented\r\n',
]

describe('exactCounter', () => {
  it.each(texts)('says what the encoding says of %j', text => {
    expect(counter.count(text)).toBe(o200k.countTokens(text, asText))
    expect(exactCounter('cl100k_base').count(text)).toBe(cl100k.countTokens(text, asText))
  })

  it('says what the encoding says of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), text => {
        expect(counter.count(text)).toBe(o200k.countTokens(text, asText))
      }),
    )
  })

  it.each(['o200k_base', 'cl100k_base'] as const)('says what %s says of words, symbols and spaces', name => {
    const { countTokens } = name === 'o200k_base' ? o200k : cl100k
    const own = exactCounter(name)
    const part = fc.constantFrom(
      ...['a', 'Bc', 'THE', "'", "'s", "'Ll", "'VE", '7', '12345', ' ', '  ', '\t', '\n', '\r\n', '/', '//'],
      ...[
        '.',
        '(',
        '==',
        '_',
        'é',
        'ß',
        'ǅ',
        '日本',
        '٣',
        '\u00a0',
        '\u2028',
        '\u0301',
        '👍🏽',
        '→',
        '\ud83d',
        '\v',
      ],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), parts => {
        const text = parts.join('')
        expect(own.count(text)).toBe(countTokens(text, asText))
      }),
      { numRuns: 1000 },
    )
  })

  it('counts the mark of the byte order as the encoding does, also within a text', () => {
    // The package that we compare with loses it where it looks for merges.
    expect(counter.count('\uFEFF')).toBe(1)
    expect(counter.count('log\t\uFEFF2026')).toBe(5)
  })

  it('names itself and its exactness', () => {
    expect(counter).toMatchObject({ name: 'o200k_base', exact: true })
  })

  it.each(['<|endoftext|>', '<|im_start|>system', 'a <|endofprompt|> b <|fim_prefix|>'])(
    'counts the special token in %j as text',
    text => {
      expect(counter.count(text)).toBeGreaterThan(text.split('<').length)
    },
  )

  it('takes lone surrogates', () => {
    expect(counter.count('broken \ud83d text \udc00')).toBeGreaterThan(3)
  })

  it.each(['a', '=', ' ', '漢字', 'ab'])('stays within a thousandth on endless %j', unit => {
    const text = unit.repeat(2000)
    const direct = o200k.countTokens(text, asText)
    expect(Math.abs(counter.count(text) - direct)).toBeLessThanOrEqual(Math.ceil(direct / 1000) + 1)
  })

  it('stays linear when text has filled the cache of merges', () => {
    const hotPiece = '=\u0301'.repeat(20_000)
    const before = cpu(() => counter.count(hotPiece))
    counter.count(Array.from({ length: 120_000 }, (_, i) => ` zq${i.toString(36)}xv`).join(''))
    expect(cpu(() => counter.count(hotPiece))).toBeLessThan(Math.max(before, 20) * 20)
  })

  it('loads its tables with the first count, not with the import', () => {
    const script = `
      import fs from 'node:fs'
      import { syncBuiltinESMExports } from 'node:module'
      const read = fs.readFileSync
      let isLoaded = false
      fs.readFileSync = (file, ...rest) => {
        isLoaded ||= String(file).includes('o200k_base')
        return read(file, ...rest)
      }
      syncBuiltinESMExports()
      const { exactCounter } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/tokens/tokens.ts'))})
      const counter = exactCounter()
      const before = isLoaded
      counter.count('text')
      console.log(JSON.stringify([before, isLoaded]))
    `
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
    })
    expect(JSON.parse(output.toString())).toEqual([false, true])
  })
})

/** Milliseconds of processor time. */
function cpu(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
