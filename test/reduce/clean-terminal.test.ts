import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanTerminal } from '../../src/reduce/clean-terminal.ts'
import '../property-seed.ts'

const control = new RegExp(`[${String.fromCharCode(0x1b, 0x07)}\r\b]`)

const shown: readonly (readonly [string, string, string])[] = [
  ['colours', '\u001b[1;31merror\u001b[0m: no such file', 'error: no such file'],
  ['a title and a link', '\u001b]0;build\u0007\u001b]8;;https://a.dev\u001b\\docs\u001b]8;;\u001b\\', 'docs'],
  ['a character set', '\u001b(Bplain\u001b)0', 'plain'],
  ['a progress bar', 'get 10%\rget 55%\rget 100%\ndone', 'get 100%\ndone'],
  ['a shorter line over a longer one', 'downloading…\rready', 'readyoading…'],
  ['a line that is erased first', 'downloading…\r\u001b[Kready', 'ready'],
  ['a line that is erased whole', 'downloading…\u001b[2K\rready', 'ready'],
  ['blanks over a bar', 'wait 3\r      \rgo', 'go'],
  ['a spinner of backspaces', 'work |\b/\b-\b\\\b done', 'work  done'],
  ['bold as a manual page prints it', 'N\bNA\bAM\bME\bE', 'NAME'],
  [
    'several lines redrawn',
    'a: 1%\nb: 1%\n\u001b[2A\u001b[2Ka: done\n\u001b[2Kb: done\n',
    'a: done\nb: done\n',
  ],
  ['everything below erased', 'x\ny\nz\n\u001b[3A\u001b[Jend', 'end'],
  ['columns', 'name\u001b[12Gvalue', 'name    value'],
  ['a status line at a fixed place', 'one\n\u001b7\u001b[24;0fProgress: 20%\u001b8two', 'one\ntwo'],
  ['a cleared screen', 'first\u001b[2J\u001b[Hsecond', 'first\nsecond'],
  ['Windows line ends', 'a\r\nb\r\n', 'a\nb\n'],
  ['a sequence that was cut off', 'text\u001b[3', 'text'],
  ['a title that never ends', '\u001b]0;title\nnext', '0;title\nnext'],
  ['what is no sequence', 'a\u001b\nb\u001b[\n\u001b🚀\u001b(🚀', 'a\nb\n🚀🚀'],
  [
    'rows erased between two visits of a fixed place',
    'a\nb\u001b[A\u001b7\u001b[9;1fx\u001b[3A\u001b[J\u001b8c',
    'ac',
  ],
  ['emoji drawn over', '🚀🚀 go\r✅', '✅🚀 go'],
]

describe('cleanTerminal', () => {
  it.each(shown)('shows %s as a terminal does', (_, printed, seen) => {
    expect(cleanTerminal(printed)).toBe(seen)
  })

  it('gives back the very same text where there is nothing to clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        fc.pre(!control.test(text))
        expect(cleanTerminal(text)).toBe(text)
      }),
    )
  })

  const sequence = fc.oneof(
    fc.constantFrom('\r', '\b', '\n', '\u001b', '\u0007', '\u001b7', '\u001b8', '\u001b]', '\u001b(B'),
    fc
      .tuple(fc.constantFrom('', '0', '1', '2', '7', '99999999'), fc.constantFrom(...'ABCDEFGHJKmsuf'))
      .map(([count, letter]) => `\u001b[${count}${letter}`),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  )
  const drawing = fc.array(sequence, { maxLength: 60 }).map(parts => parts.join(''))

  it('never makes it longer, leaves no control, and is done after one round', () => {
    fc.assert(
      fc.property(drawing, text => {
        const clean = cleanTerminal(text)
        expect(clean.length).toBeLessThanOrEqual(text.length)
        expect(clean).not.toMatch(control)
        expect(cleanTerminal(clean)).toBe(clean)
      }),
      { numRuns: 400 },
    )
  })

  it('reads hostile drawings in one pass', () => {
    const long = 'x'.repeat(200_000)
    for (const mean of [
      '\r',
      '\b',
      '\u001b[1K',
      '\u001b[99999G\u001b[1K',
      '\u001b]',
      '\u001b[9A',
      '\u001b7',
      '\u001b[C',
    ])
      expect(cleanTerminal(long + mean.repeat(100_000)).length).toBeLessThanOrEqual(900_000 + long.length)
  })
})
