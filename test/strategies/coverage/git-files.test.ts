import { describe, expect, it } from 'vitest'
import { gitFiles } from '../../../src/strategies/coverage/git-files.ts'

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `src/f${at}.ts`)
const said = (value: string, ...changed: readonly string[]): string =>
  gitFiles(value, new Set(changed), path => path)

describe('gitFiles', () => {
  it('names a few files', () => {
    expect(said('a.ts, b.ts')).toBe('a.ts, b.ts')
    expect(said('none')).toBe('none')
    expect(said('a.ts, b.ts (in app)')).toBe('a.ts, b.ts (in app)')
    expect(said('… 2 more, a.ts')).toBe('a.ts and 2 more files')
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
