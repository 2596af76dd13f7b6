import { describe, expect, it } from 'vitest'
import { hitText, searchHits } from '../../../../src/strategies/coverage/mark/search-hits.ts'

function hitsIn(lines: readonly (readonly [text: string, under: number])[], file?: string) {
  const texts = lines.map(([text]) => text)
  return searchHits({ texts, unders: Int32Array.from(lines, ([, under]) => under) }, 0, file)
}

describe('searchHits', () => {
  it('finds the lines of each file, below its count or with its path', () => {
    expect(
      hitsIn([
        ['5 matching lines in 3 files', -1],
        ['src/a.ts: 2 matches', -1],
        ['3: const a = 1', 1],
        ['9: return a', 1],
        ['src/b.ts:4:const b = 2', -1],
        ['src/b.ts-5-return b', -1],
        ['2 warnings: see above', -1],
      ]),
    ).toEqual([
      { path: 'src/a.ts', first: 2, end: 4 },
      { path: 'src/b.ts', first: 4, end: 6 },
    ])
  })

  it('finds those below a name with the places of its matches', () => {
    const found = hitsIn([
      ['src/a.ts: 2 matches at 3, 9', -1],
      ['3: const a = 1', 0],
    ])
    expect(found).toEqual([{ path: 'src/a.ts', first: 1, end: 2 }])
  })

  it('finds those of the only file that was searched', () => {
    expect(hitsIn([['12:const a = 1', -1]], '/w/a.ts')).toEqual([{ path: '/w/a.ts', first: 0, end: 1 }])
    expect(hitsIn([['12:const a = 1', -1]])).toEqual([])
  })
})

describe('hitText', () => {
  it.each([
    ['src/a.ts:12:  return 1', '  return 1'],
    ['src/a.ts-13-  }', '  }'],
    ['12: return 1', 'return 1'],
    ['12-return 1', 'return 1'],
  ])('is the line of the file in %j', (text, line) => {
    expect(hitText(text, 'src/a.ts')).toBe(line)
  })
})
