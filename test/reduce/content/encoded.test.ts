import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ContentSource } from '../../../src/reduce/content/content.ts'
import { encoded } from '../../../src/reduce/content/encoded.ts'
import { SourcedText } from '../../../src/reduce/sourced-text/sourced-text.ts'
import { endlessTimeout, obeysPieceLaws, readEndless, textOf, wholeOf } from './text-laws.ts'

const source: ContentSource = { role: 'tool', kind: 'encoded' }

/** Bytes that look like chance, after a beginning that may be known. */
function bytes(beginning: readonly number[], length: number): Buffer {
  let state = 1
  const rest = Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return (state >> 16) % 256
  })
  return Buffer.from([...beginning, ...rest])
}

const png = bytes([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 600).toString('base64')
const unknown = bytes([1, 2, 3], 600).toString('base64')
const wrapped = (text: string): string => text.replace(/.{64}/g, '$&\n')

const shown = (text: string): readonly string[] =>
  obeysPieceLaws(encoded, text, source).map(piece => piece.text)

describe('encoded', () => {
  it('fits what was measured as encoded, and what is mostly one blob', () => {
    expect(encoded.fits(new SourcedText('x', source))).toBe(true)
    expect(
      encoded.fits(new SourcedText(`{"image":"data:image/png;base64,${png}"}`, { ...source, kind: 'other' })),
    ).toBe(true)
    expect(encoded.fits(new SourcedText('word '.repeat(500), { ...source, kind: 'prose' }))).toBe(false)
    expect(
      encoded.fits(
        new SourcedText('/usr/local/lib/some/long/path/to/a/file'.repeat(40), { ...source, kind: 'other' }),
      ),
    ).toBe(false)
  })

  it('says what base 64 contains where its first bytes show it', () => {
    expect(shown(wrapped(png))).toEqual([
      `[base 64 of a PNG image, 13 lines, 824 B, begins ${png.slice(0, 16)}]`,
    ])
    expect(shown(wrapped(unknown))[0]).toBe(
      `[characters of base 64, 13 lines, 816 B, begins ${unknown.slice(0, 16)}]`,
    )
  })

  it('keeps what is around a blob', () => {
    const text = `<img alt="pen" src="data:image/png;base64,${png}"> and more`
    expect(shown(text)).toEqual([
      '[one line of 865 B]',
      '<img alt="pen" src="',
      '[data URL, image/png, a PNG image, 834 B]',
      '"> and more',
    ])
  })

  it('does not believe a type that the bytes deny', () => {
    expect(shown(`data:image/png;base64,${unknown}`)).toContain('[data URL, image/png, 826 B]')
  })

  it('says what a hex dump spans', () => {
    const dump = Array.from(
      { length: 10 },
      (_, at) =>
        `${(at * 16).toString(16).padStart(8, '0')}: 4865 6c6c 6f20 776f 726c 6421 0a48 656c  Hello world!.Hel`,
    )
    expect(shown(dump.join('\n'))).toEqual([
      dump[0],
      '[hex dump goes on for 9 lines, offsets 00000010 to 00000090]',
    ])
  })

  it('says how much is unreadable', () => {
    expect(shown(`before\n${'\u0000\u0001\ufffd'.repeat(20)}\nafter`)).toEqual([
      'before',
      '[unreadable bytes, 1 line, 100 B]',
      'after',
    ])
  })

  it('shows minified code in bounded pieces', () => {
    const text = 'function a(b,c){return b+c};var total=a(price,tax);'.repeat(200)
    const pieces = obeysPieceLaws(encoded, text, source)
    expect(pieces[0]).toMatchObject({ text: '[one line of 10.2 kB]', isStatement: true, lines: 1 })
    expect(wholeOf(pieces)).toBe(text)
  })

  it('keeps an error among the bytes', () => {
    const pieces = encoded.pieces(`${wrapped(png)}\nError: truncated input`, source)
    expect(pieces.at(-1)).toMatchObject({ text: 'Error: truncated input', value: 'key' })
  })

  it('replaces every line of any text', () => {
    fc.assert(
      fc.property(
        textOf([png, png.slice(0, 64), unknown.slice(0, 40), '00000000: 0000 0000 0000', `x=${png};y`]),
        text => {
          obeysPieceLaws(encoded, text, source)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('takes no text for ever', { timeout: endlessTimeout }, context =>
    readEndless(text => encoded.pieces(text, source), context),
  )
})
