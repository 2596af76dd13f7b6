import { describe, expect, it } from 'vitest'
import { fileHistory } from '../../../../src/strategies/coverage/digest/file-history.ts'
import { step } from '../../partition/session.ts'

const edit = (id: string, path: string, result = 'The file has been updated.') =>
  step(id, { name: 'Edit', args: { file_path: path, old_string: 'a', new_string: 'b' }, result })

describe('fileHistory', () => {
  it('knows the last change of a file, however its path is written', () => {
    const { lastChange } = fileHistory([
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
    expect(fileHistory(failed).lastChange('/w/tax.ts')).toBe(-1)
  })
})
