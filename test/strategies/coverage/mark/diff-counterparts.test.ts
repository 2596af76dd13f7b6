import { describe, expect, it } from 'vitest'
import { diffCounterparts } from '../../../../src/strategies/coverage/mark/diff-counterparts.ts'

/** Each line that is shown with another, and that one; `section`: of each line, 0 for all. */
function pairs(texts: readonly string[], section: readonly number[] = []): readonly string[] {
  const candidates = {
    texts: [...texts],
    labels: texts.map(() => ''),
    sections: Int32Array.from(texts, (_, at) => section[at] ?? 0),
    unders: Int32Array.from(texts, text => (text.startsWith('@@') ? texts.indexOf(text) - 1 : -1)),
  }
  return diffCounterparts(candidates, () => true).map(
    ({ line, needed }) => `${texts[line]} → ${texts[needed]}`,
  )
}

describe('lines that a printed diff removes', () => {
  const hunk = '@@ -7,3 +7,3 @@ function load()'

  it('are shown with those in their place', () => {
    expect(
      pairs(['src/load.ts +1 −1', hunk, ' open()', '-wait(7)', '+wait(9)', '-rest()', ' close()']),
    ).toEqual(['-wait(7) → +wait(9)'])
  })

  it('are shown with what opens their block, and comments with their code, in a program', () => {
    const added = ['+func load() {', '+\tfor open() {', '+\t\t// Once.', '+\t\twait()', '+\t}', '+}']
    expect(pairs(['src/load.go +6 −0', hunk, ...added])).toEqual([
      '+\t\t// Once. → +\t\twait()',
      '+\tfor open() { → +func load() {',
      '+\t\twait() → +\tfor open() {',
      '+\t} → +\tfor open() {',
      '+} → +func load() {',
    ])
    expect(pairs(['notes.md +6 −0', hunk, ...added])).toEqual([])
  })

  it('are those below a hunk of the same output', () => {
    expect(pairs(['- one', '+ two'])).toEqual([])
    expect(pairs([hunk, '-wait(7)', '- one', '+ two'], [0, 0, 1, 1])).toEqual([])
  })
})
