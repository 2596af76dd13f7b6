import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fences } from '../../src/scan/fences.ts'
import { proseLength } from '../../src/scan/segments.ts'

/** Each fence as its text, its info and whether it is closed. */
function read(text: string): readonly (readonly [text: string, info: string, closed: boolean])[] {
  return fences(text).map(({ start, end, info, closed }) => [text.slice(start, end), info, closed])
}

describe('a fence', () => {
  const closed: readonly (readonly [name: string, fence: string, info: string])[] = [
    ['of backticks', '```\nconst a = 1\n```\n', ''],
    ['of tildes', '~~~python\nprint(1)\n~~~\n', 'python'],
    ['with a title', '```ts title="a b.ts"\nx\n```\n', 'ts title="a b.ts"'],
    ['that is empty', '```\n```\n', ''],
    ['with a longer closer', '```\nx\n`````\n', ''],
    ['with spaces behind its closer', '```\nx\n```  \t\n', ''],
    ['around a shorter fence', '````md\n```ts\nx\n```\n````\n', 'md'],
    ['around a fence of the other kind', '~~~\n```\nnot closed in here\n~~~\n', ''],
    ['indented by one', ' ```\n x\n```\n', ''],
    ['indented by three', '   ```js\n   x\n   ```\n', 'js'],
    ['with an indented closer', '```\nx\n   ```\n', ''],
    ['with backticks in the info of tildes', '~~~ a`b\nx\n~~~\n', 'a`b'],
    ['with CRLF', '```js\r\nx\r\n```\r\n', 'js'],
    ['in a quote', '> ```sh\n> ls\n> ```\n', 'sh'],
    ['in a quote in a quote', '> > ```\n> > ls\n> > ```\n', ''],
    ['as a list item', '- ```js\n  x\n  ```\n', 'js'],
    ['as a numbered item', '12. ```\n    x\n    ```\n', ''],
    [
      'with deeper marks in a string',
      '```py\ndef f():\n    """\n    ```\n    x\n    ```\n    """\n```\n',
      'py',
    ],
  ]
  it.each(closed)('%s', (_, fence, info) => {
    expect(read(`Before.\n\n${fence}\nAfter.\n`)).toEqual([[fence, info, true]])
  })

  it('deep in a list', () => {
    const text =
      '1. Run:\n\n    ```sh\n    ls\n    ```\n\n   - and then\n\n        ```\n        x\n        ```\n'
    expect(read(text)).toEqual([
      ['    ```sh\n    ls\n    ```\n', 'sh', true],
      ['        ```\n        x\n        ```\n', '', true],
    ])
  })

  it('runs to the end where it is not closed', () => {
    expect(read('a\n```js\nx\n\n~~~\n``\n')).toEqual([['```js\nx\n\n~~~\n``\n', 'js', false]])
    expect(read('```')).toEqual([['```', '', false]])
  })

  it('ends with the quote around it', () => {
    expect(read('> ```\n> x\nout\n')).toEqual([['> ```\n> x\n', '', false]])
  })

  it('is found again after one that is closed', () => {
    const [one, two] = ['```a\n1\n```\n', '~~~b\n2\n~~~']
    expect(read(`${one}between\n${two}`)).toEqual([
      [one, 'a', true],
      [two, 'b', true],
    ])
  })
})

describe('no fence', () => {
  it.each([
    ['code in a line', 'Use ```npm test``` here.'],
    ['code in a line of its own', '```npm test```'],
    ['marks behind a word', 'Here it is: ```\nx\n'],
    ['two marks', '``\nx\n``\n'],
    ['marks indented as code is', 'Text.\n\n    ```\n    x\n'],
    ['a line of dashes', '---\n'],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(fences(text)).toEqual([])
  })
})

it('never overlaps, begins lines, and lies inside the text', () => {
  const piece = fc.constantFrom(
    '```',
    '~~~',
    '````',
    '`',
    ' ',
    '    ',
    '\n',
    '\r\n',
    '> ',
    '- ',
    '1. ',
    'a',
    '\uD83D',
    '\t',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), pieces => {
      const text = pieces.join('')
      let reached = 0
      for (const { start, end } of fences(text)) {
        expect(start).toBeGreaterThanOrEqual(reached)
        expect(end).toBeGreaterThan(start)
        expect(start === 0 || text[start - 1] === '\n').toBe(true)
        reached = end
      }
      expect(reached).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 500 },
  )
})

describe('the length of the prose', () => {
  it('is all outside of fences, each stretch trimmed', () => {
    expect(proseLength('')).toBe(0)
    expect(proseLength('  four \n')).toBe(4)
    expect(proseLength('  four\n\n```\ncode\n```\n\n four \n~~~\nopen')).toBe(8)
  })
})
