import { expect, it } from 'vitest'
import { withoutSections } from '../../../../src/strategies/coverage/note/without-sections.ts'

const beside = ['Checks: `npm test` passed #5', '#1 user: Mend the parser.', 'Never touch the lexer.'].join(
  '\n',
)

it('leaves out lines above the first message and whole messages that the other text shows', () => {
  const view = [
    'Checks: `npm test` passed #5',
    'Files read: a.ts',
    '#1 user: Mend the parser.',
    'Never touch the lexer.',
    '#2 assistant: It is mended.',
  ]
  expect(withoutSections(view.join('\n'), beside)).toBe('Files read: a.ts\n#2 assistant: It is mended.')
})

it('keeps a message of which the other text shows a part', () => {
  const view = ['#1 user: Mend the parser.', 'Never touch the lexer.', 'Run all checks.'].join('\n')
  expect(withoutSections(view, beside)).toBe(view)
})

it('keeps a line of a message that stands in another message, too', () => {
  const view = ['#7 assistant: You said:', 'Never touch the lexer.'].join('\n')
  expect(withoutSections(view, beside)).toBe(view)
})
