import { expect, it } from 'vitest'
import { ledgerOfMessages } from '../../../../src/ledger/ledger-of-messages.ts'
import { changeMark, namesOf } from '../../../../src/strategies/coverage/head/changed-file-text.ts'
import type { Message } from '../../../../src/types.ts'
import { answered } from '../../../tools/evaluate/messages.ts'

function edited(name: string): readonly [Message, Message] {
  const args = { file_path: '/w/a.ts', old_string: 'x', new_string: `function ${name}() {}` }
  return answered('Edit', args, 'The file was updated.')
}

function markOf(messages: readonly Message[]): string {
  const row = ledgerOfMessages(messages).rows.find(({ section }) => section === 'files')
  return row === undefined ? '' : changeMark(row, { numberOf: turn => turn, root: '/w' })
}

it('a call without an answer has perhaps changed a file', () => {
  const [waiting] = edited('second')
  expect(markOf([...edited('first'), waiting])).toBe(' (#0, perhaps #2)')
  expect(markOf([...edited('first'), ...edited('second')])).toBe(' (#0, last #2)')
  expect(markOf([waiting])).toBe(' (perhaps modified, #0)')
})

it('a file that was moved says where to, and is not lost', () => {
  const moved = answered('Bash', { command: 'mv /w/a.ts /w/lib/b.ts' }, '')
  expect(markOf([...edited('first'), ...moved])).toContain('moved to lib/b.ts')
})

it('a file that was created and edited later has both numbers', () => {
  const created = answered(
    'Write',
    { file_path: '/w/a.ts', content: 'x' },
    'File created successfully at: /w/a.ts',
  )
  expect(markOf([...created])).toBe(' (created, #0)')
  expect(markOf([...created, ...edited('first')])).toBe(' (created #0, last #2)')
})

it('a file that was committed and edited again has the first edit since', () => {
  const commit = answered(
    'Bash',
    { command: 'git add a.ts && git commit -m "Mend it"' },
    '[main 1a2b3c4] Mend it\n 1 file changed, 1 insertion(+)',
  )
  const before = [...edited('first'), ...edited('second'), ...commit]
  expect(markOf(before)).toBe(' (#0, last #2)')
  expect(markOf([...before, ...edited('third')])).toBe(' (#6)')
  expect(markOf([...before, ...edited('third'), ...edited('fourth'), ...edited('fifth')])).toBe(
    ' (#6, last #10)',
  )
})

it('a file that was committed, deleted and written anew is not new', () => {
  const written = (content: string) => answered('Write', { file_path: '/w/a.ts', content }, 'File created.')
  const commit = answered(
    'Bash',
    { command: 'git add a.ts && git commit -m "Add it"' },
    '[main 1a2b3c4] Add it\n 1 file changed, 1 insertion(+)',
  )
  const gone = answered('Bash', { command: 'rm /w/a.ts' }, '')
  const before = [...written('let a = 1'), ...commit, ...gone]
  expect(markOf([...before, ...written('let b = 2')])).toBe(' (rewritten, #6)')
  expect(markOf(before)).toContain('deleted')
})

it('a test file names the tests that were changed for the current request beside those that were added', () => {
  const test = (name: string, body: string) => `func ${name}(t *testing.T) {\n\t${body}\n}\n`
  const args = {
    file_path: '/w/a_test.go',
    old_string: test('TestRead', 'read()'),
    new_string: test('TestRead', 'readAll()') + test('TestWrite', 'write()'),
  }
  const [row] = ledgerOfMessages(answered('Edit', args, 'The file was updated.')).rows.filter(
    ({ section }) => section === 'files',
  )
  const names = (isOfCurrentRequest: boolean) =>
    row === undefined
      ? ''
      : namesOf(row, { isOfCurrentRequest, isSpokenOf: () => false, isNamed: () => false })
  expect(names(true)).toBe(': TestRead, +TestWrite')
  expect(names(false)).toBe(': +TestWrite')
})
