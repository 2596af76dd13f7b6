import { expect, it } from 'vitest'
import { isUnusedOutput } from '../../../../src/strategies/coverage/mark/is-unused-output.ts'
import { say, text } from '../../../formats/neutral-messages.ts'

const output = '<local-command-stdout>Version 2 has colours.\nVersion 3 has sounds.</local-command-stdout>'

function isUnused(request: string, before = '', printed = output): boolean {
  const messages = [
    ...(before === '' ? [] : [say('user', text(before)), say('assistant', text('Done.'))]),
    say(
      'user',
      text(
        '<command-name>/news</command-name>\n<command-message>news</command-message>\n<command-args></command-args>',
      ),
    ),
    say('user', text(printed)),
    say('user', text(request)),
  ]
  return isUnusedOutput(messages, messages.length - 2, printed)
}

it('is so where no request refers to what a host printed before the first one', () => {
  expect(isUnused('Sort the rows.')).toBe(true)
  expect(isUnused('Sort the rows as the news say.')).toBe(false)
  expect(isUnused('Is the output above right?')).toBe(false)
  expect(isUnused('Sort the rows.', 'Read the log of the server.')).toBe(false)
  expect(isUnused('Sort the rows.', '', '<bash-stdout>3 rows</bash-stdout>')).toBe(false)
})
