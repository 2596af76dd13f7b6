import { describe, expect, it } from 'vitest'
import { compressSync } from '../../../../src/compress.ts'
import { toolStep } from '../tool-step.ts'

const file = '/w/src/parse.ts'
const filler = Array.from({ length: 200 }, (_, at) => `  table.set(${at * 7919}, entry${at})`).join('\n')

const saying = (text: string, id: string, before: string, after: string) => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text },
      {
        type: 'tool_use',
        id,
        name: 'Edit',
        input: { file_path: file, old_string: before, new_string: after },
      },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'The file was updated.' }] },
]

const lax = '  mode: "lax-with-defaults",'
const strict = '  mode: "strict-without-any-default",'
const other = (id: string) =>
  toolStep(
    id,
    'Edit',
    {
      file_path: `/w/src/${id}.ts`,
      old_string: `const ${id}Limit = 4711`,
      new_string: `const ${id}Limit = 4712`,
    },
    'The file was updated.',
  )

function viewOf(...steps: readonly (readonly unknown[])[]): string {
  const { messages } = compressSync(
    [
      { role: 'user', content: 'Make the parser strict.' },
      ...steps.flat(),
      ...other('d'),
      ...other('e'),
      ...other('f'),
      ...toolStep('b', 'Read', { file_path: '/w/src/name.ts' }, filler),
      { role: 'assistant', content: 'I go on.' },
    ],
    { strategy: 'coverage', budget: '15%', strict: true },
  )
  return JSON.stringify(messages)
}

describe('an edit that takes an earlier one back', () => {
  const plan = 'I change two things:\n\n1. Set the mode of the parser to strict\n2. Read the table again'
  const first = saying(plan, 'a', lax, strict)
  const reason = 'The strict mode rejects every ledger without a header.'
  const view = viewOf(first, saying(`${reason} Let me undo it.`, 'c', strict, lax))

  it('shows no lines, and the words before it', () => {
    expect(view).not.toContain('without-any-default')
    expect(view).not.toContain('lax-with-defaults')
    expect(view).toContain(reason)
  })

  it('leaves nothing of the plan', () => {
    expect(view).not.toContain('Set the mode of the parser')
    expect(viewOf(first)).toContain('Set the mode of the parser')
  })
})
