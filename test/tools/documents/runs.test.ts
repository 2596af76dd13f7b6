import { describe, expect, it } from 'vitest'
import { exactCounter } from '../../../src/tokens/tokens.ts'
import type { Layer, TextTechnique } from '../../../src/tools/documents/codec.ts'
import { constantColumns } from '../../../src/tools/documents/constant-columns.ts'
import { enumerations } from '../../../src/tools/documents/enumerations.ts'
import { repeatedLines } from '../../../src/tools/documents/repeated-lines.ts'

function bodyOf(layer: Layer, technique: TextTechnique, text: string): string | undefined {
  const layered = layer.encode(text, { counter: exactCounter(), techniques: new Set([technique]) })
  if (layered === undefined) return undefined
  expect(layer.legendLines(layered.note)).toBe(0)
  expect(layer.decode(layered, {})).toBe(text)
  return layered.body
}

describe('repeated lines', () => {
  const encode = (text: string) => bodyOf(repeatedLines, 'lines', text)

  it('are said once', () => {
    expect(encode(`start\n${'waiting for the server\n'.repeat(50)}done`)).toBe(
      'start\nwaiting for the server\n^1 49\ndone',
    )
  })

  it('are said once as blocks', () => {
    const block = 'GET /health 200\nGET /ready 200\n\n'
    expect(encode(`${block.repeat(20)}end`)).toBe(`${block}^3 19\nend`)
  })

  it('take another mark where the text has this one', () => {
    expect(encode(`a^b\n${'waiting for the server\n'.repeat(50)}`)).toBe(
      'a^b\nwaiting for the server\n~1 49\n',
    )
  })

  it('keep their line breaks', () => {
    expect(encode(`${'waiting for the server\r\n'.repeat(9)}x`)).toBe('waiting for the server\r\n^1 8\nx')
  })

  it.each(['', '\n\n\n', 'a\na\na', 'one\ntwo\nthree', `}\n}\n}`])(
    'stay where a mark is no shorter: %j',
    text => {
      expect(encode(text)).toBeUndefined()
    },
  )
})

describe('columns with one value', () => {
  const encode = (text: string) => bodyOf(constantColumns, 'columns', text)
  const names = ['ada', 'bob', 'cyd', 'dee', 'eve', 'fay']

  it('are named once above the rows, below the heading', () => {
    const rows = names.map(name => `| ${name} | eu-west-1 | production |`)
    expect(encode(['| name | region | stage |', '|---|---|---|', ...rows, '', 'end'].join('\n'))).toBe(
      [
        '| name | region | stage |',
        '|---|---|---|',
        '~6|0=|2= eu-west-1 |3= production |4=',
        ...names.map(name => ` ${name} `),
        '',
        'end',
      ].join('\n'),
    )
  })

  it('may be separated by tabs, commas or semicolons, and hold anything else', () => {
    for (const separator of ['\t', ',', ';']) {
      const rows = names.map(name => [name, 'a = b', 'the same long remark', '1'].join(separator))
      expect(encode(rows.join('\r\n'))).toContain(`~6${separator}1=a = b${separator}2=the same long remark`)
    }
  })

  it('are not looked for in lines of a great many cells', () => {
    expect(encode(`${'|'.repeat(200_000)}\n`.repeat(5))).toBeUndefined()
  })

  it('leave at least one', () => {
    expect(encode(`${'all cells|are the same|in every row\n'.repeat(6)}x`)).toContain(
      '\nin every row\nin every row\n',
    )
  })

  it.each([
    ['few rows', 'a|x|y\nb|x|y\nc|x|y'],
    [
      'a row that differs',
      names
        .map(name => `${name}|long value here|${name}`)
        .join('\n')
        .replace('cyd|long', 'cyd|other'),
    ],
    ['no table', names.join('\n')],
    ['cells that cost nothing', names.map(name => `${name} ${name}`).join('\n')],
  ])('stay: %s', (_, text) => {
    expect(encode(text)).toBeUndefined()
  })
})

describe('enumerations', () => {
  const encode = (text: string) => bodyOf(enumerations, 'enumerations', text)
  const range = (from: number, to: number, write: (value: number) => string, separator: string) =>
    Array.from({ length: to - from + 1 }, (_, at) => write(from + at)).join(separator)

  it('are said by their ends', () => {
    expect(encode(`ports ${range(8001, 8020, String, ', ')} are open`)).toBe('ports ~8001, ~8020~ are open')
    expect(encode(range(1, 12, value => `web-${String(value).padStart(2, '0')}`, ' '))).toBe(
      'web-~01 web-~12~',
    )
    expect(encode(range(1, 30, value => `- chapter ${value}`, '\r\n'))).toBe('- chapter ~1\r\n- chapter ~30~')
  })

  it('go from nine to ten with and without zeros', () => {
    expect(encode(range(95, 105, String, ','))).toBe('~95,~105~')
    expect(encode(range(95, 105, value => String(value).padStart(3, '0'), ','))).toBe('~095,~105~')
  })

  it.each([
    ['too short', '1, 2, 3'],
    ['uneven', '1, 2; 3, 4; 5, 6'],
    ['with gaps', '1, 3, 5, 7, 9, 11, 13, 15, 17'],
    ['of capitals', 'FEATURE, BUGFIX, DECISION, DISCOVERY, CONFIG, DEPLOYMENT, DATA, INVESTIGATION'],
    [
      'too large to count',
      '12345678901234567890, 12345678901234567891, 12345678901234567892, 12345678901234567893',
    ],
    ['zeros that end', '08, 9, 10, 11'],
  ])('stay: %s', (_, text) => {
    expect(encode(text)).toBeUndefined()
  })
})
