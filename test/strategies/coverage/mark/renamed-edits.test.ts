import { describe, expect, it } from 'vitest'
import { renamedEdits } from '../../../../src/strategies/coverage/mark/renamed-edits.ts'
import type { Message } from '../../../../src/types.ts'
import { say, text } from '../../../formats/neutral-messages.ts'
import { step } from '../../partition/session.ts'
import { offersIn } from '../measured.ts'

const part = { path: 'a.ts', isWhole: false, parts: [] }
const rename = { old_string: 'openRows', new_string: 'loadRows', replace_all: true }

let calls = 0
const edit = (path: string, change: object): readonly Message[] => {
  calls += 1
  return step(`${path} ${calls}`, {
    name: 'Edit',
    args: { file_path: path, ...change },
    result: `The file ${path} has been updated.`,
  })
}

describe('lines with a text that a later edit replaced everywhere', () => {
  it('stay, and their edit is shown with what took its place', () => {
    const { candidates } = offersIn([
      say('user', text('Load the rows.')),
      ...edit('a.ts', { old_string: 'const rows = []', new_string: 'const rows = openRows(path)' }),
      ...edit('a.ts', rename),
      ...edit('b.ts', { old_string: 'const more = []', new_string: 'const more = openRows(other)' }),
    ])
    const of = (said: string) => candidates.find(candidate => candidate.text.includes(said))
    const written = of('const rows = openRows(path)')
    const renaming = candidates.findIndex(candidate => candidate.text === 'openRows → loadRows')
    expect(written?.isUninformative).toBe(false)
    expect(candidates[written?.under ?? -1]?.text).toContain('Edit a.ts')
    expect(candidates[written?.under ?? -1]?.under).toBe(renaming)
    expect(candidates[of('openRows(other)')?.under ?? -1]?.under).not.toBe(renaming)
  })

  it('are those that come before it', () => {
    const lines = {
      texts: ['Edit', 'open → load', 'Edit', 'open(path)'],
      labels: ['', 'everywhere: ', '', '+'],
    }
    const renaming = { ...part, renamed: 'open', first: 1, end: 2 }
    const other = { ...part, first: 3, end: 4 }
    expect(renamedEdits([renaming, other], lines, path => path)).toEqual([])
    expect(renamedEdits([other, renaming], lines, path => path)).toEqual([{ line: 2, needed: 1 }])
  })
})
