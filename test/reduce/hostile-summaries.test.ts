import { describe, it } from 'vitest'
import { summarizeProse } from '../../src/reduce/summarize-prose.ts'
import { structuredOutput, summarizeStructured } from '../../src/reduce/summarize-structured.ts'
import { topEntities } from '../../src/scan/top-entities.ts'
import { expectLinear } from '../measure/expect-linear.ts'
import { hostileInputs } from '../scan/hostile-inputs.ts'

/** What a scan for sentences, entities and statuses could read again and again. */
const more: readonly { readonly name: string; readonly repeat: string }[] = [
  { name: 'Chinese and Japanese', repeat: '数据库のサーバー' },
  { name: 'a word, spaces, a word', repeat: `x${' '.repeat(5000)}y` },
  { name: 'full stops', repeat: '.' },
  { name: 'full stops and quotes', repeat: '."' },
  { name: 'initials', repeat: 'A. ' },
  { name: 'abbreviations', repeat: 'e.g. ' },
  { name: 'steps upwards', repeat: '../' },
  { name: 'steps nowhere', repeat: './' },
  { name: 'brackets of quotes that open', repeat: '「' },
  { name: 'German quotes that open', repeat: '„a ' },
  { name: 'line separators', repeat: '\u2028' },
  { name: 'words and line separators', repeat: 'a\u2028' },
  { name: 'wrapped lines', repeat: `${'word '.repeat(14)}\n` },
  { name: 'marks on spaces', repeat: '\n \u0301' },
  { name: 'marks', repeat: '\u0301' },
  { name: 'joined emoji', repeat: '👩‍👩‍👧' },
  { name: 'capitals', repeat: 'Aa Bb ' },
  { name: 'dates', repeat: '3 March ' },
  { name: 'clauses', repeat: 'aa, ' },
  { name: 'errors', repeat: 'ERROR a\n' },
  { name: 'times', repeat: '2026-03-01T10:00:00Z ' },
  { name: 'places in files', repeat: 'a.ts:1:\n' },
  { name: 'URLs with brackets', repeat: 'http://a) ' },
]

describe('D24: a summary takes time in proportion to its text', () => {
  it.each([...hostileInputs, ...more])('$name', ({ repeat }) => {
    expectLinear(
      length => repeat.repeat(Math.ceil(length / 16 / repeat.length)),
      text => {
        summarizeProse(text, 600)
        structuredOutput(text)
        summarizeStructured(text, 600)
        topEntities(text)
      },
    )
  })
})
