import { expect, it } from 'vitest'
import { furtherLines } from '../../../../src/strategies/coverage/note/further-lines.ts'

const larger = [
  '[Condensed: 9 earlier messages]',
  '#1 user: Mend the parser.',
  'Never touch the lexer.',
  '#4 assistant: It is mended. …',
].join('\n')

it('are those that the larger view leaves out, with the number of their message', () => {
  const view = [
    '[Condensed: 9 earlier messages]',
    '#1 user: …Never touch the lexer.',
    '3. Run all checks before it is done.',
    '4. Say what was left out.',
    '#4 assistant: It is mended.',
    '#6 Edit src/writer.ts → applied',
    '[End of earlier messages, 1a2b3c4d]',
  ].join('\n')
  expect(furtherLines(view, larger)).toEqual([
    '#1 3. Run all checks before it is done.',
    '4. Say what was left out.',
    '#6 Edit src/writer.ts → applied',
  ])
})

it('are none of a view that it holds', () => {
  expect(furtherLines(larger, larger)).toEqual([])
})
