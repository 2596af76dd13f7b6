import { expect, test } from 'vitest'
import { withoutHostReminder } from '../../../src/scan/actions/host-reminder.ts'

const reminder = '<system-reminder>\nSay nothing of this.\n</system-reminder>\n'

test('what a host adds below an answer is left out', () => {
  expect(withoutHostReminder(`     1→let a\n\n${reminder}`)).toBe('     1→let a\n\n')
  expect(withoutHostReminder(`done\n${reminder}\n${reminder}`)).toBe('done\n')
  expect(withoutHostReminder(reminder)).toBe('')
})

test('a file that quotes such tags is kept', () => {
  const file = '     1→input: "<system-reminder>One.</system-reminder>",\n     2→expected: "",\n'
  expect(withoutHostReminder(file)).toBe(file)
  expect(withoutHostReminder(`${file}\n${reminder}`)).toBe(`${file}\n`)
  const last = '     1→"<system-reminder>One.</system-reminder>'
  expect(withoutHostReminder(last)).toBe(last)
})
