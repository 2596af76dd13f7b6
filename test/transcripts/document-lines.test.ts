import { describe, expect, it } from 'vitest'
import { followDocument } from '../../src/transcripts/json-records.ts'

function follow(...lines: readonly string[]): string[] {
  return lines.map(followDocument())
}

describe('followDocument', () => {
  it('closes a document when its brackets balance', () => {
    expect(follow('{', '"a": [1,', '2]', '}')).toEqual(['open', 'open', 'open', 'closed'])
  })

  it('does not count brackets inside strings, escaped quotes included', () => {
    expect(follow('{"a": "}\\"]",', '"b": "[{"}')).toEqual(['open', 'closed'])
  })

  it('takes a comma at the beginning of a line', () => {
    expect(follow('[1', ',2', ']')).toEqual(['open', 'open', 'closed'])
  })

  it.each([
    ['a line that begins no document', ['hello']],
    ['a string that does not end on its line', ['{"a": "b']],
    ['a value where only a comma could follow', ['[{"a": 1}', '{"a": 2}]']],
    ['brackets that close nothing', ['{', '}}']],
  ])('sees that %s is broken', (_, lines) => {
    expect(follow(...lines).at(-1)).toBe('broken')
  })
})
