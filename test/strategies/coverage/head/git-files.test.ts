import { describe, expect, it } from 'vitest'
import { gitFiles } from '../../../../src/strategies/coverage/head/git-text.ts'

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `src/f${at}.ts`)
const said = (value: string, ...changed: readonly string[]): string =>
  gitFiles(value, { changed: new Set(changed), nameOf: path => path, areOthersBefore: false })

describe('gitFiles', () => {
  it('names a few files', () => {
    expect(said('a.ts, b.ts')).toBe('a.ts, b.ts')
    expect(said('none')).toBe('none')
    expect(said('a.ts, b.ts (in app)')).toBe('a.ts, b.ts (in app)')
    expect(said('… 2 more, a.ts')).toBe('a.ts and 2 more files')
  })

  it('says how many were listed before the first change', () => {
    const old = (value: string): string =>
      gitFiles(value, { changed: new Set(['src/f3.ts']), nameOf: path => path, areOthersBefore: true })
    expect(old('src/f3.ts')).toBe('src/f3.ts')
    expect(old('a.ts, src/f3.ts (in app)')).toBe('a.ts, src/f3.ts (1 of them before the first edit) (in app)')
    expect(old(`… 30 more, ${names(13).join(', ')}`)).toBe(
      '43 files, 42 of them before the first edit, among them src/f3.ts',
    )
  })

  it('counts many, and names those that calls changed', () => {
    const many = names(13).join(', ')
    expect(said(many)).toBe('13 files')
    expect(said(`… 30 more, ${many} (in app)`)).toBe('43 files (in app)')
    expect(said(`… 30 more, ${many}`, '/w/app/src/f3.ts', 'src/other.ts')).toBe(
      '43 files, among them src/f3.ts',
    )
  })

  it('cuts no name', () => {
    const long = names(12).map(name => `packages/with-a-long-name/${name}`)
    const text = said(long.join(', '))
    expect(text).toMatch(/src\/f\d\.ts and \d{1,2} more files$/)
    const shown = text.split(' and ')[0]?.split(', ') ?? []
    expect(long).toEqual(expect.arrayContaining(shown))
    expect(shown.length + Number(/(\d+) more/.exec(text)?.[1])).toBe(12)
    const one = `src/${'x'.repeat(400)}.ts`
    expect(said(one)).toBe(one)
  })
})
