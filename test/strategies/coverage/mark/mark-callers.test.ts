import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../../src/compress.ts'
import { toolStep } from '../tool-step.ts'

const lines = Array.from({ length: 200 }, (_, at) => `  table.set(${at * 7919}, entry${at})`)
const caller = '  const rows = parseLedger(source)'
const listed = (line: string): string => lines.with(121, line).join('\n')
const filler = listed('').replaceAll('entry', 'item')

const changedTo = (head: string, from = 'export function parseLedger(text: string): Row[] {'): object => ({
  file_path: '/w/src/parse.ts',
  old_string: `${from}\n  return []`,
  new_string: `${head}\n  return []`,
})

/** The view of a session in which a file was read, and others since. */
function viewOf(line: string, ...later: readonly (readonly unknown[])[]): string {
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Let the ledger be read with a limit.' },
      ...toolStep('a', 'Read', { file_path: '/w/src/load.ts' }, listed(line)),
      ...later.flat(),
      ...toolStep('b', 'Read', { file_path: '/w/src/name.ts' }, filler),
      ...toolStep('c', 'Read', { file_path: '/w/src/last.ts' }, filler),
      { role: 'assistant', content: 'I go on.' },
    ],
    { strategy: 'coverage', budget: '12%', strict: true },
  )
  return JSON.stringify(messages)
}

const edit = (input: object) => toolStep('e', 'Edit', input, 'The file was updated.')

describe('a line that calls a function whose head was changed', () => {
  it.each([
    ['a further parameter', changedTo('export function parseLedger(text: string, limit: number): Row[] {')],
    ['another result', changedTo('export function parseLedger(text: string): Ledger {')],
    [
      'an arrow function',
      changedTo(
        'const parseLedger = async (text: string, limit = 7) => {',
        'const parseLedger = async (text: string) => {',
      ),
    ],
  ])('is shown: %s', (_, change) => {
    expect(viewOf(caller, edit(change))).toContain('const rows = parseLedger(source)')
  })

  it('is shown where a file that was written is written again', () => {
    const write = (id: string, result: string) =>
      toolStep(
        id,
        'Write',
        {
          file_path: '/w/src/parse.ts',
          content: `export function parseLedger(text: string): ${result} {\n}`,
        },
        'Done.',
      )
    expect(viewOf(caller, write('d', 'Row[]'), write('e', 'Ledger'))).toContain('rows = parseLedger(source)')
  })

  const further = changedTo('export function parseLedger(text: string, limit: number): Row[] {')

  it.each([
    [
      'the body alone was changed',
      caller,
      [edit({ ...further, new_string: `${(further as { old_string: string }).old_string}()` })],
    ],
    [
      'only a type has another name',
      caller,
      [edit(changedTo('export function parseLedger(text: Source): Row[] {'))],
    ],
    ['the name is the end of another one', '  const rows = reparseLedger(source)', [edit(further)]],
    ['it is a comment', '  // parseLedger(source) reads', [edit(further)]],
    [
      'it was changed since',
      caller,
      [
        edit(further),
        toolStep(
          'f',
          'Edit',
          { file_path: '/w/src/load.ts', old_string: caller, new_string: '  const rows = []' },
          'Done.',
        ),
      ],
    ],
    [
      'a check has passed since',
      caller,
      [edit(further), toolStep('f', 'Bash', { command: 'npx tsc --noEmit' }, 'No errors.')],
    ],
  ])('is not shown where %s', (_, line, later) => {
    expect(viewOf(line, ...later)).not.toContain(`\\n${line}`)
  })
})
