import { describe, expect, it } from 'vitest'
import { actionsIn } from '../../../../src/scan/actions/actions-in.ts'
import { conversationFacts } from '../../../../src/strategies/coverage/facts/conversation-facts.ts'
import { fileHistory } from '../../../../src/strategies/coverage/facts/file-history.ts'
import type { Message } from '../../../../src/types.ts'
import { answered } from '../../../tools/evaluate/messages.ts'
import { step } from '../../partition/session.ts'

const historyOf = (messages: readonly Message[]) => fileHistory(actionsIn(messages))
const edit = (id: string, path: string, result = 'The file has been updated.') =>
  step(id, { name: 'Edit', args: { file_path: path, old_string: 'a', new_string: 'b' }, result })

describe('fileHistory', () => {
  it('knows the last change of a file, however its path is written', () => {
    const { lastChange } = historyOf([
      ...edit('a', '/w/app/src/tax.ts'),
      ...step('b', { name: 'Bash', args: { command: "sed -i 's/a/b/' src/tax.ts" }, result: '' }),
      ...edit('c', '/w/app/src/rate.ts'),
    ])
    expect(lastChange('/w/app/src/tax.ts')).toBe(2)
    expect(lastChange('src/tax.ts')).toBe(2)
    expect(lastChange('/w/app/src/rate.ts')).toBe(4)
    expect(lastChange('/w/app/src/other.ts')).toBe(-1)
  })

  it('counts no edit that failed', () => {
    const failed = edit('a', '/w/tax.ts', '<tool_use_error>String to replace not found.</tool_use_error>')
    expect(historyOf(failed).lastChange('/w/tax.ts')).toBe(-1)
  })

  it('counts no edit that the user refused', () => {
    const refused = answered(
      'Edit',
      { file_path: '/w/tax.ts', old_string: 'a', new_string: 'b' },
      "The user doesn't want to proceed with this tool use.",
      true,
    )
    expect(historyOf(refused).lastChange('/w/tax.ts')).toBe(-1)
  })

  it('counts no edit that is not answered yet, where the facts of a conversation have it', () => {
    const open = edit('b', '/w/tax.ts').slice(0, 1)
    expect(conversationFacts([...edit('a', '/w/rate.ts'), ...open]).history.lastChange('/w/tax.ts')).toBe(-1)
  })

  it('takes a move for a change of both files', () => {
    const moved = step('a', { name: 'Bash', args: { command: 'mv /w/tax.ts /w/rate.ts' }, result: '' })
    const { lastChange } = historyOf(moved)
    expect([lastChange('/w/tax.ts'), lastChange('/w/rate.ts')]).toEqual([0, 0])
  })
})
