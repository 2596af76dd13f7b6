import { describe, expect, it } from 'vitest'
import type { Row } from '../../src/ledger/ledger.ts'
import { ledgerOfMessages } from '../../src/ledger/ledger-of-messages.ts'
import { parseLedger } from '../../src/ledger/markdown/parse-ledger.ts'
import { renderLedger } from '../../src/ledger/markdown/render-ledger.ts'
import type { Message } from '../../src/types.ts'
import { answered } from '../tools/evaluate/messages.ts'

type Steps = readonly (readonly Message[])[]

const ran = (command: string, output = ''): readonly Message[] => answered('Bash', { command }, output)

const edited = (
  path: string,
  before = 'const a = 1 // one',
  after = 'const a = 2 // two',
): readonly Message[] =>
  answered('Edit', { file_path: path, old_string: before, new_string: after }, 'Updated.')

/** The states of two tasks. */
const todo = (first: string, second = 'pending'): readonly Message[] =>
  answered(
    'TodoWrite',
    {
      todos: [
        { content: 'Mend the parser', status: first },
        { content: 'Write the docs', status: second },
      ],
    },
    'Todos have been modified',
  )

const isTask = ({ section }: Row): boolean => section === 'tasks'

function tasks(...steps: Steps): readonly (readonly unknown[])[] {
  return ledgerOfMessages(steps.flat())
    .rows.filter(isTask)
    .map(({ value, state, amendedBy }) => [value, state, amendedBy])
}

describe('a task that was called done', () => {
  const work = [todo('in_progress'), edited('/r/a.ts'), todo('completed', 'in_progress')]
  const restored = ran('git checkout -- a.ts')

  it('says that git took its edits back', () => {
    expect(tasks(...work, edited('/r/docs.md'), restored)).toEqual([
      ['Mend the parser', 'done', 9],
      ['Write the docs', 'active', undefined],
    ])
  })

  it('says that later edits took its edits back', () => {
    const back = edited('/r/a.ts', 'const a = 2 // two', 'const a = 1 // one')
    expect(tasks(...work, back)[0]).toEqual(['Mend the parser', 'done', 6])
  })

  it('says nothing where something of it is left, or was made again', () => {
    const both = [todo('in_progress'), edited('/r/a.ts'), edited('/r/b.ts'), todo('completed', 'in_progress')]
    expect(tasks(...both, restored)[0]).toEqual(['Mend the parser', 'done', undefined])
    expect(tasks(...work, restored, edited('/r/a.ts'))[0]).toEqual(['Mend the parser', 'done', undefined])
    expect(tasks(...work, restored, todo('completed'))[0]).toEqual(['Mend the parser', 'done', undefined])
  })

  it('says so after a rendering', () => {
    const { text } = renderLedger(ledgerOfMessages([...work, restored].flat()))
    expect(text).toContain('Mend the parser')
    expect(parseLedger(text).rows.filter(isTask)[0]).toMatchObject({ state: 'done', amendedBy: 7 })
    expect(renderLedger(parseLedger(text)).text).toBe(text)
  })
})
