import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scanTerms, type TermKind, termKinds } from '../../src/scan/terms.ts'
import { expectLinear } from '../measure/expect-linear.ts'
import { anyText } from './any-text.ts'
import { hostileInputs } from './hostile-inputs.ts'

interface Term {
  readonly hash: number
  readonly kind: TermKind | undefined
}

function termsIn(text: string): readonly Term[] {
  const terms: Term[] = []
  scanTerms(text, (hash, kind) => terms.push({ hash, kind: termKinds[kind] }))
  return terms
}

const kindsIn = (text: string) => termsIn(text).map(({ kind }) => kind)
const hashesIn = (text: string) => termsIn(text).map(({ hash }) => hash)

describe('scanTerms distinguishes kinds', () => {
  it.each<[string, readonly TermKind[]]>([
    ['deploy', ['word']],
    ['größe', ['word']],
    ['Москва', ['word']],
    ['Redis', ['capitalized']],
    ['TODO', ['capitalized']],
    ['h264', ['mixed']],
    ['8px', ['mixed']],
    ['userName', ['identifier']],
    ['user_name', ['identifier']],
    ['_private', ['word']],
    ['8080', ['number']],
    ['a91f03c', ['code']],
    ['b2a12tqgj', ['code']],
    ['to be', []],
    ['', []],
    [' \n\t"(),', []],
    ['x'.repeat(64), ['word']],
    ['x'.repeat(65), []],
  ])('%s', (text, kinds) => {
    expect(kindsIn(text)).toEqual(kinds)
  })
})

describe('scanTerms reads paths and files', () => {
  it.each<[string, readonly TermKind[]]>([
    ['src/plan/cover.ts', ['word', 'word', 'word', 'path', 'file']],
    ['/var/log', ['word', 'word', 'path']],
    ['./bin/run-all', ['word', 'word', 'word', 'path']],
    ['cover.ts', ['word', 'file']],
    ['3.14', []],
    ['100/200', ['number', 'number']],
    [`${'long/'.repeat(61)}a.ts`, Array.from({ length: 61 }, () => 'word' as const)],
  ])('%s', (text, kinds) => {
    expect(kindsIn(text)).toEqual(kinds)
  })

  it.each([
    ['quotes around it', 'See src/a.ts', 'See "src/a.ts"'],
    ['a line number behind it', 'See src/a.ts', 'See src/a.ts:7'],
  ])('as the same with %s', (_, one, other) => {
    expect(hashesIn(other)).toEqual(hashesIn(one))
  })

  it('as the same path with a full stop after it', () => {
    const pathIn = (text: string) => termsIn(text).find(({ kind }) => kind === 'path')
    expect(pathIn('It is in src/plan/cover.ts.')).toEqual(pathIn('src/plan/cover.ts'))
  })

  it('so that a file is known without its folder, and a path is not', () => {
    const known = new Set(hashesIn('lib/deep/cover.ts'))
    const [word, file] = hashesIn('cover.ts')
    expect(known).toContain(word)
    expect(known).toContain(file)
    expect(known).not.toContain(hashesIn('lib/cover.ts').at(-2))
  })
})

describe('scanTerms reads scripts without spaces', () => {
  it.each<[string, number]>([
    ['错', 0],
    ['错误', 1],
    ['数据库错误', 4],
    ['数据库。错误', 3],
  ])('%s in pairs: %i', (text, pairs) => {
    expect(kindsIn(text)).toEqual(Array.from({ length: pairs }, () => 'capitalized'))
  })

  it('and finds a pair again wherever it is', () => {
    expect(hashesIn('连接数据库 failed')).toEqual(expect.arrayContaining([...hashesIn('数据库')]))
  })

  it('beside others, without a space between', () => {
    expect(kindsIn('错误error数据')).toEqual(['capitalized', 'word', 'capitalized'])
  })
})

describe('scanTerms takes any text', () => {
  it('with lone surrogates', () => {
    for (const text of ['\ud83d', '\ude00', 'word\ud83d', '\ude00word/\ud83d.ts', '数\ud83d据'])
      expect(() => termsIn(text)).not.toThrow()
    expect(hashesIn('word \ud83d')).toEqual(hashesIn('word'))
  })

  it('the same each time, and no otherwise after a line break', () => {
    fc.assert(
      fc.property(anyText, anyText, (one, other) => {
        expect(termsIn(`${one}\n${other}`)).toEqual([...termsIn(one), ...termsIn(other)])
      }),
    )
  })

  const costly = [
    'words without a full stop',
    'Chinese without a full stop',
    'a path without end',
    'names with dots',
    'base 64 without a break',
    'halves of characters',
  ]
  it.each(hostileInputs.filter(({ name }) => costly.includes(name)))(
    'in linear time: $name',
    ({ repeat }) => {
      expectLinear(
        length => repeat.repeat(Math.ceil(length / repeat.length)),
        text => scanTerms(text, () => {}),
      )
    },
  )
})
