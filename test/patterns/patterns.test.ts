import fc from 'fast-check'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { fileName } from '../../src/scan/actions/shell/join-path.ts'
import { sampleOf } from '../../src/scan/kind/content-sample.ts'
import { trimEndOf } from '../../src/scan/trim-end-of.ts'
import { maxRunLength, runCuts } from '../../src/tokens/run-cuts.ts'
import { chunksOf } from '../../src/tools/documents/notation/chunks.ts'
import { slowText } from './pattern-growth.ts'
import {
  composedPatterns,
  constructions,
  literalPatterns,
  type SourcePattern,
  sourceFiles,
} from './source-patterns.ts'

/** Their patterns see the lines of a sample, and texts without long runs: both are cut before. */
const onShortTexts = ['src/scan/kind/content-lines.ts', 'src/tokens/exact-counter.ts']

/** They take patterns of the caller, who answers for them. */
const ofTheCaller = ['src/measure/measure.ts', 'src/doors/cli/preserve-pattern-option.ts']

const composing = composedPatterns()
const literals = sourceFiles.flatMap(literalPatterns)
const composed = await composing
const patterns = [...literals, ...composed].filter(({ file }) => !onShortTexts.includes(file))

describe('no pattern takes more than linear time', () => {
  it('reads literals, and those put together at run time', () => {
    expect(patterns.length).toBeGreaterThan(1000)
    expect(patterns.some(({ file }) => file.endsWith('reduce/content/code/languages.ts'))).toBe(true)
  })

  it('has no literal with Unicode classes in what `import "fovea"` loads', () => {
    // Node asks for the properties of all characters when it reads such a literal: `lazyPattern` makes it when it is used.
    const early = literals.filter(
      ({ file, source, isLazy }) => !isLazy && /\\p\{/i.test(source) && !/^src\/(?:doors|tools)\//.test(file),
    )
    expect(early.map(named)).toEqual([])
  })

  it('misses no place where one is put together', () => {
    const made = new Set(composed.map(({ madeAt }) => `${madeAt.file}:${madeAt.line}`))
    const places = sourceFiles.filter(file => !ofTheCaller.includes(file)).flatMap(constructions)
    expect(places.length).toBeGreaterThan(20)
    expect(places.filter(place => !made.has(place))).toEqual([])
  })

  it('by what it is made of', () => {
    const slow = patterns.flatMap(pattern =>
      analyse({ source: pattern.source, flags: flagsOf(pattern) }).reports.map(
        ({ type, character }) => `${named(pattern)}: ${type} on ${JSON.stringify(character.pick)}`,
      ),
    )
    expect(slow).toEqual([])
  })

  it('nor exponential time up to its bounds', () => {
    const slow = patterns.flatMap(pattern =>
      analyse({ source: withoutBounds(pattern.source), flags: flagsOf(pattern) })
        .reports.filter(({ exponential }) => exponential)
        .map(({ character }) => `${named(pattern)}: on ${JSON.stringify(character.pick)}`),
    )
    expect(slow).toEqual([])
  })

  // Thousands of short measurements: a busy machine stretches them all.
  it('by what it takes on repetitions of its own parts', { timeout: 300_000 }, () => {
    const used = patterns.filter(({ use }) => use !== 'part')
    const different = new Map(
      used.map(pattern => [`${pattern.use} /${pattern.source}/${pattern.flags}`, pattern]),
    )
    const slow = [...different.values()].flatMap(pattern => {
      const text = slowText(pattern)
      return text === undefined ? [] : [`${named(pattern)} on ${JSON.stringify(text).slice(0, 60)}`]
    })
    expect(slow).toEqual([])
  })

  it('samples have short lines', () => {
    for (const part of ['x', ' ', 'a b ', 'x\ny'])
      for (const line of sampleOf(part.repeat(10_000)).lines) expect(line.length).toBeLessThanOrEqual(160)
  })
  it('texts are counted without long runs', () => {
    for (const part of [' ', 'x', ' \n']) {
      const cuts = [0, ...runCuts(part.repeat(10_000)), part.length * 10_000]
      for (const [at, cut] of cuts.entries())
        expect(cut - (cuts[at - 1] ?? 0)).toBeLessThanOrEqual(maxRunLength)
    }
  })
})

describe('the measurement distinguishes slow patterns from others', () => {
  it.each([
    [/\/+$/],
    [/^\n|\s+$/g],
    [/(\s*)(\S+)/g],
    [/^(\d*)(:?)(\d*)$/],
    [/^\s*\{?\s*"/],
    [/\S*(?:test|spec)\S*\.ts:/y],
    [/<!--.*?-->/gs],
    [/\{[^}]*\}/g],
    [/^(?:\w+\s?)*$/],
    [/^(?:a|a)*b$/],
    [/[ \t]*(?:\r?\n|$)x/m],
    [/\b\d+(?:,\d+)*\.$/],
    // On no text below 6,000 characters.
    [/^(?=\s{6000})(\s*)(\s*)b/],
  ])('%s is slow', pattern => {
    expect(slowText({ source: pattern.source, flags: pattern.flags, use: 'search' })).toBeDefined()
  })

  it.each([[/^\s+/], [/\S+/g], [/"[^"\n]{0,200}"/g], [/(?<!\s)\s+$/], [/^(\d*)(?:(:)(\d*))?$/], [/\w+\b/g]])(
    '%s is not',
    pattern => {
      expect(slowText({ source: pattern.source, flags: pattern.flags, use: 'search' })).toBeUndefined()
    },
  )
})

function named({ file, line, source, flags }: SourcePattern): string {
  return `${file}:${line} /${source}/${flags}`
}

/** `(?:\w{1,40} ?){1,5}` takes seconds for a hundred letters, although none of its repetitions goes on for ever. */
function withoutBounds(source: string): string {
  return source.replace(/\{(\d+),(\d+)\}/g, (bounds, min, max) => {
    if (Number(max) < minBound) return bounds
    return min === '0' ? '*' : '+'
  })
}

/** A text is not divided in many ways by fewer repetitions. */
const minBound = 3

/** A part is tried at one place, whatever the pattern is that holds it. */
function flagsOf({ flags, use }: SourcePattern): string {
  return use === 'part' && !flags.includes('y') ? `${flags.replace('g', '')}y` : flags
}

describe('what was rewritten means the same', () => {
  const textOf = (characters: string): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...characters), maxLength: 14 })

  it('marks at the end', () => {
    fc.assert(
      fc.property(textOf('a./,-:?\n'), text => {
        expect(trimEndOf(text, '.:/?,-')).toBe(text.replace(/[.:/?,-]+$/, ''))
        expect(fileName(text)).toBe(text.replace(/\/+$/, '').split('/').at(-1) ?? text)
      }),
    )
  })

  it('marks around a word', () => {
    fc.assert(
      fc.property(textOf('a`"\'*_(),:;.'), text => {
        expect(trimEndOf(text.replace(/^[`"'*_(]+/, ''), '`"\'*_),:;.')).toBe(
          text.replace(/^[`"'*_(]+|[`"'*_),:;.]+$/g, ''),
        )
      }),
    )
  })

  it('space around preformatted text', () => {
    fc.assert(
      fc.property(textOf('a \n\t\u00a0\u2028\ufeff'), text => {
        expect(text.replace(/^\n/, '').trimEnd()).toBe(text.replace(/^\n|\s+$/g, ''))
      }),
    )
  })

  it('words and the space before them', () => {
    fc.assert(
      fc.property(textOf('ab. \n\u00a0'), text => {
        const before = Array.from(text.matchAll(/(\s*)(\S+)/g), ([, gap, raw]) => ({ gap, raw }))
        expect(chunksOf(text, () => false).map(({ gap, raw }) => ({ gap, raw }))).toEqual(before)
      }),
    )
  })

  it.each<[after: RegExp, before: RegExp, characters: string]>([
    [/^\s*(?:\{\s*)?"[^"]*"\s?:/, /^\s*\{?\s*"[^"]*"\s?:/, ' {"a:\n'],
    [/\b[a-z][^\W_]*_\w+\b/, /\b[a-z]\w*_\w+\b/, 'aB_ .'],
    [/^a \w.*:$/, /^a \w+.*:$/, 'ab: .'],
    [/^a \w[^:{]*$/, /^a \w+[^:{]*$/, 'ab: .{'],
    [/^[.#][\w-].*\{$/, /^[.#][\w-]+.*\{$/, 'a.#-{ '],
    [/[+-] \S+ \d+\.\d/y, /[+-] \S+@?\S* \d+\.\d/y, '+ @a1.'],
    [/\s*(?:# )?[^\s/\\]*[/\\]\S+:\d+/y, /\s*(?:# )?\S*[/\\]\S+:\d+/y, ' #a/\\:1'],
    [/\s*(?:[|│] *)?\^/y, /\s*[|│]? *\^/y, ' |^a\n'],
    [
      /\s*(?=(?<toTest>\S*?(?:t|s)))\k<toTest>\S*\.\w{1,5}:\d+:/y,
      /\s*\S*(?:t|s)\S*\.\w{1,5}:\d+:/y,
      ' ts.a:1',
    ],
  ])('%s', (after, before, characters) => {
    fc.assert(
      fc.property(textOf(characters), text => {
        after.lastIndex = 0
        before.lastIndex = 0
        expect(after.exec(text)?.[0]).toBe(before.exec(text)?.[0])
      }),
      { numRuns: 2000 },
    )
  })
})
