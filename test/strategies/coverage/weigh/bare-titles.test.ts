import { describe, expect, it } from 'vitest'
import { bareTitles } from '../../../../src/strategies/coverage/weigh/bare-titles.ts'

type Given = Parameters<typeof bareTitles>[0]

const head = 'Changed files: src/parser.ts (#4, last #8): parseRow, readRow'

function isBare(title: string, place = '', facts: object = { isQuietEdit: true }): boolean {
  const section = { title, path: title.slice('Edit '.length), firstCandidate: 0, ...facts }
  const given = { sections: [section], candidates: { length: 2, texts: [title + place, '+x'] } }
  return bareTitles(given as unknown as Given, head)[0] === 1
}

describe('the title of an edit', () => {
  it('says nothing beyond a head that names its file and what it is in', () => {
    expect(isBare('Edit src/parser.ts')).toBe(true)
    expect(isBare('Edit src/parser.ts', ' in parseRow, readRow …')).toBe(true)
  })

  it('says something where the head does not have it', () => {
    expect(isBare('Edit src/writer.ts')).toBe(false)
    expect(isBare('Edit src/parser.ts', ' in skipRow')).toBe(false)
    expect(isBare('Edit src/parser.ts', '', {})).toBe(false)
  })
})
